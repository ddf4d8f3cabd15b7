// Invocations that nobody issued, and a create and an update that do each other's work.
import type { Invocation } from '../../contract/invocation.js';
import type { Services } from '../../contract/services.js';
import { isPlainObject } from '../../contract/shapes.js';
import { andThen } from '../../services/awaitable.js';
import { type RuntimeRules, runtimeRules } from '../../services/runtime-rules.js';
import { runtimeWith } from '../../services/runtime.js';
import { needInspect } from '../../services/store-access.js';
import { onRefusal } from '../decorate.js';
import type { CuratedMutant } from '../mutant.js';
import { withRuntimeRules } from '../rules.js';

const property = 'invocation';
const needs = ['provenance', 'inspect', 'versions'] as const;

const contentOf = ({ scope, provenance, now }: Partial<Invocation>): string =>
  JSON.stringify([scope, provenance, now]);

/** Runtimes that tell `noted` what they issue, and take for issued what `isKnown` says. */
const noting = (
  services: Services,
  noted: (invocation: Invocation) => void,
  isKnown: (given: unknown) => boolean,
): Services => {
  const isIssued: RuntimeRules['isIssued'] = (issued, given): given is Invocation =>
    runtimeRules.isIssued(issued, given) || isKnown(given);
  const create = runtimeWith({ ...runtimeRules, isIssued });
  return {
    ...services,
    createRuntime(store, principal) {
      const runtime = create(store, principal);
      return {
        ...runtime,
        invoke(request) {
          const invocation = runtime.invoke(request);
          noted(invocation);
          return invocation;
        },
      };
    },
  };
};

/** A copy, a likeness, and one of another runtime. */
export const invocationsForged: readonly CuratedMutant[] = [
  {
    id: 'cloned-invocation-accepted',
    property,
    misconception: 'An invocation is what it says, so a copy of a good one is as good.',
    needs,
    services: (services) => {
      const seen = new Set<string>();
      return noting(
        services,
        (invocation) => void seen.add(contentOf(invocation)),
        (given) => isPlainObject(given) && seen.has(contentOf(given)),
      );
    },
  },
  {
    id: 'hand-built-invocation-accepted',
    property,
    misconception: 'What has scope, provenance and now is an invocation: types are contracts.',
    needs,
    services: withRuntimeRules({
      isIssued: (_issued, given): given is Invocation =>
        isPlainObject(given) &&
        typeof given['scope'] === 'string' &&
        typeof given['provenance'] === 'string' &&
        typeof given['now'] === 'number',
    }),
  },
  {
    id: 'other-runtime-accepted',
    property,
    misconception: 'All runtimes of this process are trusted, so one register of them will do.',
    needs,
    services: (services) => {
      const everywhere = new WeakSet<object>();
      return noting(
        services,
        (invocation) => void everywhere.add(invocation),
        (given) => runtimeRules.isIssued(everywhere, given),
      );
    },
  },
  {
    id: 'create-overwrites',
    property,
    misconception: 'Create is an upsert: what was there is replaced by what is wanted.',
    needs,
    services: withRuntimeRules({
      insert: (memory, fact, terms) =>
        onRefusal(
          'exists',
          () => runtimeRules.insert(memory, fact, terms),
          () =>
            andThen(needInspect(memory, 'An upsert').inspect(fact.scope, fact.key), (record) =>
              memory.remember(fact, { ...terms, expectedVersion: record?.version ?? 0 }),
            ),
        ),
    }),
  },
  {
    id: 'update-creates',
    property,
    misconception: 'An update based on version 0 is based on nothing, so it may create something.',
    needs,
    services: withRuntimeRules({
      replace: (memory, fact, terms) =>
        terms.expectedVersion === 0
          ? memory.remember(fact, terms)
          : runtimeRules.replace(memory, fact, terms),
    }),
  },
];
