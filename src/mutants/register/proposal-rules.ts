// The decisions about a proposal: what stands in the way of it, what it changes, what closes it.
import { type Guard, inCode, story } from './guard.js';

const guards = inCode('src/guards/confirmation.ts');
const rules = inCode('src/services/proposal-rules.ts');
const contract = '8';

export const proposalRules: readonly Guard[] = [
  ...guards('explainConfirmation', [
    {
      id: 'proposal-is-known',
      sentence: 'A proposal that nobody made is refused as `unknown-proposal`.',
      property: 'only-refusals',
      contract,
      text: 'kept === undefined',
    },
    {
      id: 'tenant-of-proposal-is-named',
      sentence: 'A proposal of another tenant is refused as if it were unknown.',
      property: 'confirmation',
      contract,
      text: 'kept.proposal.owner.tenant !== caller.tenant',
    },
    {
      id: 'subject-of-proposal-is-named',
      sentence: 'A proposal of another subject is refused as if it were unknown.',
      property: 'confirmation',
      contract,
      text: 'kept.proposal.owner.subject !== caller.subject',
    },
    {
      id: 'scope-of-proposal-is-named',
      sentence: 'A proposal in a scope that is granted no longer is refused as `scope`.',
      property: 'scope-isolation',
      contract,
      text: 'checkScope(caller, proposal.candidate.scope)',
    },
    {
      id: 'missing-confirmation-is-named',
      sentence: 'A confirmation that is not exactly true is refused as `not-confirmed`.',
      property: 'exactly-true',
      contract,
      text: 'confirmed !== true',
    },
    {
      id: 'digest-is-named',
      sentence: 'A confirmation of other content is refused as `wrong-digest`.',
      property: 'confirmation',
      contract,
      text: 'digest !== proposal.digest',
    },
    {
      id: 'decision-is-found',
      sentence: 'A proposal that was decided gives its stored decision.',
      property: 'only-refusals',
      contract,
      text: 'kept.decided !== null',
    },
    {
      id: 'start-of-proposal-is-named',
      sentence: 'A confirmation before the proposal was made is refused as `bad-time`.',
      property: 'domains',
      contract,
      text: 'now < proposal.proposedAt',
    },
    {
      id: 'expiry-of-proposal-is-named',
      sentence: 'A confirmation from the expiry second on is refused as `proposal-expired`.',
      property: 'expiry',
      contract,
      text: 'now >= proposal.expiresAt',
    },
    {
      id: 'one-off-is-named',
      sentence: 'A confirmation of what was meant for once is refused as `one-off`.',
      property: 'only-refusals',
      contract,
      text: "proposal.intent === 'once'",
    },
  ]),
  ...guards('isUnchanged', [
    {
      id: 'nothing-is-never-unchanged',
      sentence: 'Where no record is, there is something to write.',
      property: 'only-refusals',
      contract,
      text: 'record !== undefined',
    },
    {
      id: 'active-to-be-unchanged',
      sentence: 'A record that is not active says nothing yet.',
      property: 'confirmation',
      contract,
      text: "stateAt(record, now) === 'active'",
    },
    {
      id: 'same-kind-to-be-unchanged',
      sentence: 'Another kind is another content.',
      property: 'confirmation',
      contract,
      text: 'record.kind === candidate.kind',
    },
    {
      id: 'same-value-to-be-unchanged',
      sentence: 'Another value is another content.',
      property: 'confirmation',
      contract,
      text: 'record.value === candidate.value',
    },
    {
      id: 'same-confidence-to-be-unchanged',
      sentence: 'Another confidence is another content.',
      property: 'confirmation',
      contract,
      text: 'record.confidence === candidate.confidence',
    },
    {
      id: 'same-expiry-to-be-unchanged',
      sentence: 'Another expiry is another content.',
      property: 'confirmation',
      contract,
      text: 'record.expiresAt === candidate.expiresAt',
    },
  ]),
  ...guards('explainConfirmedWrite', [
    {
      id: 'base-version-is-named',
      sentence: 'A record that is not the one proposed for is refused as `stale-version`.',
      property: 'confirmation',
      contract,
      text: 'actual !== baseVersion',
    },
    {
      id: 'candidate-before-state',
      sentence: 'The policy of today is named before the state of the record.',
      property: 'only-refusals',
      contract,
      text: 'candidateRefusal ?? explainRemember(record, candidate.observedAt, { expectedVersion: baseVersion, now })',
    },
  ]),
  ...guards('giveDecision', [
    {
      id: 'refusal-is-repeated',
      sentence: 'A proposal that was closed by a refusal gives that refusal again.',
      property: 'confirmation',
      contract,
      text: "'refused' in decided",
    },
  ]),
  ...rules('digestOf', [
    {
      id: 'digest-of-content',
      sentence: 'Equal candidates have equal digests, and no others.',
      property: 'confirmation',
      contract,
      text: '{ scope: candidate.scope, kind: candidate.kind, key: candidate.key, value: candidate.value, sourceRef: candidate.sourceRef, observedAt: candidate.observedAt, confidence: candidate.confidence, expiresAt: candidate.expiresAt, }',
    },
  ]),
  ...rules('proposalRules', [
    {
      id: 'conflicts-close-a-proposal',
      sentence: 'A conflict of the write closes a proposal.',
      property: 'confirmation',
      contract,
      text: "kind === 'conflict'",
    },
    {
      id: 'invalid-candidates-close-a-proposal',
      sentence: 'A candidate that is no longer valid closes a proposal.',
      property: 'confirmation',
      contract,
      text: "kind === 'invalid'",
    },
    {
      id: 'failures-leave-a-proposal-open',
      sentence: 'A store that fails leaves a proposal open.',
      property: story,
      contract,
      text: "kind === 'conflict' || kind === 'invalid'",
    },
  ]),
];
