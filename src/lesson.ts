// The second public door: what a learner writes a property with, as `touchstone/lesson`.
import type * as fc from 'fast-check';
import type { Fact } from './contract/fact.js';
import type { Identity } from './contract/identity.js';
import type { Awaitable, Memory, MemoryStore } from './contract/port.js';
import { isRefusal, type RefusalCode } from './contract/refusals.js';
import type { Services } from './contract/services.js';

/** A store whose memories have every operation. */
export interface LessonStore extends MemoryStore {
  as(...whose: Parameters<MemoryStore['as']>): Required<Omit<Memory, 'proposals'>>;
}

/** What a property is given for each run: an empty store, and the services that work on it. */
export interface Scene extends Pick<
  Services,
  'createReviewQueue' | 'createRuntime' | 'createProposals'
> {
  /** An empty store under the default policy. */
  readonly store: LessonStore;
  /** Opens a second handle on the same store; only lessons that play on files can. */
  readonly openAgain: () => Promise<LessonStore>;
  /** Closes every handle and opens the same file again; only lessons that play on files can. */
  readonly reopen: () => Promise<LessonStore>;
  /**
   * Calls back before each statement any handle sends from now on, counted from 1; a store without
   * SQL never does. What the callback does happens in the middle of the operation under way.
   */
  readonly beforeStatement: (callback: (sql: string, ordinal: number) => void) => void;
}

/** A property as a lesson plays it. */
export interface LessonProperty<Inputs = never> {
  readonly inputs: { readonly [Name in keyof Inputs]: fc.Arbitrary<Inputs[Name]> };
  /** Whether the promise was kept: false or anything thrown says that it was broken. */
  readonly holds: (scene: Scene, inputs: Inputs) => Awaitable<unknown>;
}

/**
 * A property over generated inputs. It is played many times, each time on an empty store: it holds
 * unless it returns false or throws. `inputs` are arbitraries of fast-check by name.
 */
export const forAll = <Inputs extends Record<string, unknown>>(
  inputs: { readonly [Name in keyof Inputs]: fc.Arbitrary<Inputs[Name]> },
  holds: (scene: Scene, inputs: Inputs) => Awaitable<unknown>,
): LessonProperty<Inputs> => ({ inputs, holds });

/** An identity of the tenant acme, called lin; fields can be given otherwise. */
export const lin = (fields: Partial<Identity> = {}): Identity => ({
  tenant: 'acme',
  subject: 'lin',
  scopes: ['profile', 'task:one'],
  ...fields,
});

/** A fact that the default policy accepts, observed at 1000 (UTC seconds). */
export const someFact = (fields: Partial<Fact> = {}): Fact => ({
  scope: 'profile',
  kind: 'preference',
  key: 'response_style',
  value: 'brief',
  sourceRef: 'chat:1',
  observedAt: 1000,
  ...fields,
});

/** The code of the refusal a call ends with, or `accepted`; anything else that is thrown goes on. */
export async function codeOf(call: () => Awaitable<unknown>): Promise<RefusalCode | 'accepted'> {
  try {
    await call();
    return 'accepted';
  } catch (thrown) {
    if (isRefusal(thrown)) return thrown.code;
    throw thrown;
  }
}
