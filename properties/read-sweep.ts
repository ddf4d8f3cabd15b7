// Reads change nothing, so after an accepted write one step can ask all of them.
import type { MemoryRecord, SearchTerms } from '../src/contract/fact.js';
import type { Identity } from '../src/contract/identity.js';
import type { Call, Operation } from '../src/contract/operations.js';
import { identityAt, type Situation } from './situation.js';
import { twinTransforms } from './world/names.js';

/** Texts that a pattern match or a case fold would find in this value. */
const textTwins = (value: string): readonly string[] => {
  const [first = '', ...rest] = value;
  const twins = [
    `_${rest.join('')}`,
    '%',
    '.',
    first === '_' ? '%' : '_',
    value.toUpperCase(),
    value.toLowerCase(),
    first,
    value,
    value.normalize('NFD'),
  ];
  return twins.filter((text) => text.length > 0 && [...text].length <= 300);
};

/** People a store might take for this one. */
function peopleTwins(s: Situation, { tenant, subject }: MemoryRecord): readonly Identity[] {
  const { dice } = s;
  return dice.some(twinTransforms, 2).flatMap((transform) => {
    const twin = dice.oneIn(2)
      ? { tenant: transform(tenant), subject }
      : { tenant, subject: transform(subject) };
    const named = [twin.tenant, twin.subject].every(
      (name) => name.length > 0 && [...name].length <= 128,
    );
    return named ? [identityAt(s, twin)] : [];
  });
}

/** Invocations through which the principal could read this record. */
const invocationsFor = (
  s: Situation,
  { tenant, subject, scope }: MemoryRecord,
): readonly string[] => {
  const { principal } = s.world.setup;
  if (principal.tenant !== tenant || principal.subject !== subject) return [];
  return [...s.state.invocations].flatMap(([label, issued]) =>
    issued.scope === scope ? [label] : [],
  );
};

/** The reads that can tell whether this record is what the model says, and seen by whom it should. */
export function readsOf(s: Situation, record: MemoryRecord): readonly Call[] {
  const { dice, world, now } = s;
  const { scope, key, expiresAt, updatedAt } = record;
  const as = identityAt(s, record);
  const search = (terms: SearchTerms): Operation => ({ do: 'search', as, scope, terms });
  const all = { minConfidence: 0, limit: 20 };
  const instants = [
    ...(expiresAt === null ? [] : [expiresAt - 1, expiresAt]),
    ...(updatedAt === 0 ? [] : [updatedAt - 1]),
  ];
  const aliases = world.setup.policy.flatMap((rule) =>
    Object.entries(rule.aliases ?? {}).flatMap(([alias, name]) => (name === key ? [alias] : [])),
  );
  const otherScopes = dice.some(
    world.scopes.filter((each) => each !== scope),
    1,
  );
  const searches: Operation[] = [
    search({ now, ...all }),
    search({ now }),
    { do: 'context', as, scope, terms: { now } },
    search({ now, minConfidence: record.confidence, limit: 1 + dice.below(3) }),
    ...instants.map((instant) => search({ now: instant, ...all })),
    ...dice.some(textTwins(record.value), 4).map((text) => search({ now, ...all, text })),
    ...otherScopes.map((other): Operation => ({ do: 'search', as, scope: other, terms: { now } })),
  ];
  if (expiresAt !== null && dice.oneIn(2))
    searches.push({ do: 'context', as, scope, terms: { now: expiresAt } });
  const inspections: Operation[] = [
    { do: 'inspect', as, scope, key },
    ...aliases.map((alias): Operation => ({ do: 'inspect', as, scope, key: alias })),
    ...otherScopes.map((other): Operation => ({ do: 'inspect', as, scope: other, key })),
    ...peopleTwins(s, record).map((twin): Operation => ({ do: 'inspect', as: twin, scope, key })),
  ];
  const throughRuntime = dice.some(invocationsFor(s, record), 1);
  const first = dice.below(world.handles);
  const second = world.handles - 1 - first;
  const calls: readonly Call[] = [
    ...inspections.map((operation) => ({ client: first, operation })),
    { client: second, operation: { do: 'inspect', as, scope, key } },
    ...throughRuntime.map((invocation): Call => ({
      client: 0,
      operation: { do: 'read', invocation, key },
    })),
    ...searches.map((operation) => ({ client: dice.oneIn(3) ? second : first, operation })),
  ];
  return calls.filter((call) => world.alphabet.has(call.operation.do));
}

/** For a store without a raw view: every known address and its neighbours, through the port. */
export function everyAddress(s: Situation): readonly Call[] {
  const { tenants, subjects } = s.world;
  return [...s.state.records.values()].flatMap(({ tenant, subject, scope, key }) => {
    const people = [
      ...tenants.map((each) => ({ tenant: each, subject })),
      ...subjects.map((each) => ({ tenant, subject: each })),
    ];
    return people.map((person): Call => ({
      client: 0,
      operation: { do: 'inspect', as: identityAt(s, person), scope, key },
    }));
  });
}
