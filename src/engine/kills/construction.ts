// What is refused at once: memories, queues and runtimes of somebody nobody can be (contract section 2).
import { messageOf } from '../fault.js';
import type { MemoryStore, StoreUnderTest } from '../../contract/port.js';
import { defaultPolicy } from '../../contract/policy.js';
import type { RefusalCode } from '../../contract/refusals.js';
import type { Services } from '../../contract/services.js';
import type { Folders } from '../folders.js';
import { describeThrown } from '../session.js';
import type { Troupe } from './target.js';

/** The name of what kills a mutant that lets such a memory, queue or runtime be made. */
export const construction = 'construction';

const somebody = { tenant: 'acme', subject: 'lin', scopes: ['profile'] };
const principal = { actorId: 'agent', ...somebody, provenances: ['user-confirmed'] };
const origin = { actor: 'agent', provenance: 'user-confirmed' };

interface Trial {
  readonly words: string;
  readonly make: (store: MemoryStore, services: Services) => unknown;
  /** The refusal, or what the made object must be. */
  readonly expected: RefusalCode | 'made';
}

const long = 'x'.repeat(129);

/** A way to spoil plain data, and what must come of it. */
type Spoilt = readonly [words: string, given: never, expected: RefusalCode | 'made'];

const given = (words: string, data: unknown, expected: RefusalCode | 'made'): Spoilt => [
  words,
  data as never,
  expected,
];

/** Wrong in one respect each, and sound ones at the edge of what is allowed. */
function spoilt(
  good: Readonly<Record<string, unknown>>,
  names: readonly string[],
  lists: readonly string[],
): readonly Spoilt[] {
  const change = (name: string, value: unknown) => ({ ...good, [name]: value });
  return [
    given('as it should be', good, 'made'),
    given('with a field too many', { ...good, role: 'admin' }, 'malformed'),
    given('of a class', Object.assign(new (class Person {})(), good), 'malformed'),
    ...[...names, ...lists].map((name) =>
      given(`with a number as ${name}`, change(name, 7), 'malformed'),
    ),
    ...names.flatMap((name) => [
      given(`with an empty ${name}`, change(name, ''), 'bad-text'),
      given(`with a ${name} of 129 characters`, change(name, long), 'bad-text'),
      given(`with a ${name} of 128 characters`, change(name, 'x'.repeat(128)), 'made'),
    ]),
    ...lists.map((name) => {
      const list = Object.assign([...(good[name] as readonly string[])], { extra: 1 });
      return given(`with ${name} that are no plain list`, change(name, list), 'malformed');
    }),
  ];
}

const people: readonly Spoilt[] = [
  ...spoilt(somebody, ['tenant', 'subject'], ['scopes']),
  given('with an empty scope', { ...somebody, scopes: ['profile', ''] }, 'bad-text'),
  given('with a scope of 129 characters', { ...somebody, scopes: [long] }, 'bad-text'),
];

const trials: readonly Trial[] = [
  ...people.map(([words, who, expected]): Trial => ({
    words: `a memory of somebody ${words}`,
    make: (store) => store.as(who),
    expected,
  })),
  ...spoilt(origin, ['actor'], []).map(([words, who, expected]): Trial => ({
    words: `a memory with an origin ${words}`,
    make: (store) => store.as(somebody, who),
    expected,
  })),
  ...people.map(([words, who, expected]): Trial => ({
    words: `a review queue of somebody ${words}`,
    make: (store, services) => services.createReviewQueue(store, who),
    expected,
  })),
  ...spoilt(principal, ['actorId', 'tenant', 'subject'], ['scopes', 'provenances']).map(
    ([words, who, expected]): Trial => ({
      words: `a runtime for a principal ${words}`,
      make: (store, services) => services.createRuntime(store, who),
      expected,
    }),
  ),
];

function outcomeOf({ make }: Trial, store: MemoryStore, services: Services): string {
  try {
    make(store, services);
    return 'made';
  } catch (thrown) {
    const outcome = describeThrown(thrown);
    return 'code' in outcome ? outcome.code : 'threw' in outcome ? outcome.threw : 'made';
  }
}

/** What is made though it must not be, or the other way round, in words; undefined for nothing. */
async function misconstruction(
  sut: StoreUnderTest,
  services: Services,
  directory: string,
): Promise<string | undefined> {
  const medium = 'memory';
  const store = await sut.open({ directory, handle: 0, policy: defaultPolicy, medium });
  try {
    for (const trial of trials) {
      const outcome = outcomeOf(trial, store, services);
      if (outcome !== trial.expected)
        return `${trial.words}: expected ${trial.expected}, got ${outcome}`;
    }
    return undefined;
  } finally {
    await store.close();
    await sut.destroy?.();
  }
}

/**
 * Makes memories, queues and runtimes of this store; in words what is made though it must not be, or
 * the other way round, undefined for nothing.
 */
export async function construct(
  { open, services }: Troupe,
  folders: Folders,
): Promise<string | undefined> {
  const directory = await folders.take();
  try {
    return await misconstruction(await open(), services, directory);
  } catch (thrown) {
    return messageOf(thrown);
  } finally {
    await folders.drop(directory);
  }
}
