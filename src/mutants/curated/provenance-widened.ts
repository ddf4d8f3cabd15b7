// Writers that may only propose, allow-lists that allow all, and records that forget who wrote them.
import { Provenance } from '../../contract/identity.js';
import { runtimeRules } from '../../services/runtime-rules.js';
import { decorate, eachMemory } from '../decorate.js';
import type { CuratedMutant } from '../mutant.js';
import { bendRecords } from '../reads.js';
import { withRuntimeRules } from '../rules.js';

const property = 'provenance';
const needs = ['provenance', 'inspect', 'versions'] as const;

/** More provenances write than may, and less is known of who wrote. */
export const provenanceWidened: readonly CuratedMutant[] = [
  {
    id: 'agents-vouch-for-agents',
    property,
    misconception: 'What another agent worked out is as good as what a tool has measured.',
    needs,
    services: withRuntimeRules({
      evidenceOf: (provenance) =>
        provenance === 'agent-inferred' ? 'task_verified' : runtimeRules.evidenceOf(provenance),
    }),
  },
  {
    id: 'stated-is-confirmed',
    property,
    misconception: 'What the user said the user has confirmed, by saying it.',
    needs,
    services: withRuntimeRules({
      evidenceOf: (provenance) =>
        provenance === 'user-stated' ? 'user_confirmed' : runtimeRules.evidenceOf(provenance),
    }),
  },
  {
    id: 'provenance-list-ignored',
    property,
    misconception: 'The list of provenances documents a principal; nobody has to enforce it.',
    needs,
    services: withRuntimeRules({
      grantsProvenance: (_principal, provenance): provenance is Provenance =>
        Provenance.safeParse(provenance).success,
    }),
  },
  {
    id: 'actor-is-the-subject',
    property,
    misconception: 'Whose memory it is wrote it: the subject is the actor.',
    needs,
    wrap: () => (store) =>
      decorate(store, (identity, origin) =>
        store.as(identity, origin && { ...origin, actor: identity.subject }),
      ),
  },
  {
    id: 'provenance-not-kept',
    property,
    misconception: 'Provenance is needed to decide about a write, and of no use afterwards.',
    needs,
    wrap: () =>
      eachMemory((memory) => bendRecords(memory, (record) => ({ ...record, provenance: null }))),
  },
];
