// The guards of proposing and confirming: what is checked, and what is done with a decision.
import { type Guard, inCode, story } from './guard.js';

const service = inCode('src/services/proposals.ts');
const ledger = inCode('src/stores/sqlite/proposals.ts');
const inMemory = inCode('src/services/proposal-ledger.ts');
const contract = '8';

export const confirmation: readonly Guard[] = [
  ...service('propose', [
    {
      id: 'caller-of-propose',
      sentence: 'Who proposes says who he is.',
      property: 'domains',
      contract,
      text: "readIdentity(caller, 'caller')",
    },
    {
      id: 'shape-of-proposed-candidate',
      sentence: 'A proposed candidate has the fields of a fact, and nothing else.',
      property: 'domains',
      contract,
      text: "readShape(Fact, 'candidate', candidate)",
    },
    {
      id: 'shape-of-propose',
      sentence: 'Proposing has the terms that are written down, and nothing else.',
      property: 'domains',
      contract,
      text: "readShape(ProposeTerms, 'terms', terms)",
    },
    {
      id: 'proposed-candidate',
      sentence: 'Only what a user may confirm is proposed.',
      property: 'domains',
      contract,
      text: "checkCandidate(policyIndex(), fact, 'user_confirmed', given.now)",
    },
    {
      id: 'proposed-candidate-stays',
      sentence: 'What was proposed cannot be changed.',
      property: 'no-aliasing',
      contract,
      text: "Object.freeze(checkCandidate(policyIndex(), fact, 'user_confirmed', given.now))",
    },
    {
      id: 'lifetime-of-proposal',
      sentence: 'A proposal lives 1 to 2592000 seconds.',
      property: 'domains',
      contract,
      text: 'checkLifetime(given.lifetime, limits.proposalLifetime, proposedAt)',
    },
  ]),
  ...service('confirm', [
    {
      id: 'caller-of-confirm',
      sentence: 'Who confirms says who he is.',
      property: 'domains',
      contract,
      text: "readIdentity(caller, 'caller')",
    },
    {
      id: 'shape-of-confirm',
      sentence: 'A confirmation has its four fields, and nothing else.',
      property: 'domains',
      contract,
      text: "readShape(Confirmation, 'confirmation', confirmation)",
    },
    {
      id: 'now-of-confirm',
      sentence: 'The now of a confirmation is a time.',
      property: 'domains',
      contract,
      text: "checkTime(given.now, 'now')",
    },
  ]),
  ...ledger('decide', [
    {
      id: 'equal-content-is-left',
      sentence: 'A record that says the same already is left as it is.',
      property: 'confirmation',
      contract,
      text: 'isUnchanged(record, candidate, now)',
    },
    {
      id: 'confirmed-candidate',
      sentence: 'A candidate is judged once more when it is confirmed.',
      property: 'only-refusals',
      contract,
      text: "checkCandidate(session.policy, candidate, 'user_confirmed', now)",
    },
    {
      id: 'statement-decides-confirm',
      sentence: 'A candidate that is refused is not written; else the statement decides.',
      property: 'read-paths-agree',
      contract,
      text: "!(checked instanceof Refusal) && records.write(author, checked, 'user_confirmed', terms)",
    },
    {
      id: 'denied-leaves-it-open',
      sentence: 'A confirmation that is denied leaves the proposal open.',
      property: 'confirmation',
      contract,
      text: "reason.kind === 'denied'",
    },
  ]),
  ...ledger('confirm', [
    {
      id: 'open-for-confirm',
      sentence: 'A confirmation asks first whether the store is open.',
      property: story,
      contract: '5',
      text: 'checkOpen(session)',
    },
    {
      id: 'claim-decides',
      sentence: 'Whether a proposal may be decided is for its claim to say.',
      property: 'confirmation',
      contract,
      text: '!claimed',
    },
    {
      id: 'standing-decision',
      sentence: 'A decision that stands is given again, and nothing is written.',
      property: 'only-refusals',
      contract,
      text: 'standing === undefined',
      exempt: [
        {
          operator: 'ConditionalExpression',
          replacement: 'false',
          reason: 'Only a broken invariant comes there: a claim that failed has a reason.',
        },
      ],
    },
  ]),
  ...ledger('add', [
    {
      id: 'open-for-propose',
      sentence: 'A proposal is kept only while the store is open.',
      property: story,
      contract: '5',
      text: 'checkOpen(session)',
    },
  ]),
  ...inMemory('settle', [
    {
      id: 'equal-content-is-left-in-memory',
      sentence: 'Without a file, too, a record that says the same is left as it is.',
      property: 'confirmation',
      contract,
      text: 'rules.isUnchanged(record, candidate, now)',
    },
    {
      id: 'only-answers-are-explained',
      sentence: 'A store that failed has refused nothing: what it threw is passed on.',
      property: story,
      contract,
      text: "!isRefusal(thrown) || thrown.kind === 'unavailable'",
    },
  ]),
  ...inMemory('decide', [
    {
      id: 'standing-decision-in-memory',
      sentence: 'Without a file, too, a decision that stands is given again.',
      property: 'confirmation',
      contract,
      text: 'decided !== undefined',
    },
    {
      id: 'refused-proposal-is-closed',
      sentence: 'Without a file, too, a proposal whose write was refused is closed.',
      property: story,
      contract,
      text: 'isRefusal(thrown) && rules.closes(thrown)',
    },
  ]),
];
