// Watching and bending what is written: every change of a record, whichever operation made it.
import type { DecisionTerms, Fact, MemoryRecord, RememberTerms } from '../contract/fact.js';
import type { Awaitable, Memory, ProposalLedger } from '../contract/port.js';
import { refuse, type RefusalCode } from '../contract/refusals.js';
import { isPlainObject } from '../contract/shapes.js';
import { canonicalKey } from '../guards/policy-index.js';
import { andThen } from '../services/awaitable.js';
import { eachMemory, onRefusal, policyOf, type Seat, type WholeMemory } from './decorate.js';
import type { Wrap } from './mutant.js';

/** An accepted change. A ledger's confirmation does not say where it wrote. */
export type Change =
  | {
      readonly by: 'remember' | 'forget' | 'restore';
      readonly scope: string;
      /** Canonical. */
      readonly key: string;
      readonly version: number;
    }
  | { readonly by: 'confirm' };

const watchLedger = (ledger: ProposalLedger, told: (change: Change) => void): ProposalLedger => ({
  add: (proposal) => ledger.add(proposal),
  confirm: (confirmation) =>
    andThen(ledger.confirm(confirmation), (confirmed) => {
      told({ by: 'confirm' });
      return confirmed;
    }),
});

/** The writing operations of a memory; each accepted change is told before it is answered. */
export function watchWrites(
  memory: WholeMemory,
  { store }: Pick<Seat, 'store'>,
  told: (change: Change) => void,
): Pick<Memory, 'remember' | 'forget' | 'restore' | 'proposals'> {
  const tell =
    (by: 'remember' | 'forget' | 'restore', scope: string, key: string) =>
    (version: number): number => {
      told({ by, scope, key: canonicalKey(policyOf(store), key), version });
      return version;
    };
  return {
    remember: (fact, terms) =>
      andThen(memory.remember(fact, terms), (version) =>
        tell('remember', fact.scope, fact.key)(version),
      ),
    forget: (scope, key, terms) =>
      andThen(memory.forget(scope, key, terms), tell('forget', scope, key)),
    restore: (scope, key, terms) =>
      andThen(memory.restore(scope, key, terms), tell('restore', scope, key)),
    ...(memory.proposals && { proposals: watchLedger(memory.proposals, told) }),
  };
}

/** Changes well-shaped facts before they are written; the store judges what comes of it. */
export const bendFact = (
  memory: WholeMemory,
  bend: (fact: Fact, terms: RememberTerms) => Partial<Fact>,
): Pick<Memory, 'remember'> => ({
  remember: (fact, terms) =>
    isPlainObject(fact) && isPlainObject(terms)
      ? memory.remember({ ...fact, ...bend(fact, terms) }, terms)
      : memory.remember(fact, terms),
});

/** The record at an address; refuses where none is. */
export const standing = (
  memory: WholeMemory,
  { scope, key }: Pick<Fact, 'scope' | 'key'>,
): Awaitable<MemoryRecord> =>
  andThen(memory.inspect(scope, key), (record) => record ?? refuse('missing'));

/** What is said otherwise at the second try. */
export interface Otherwise {
  readonly fact?: Partial<Fact>;
  readonly terms?: Partial<RememberTerms>;
}

/** What a `remember` was refused with, and where. */
export interface Refused extends Pick<Seat, 'store'> {
  readonly fact: Fact;
  readonly terms: RememberTerms;
  readonly memory: WholeMemory;
}

/**
 * Tries a `remember` that was refused with this code once more, with something changed. Where
 * `change` refuses, the first refusal stands.
 */
export const rememberAgain =
  (code: RefusalCode, change: (refused: Refused) => Awaitable<Otherwise>): (() => Wrap) =>
  () =>
    eachMemory((memory, { store }) => ({
      remember: (fact, terms) =>
        onRefusal(
          code,
          () => memory.remember(fact, terms),
          () =>
            andThen(change({ fact, terms, memory, store }), (other) =>
              memory.remember({ ...fact, ...other.fact }, { ...terms, ...other.terms }),
            ),
        ),
    }));

/** Tries a forget or restore that was refused with this code once more, with something changed. */
export const decideAgain =
  (
    operation: 'forget' | 'restore',
    code: RefusalCode,
    change: (
      terms: DecisionTerms,
      current: () => Awaitable<MemoryRecord>,
    ) => Awaitable<Partial<DecisionTerms>>,
  ): (() => Wrap) =>
  () =>
    eachMemory((memory) => ({
      [operation]: (scope: string, key: string, terms: DecisionTerms) =>
        onRefusal(
          code,
          () => memory[operation](scope, key, terms),
          () =>
            andThen(
              change(terms, () => standing(memory, { scope, key })),
              (other) => memory[operation](scope, key, { ...terms, ...other }),
            ),
        ),
    }));
