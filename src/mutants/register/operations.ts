// The guards of a memory's operations: what each one checks before it comes to a statement.
import { type Guard, inCode } from './guard.js';

const memory = inCode('src/stores/sqlite/memory.ts');
const session = inCode('src/stores/sqlite/session.ts');
const context = inCode('src/guards/context.ts');

export const operations: readonly Guard[] = [
  ...session('checkOpen', [
    {
      id: 'closed-is-named',
      sentence: 'After closing, every operation of the store is refused as `closed`.',
      property: 'only-refusals',
      contract: '5',
      text: 'connection.closed',
    },
  ]),
  ...memory('decision', [
    {
      id: 'open-for-decisions',
      sentence: 'Forgetting and restoring ask first whether the store is open.',
      property: 'closed',
      contract: '5',
      text: 'checkOpen(session)',
    },
    {
      id: 'scope-of-decisions-is-text',
      sentence: 'The scope of a decision is a well-formed text.',
      property: 'domains',
      contract: '2',
      text: "readText('scope', scope)",
    },
    {
      id: 'key-of-decisions-is-text',
      sentence: 'The key of a decision is a well-formed text.',
      property: 'domains',
      contract: '2',
      text: "readText('key', key)",
    },
    {
      id: 'shape-of-decisions',
      sentence: 'A decision has its three terms, and nothing else.',
      property: 'domains',
      contract: '2',
      text: "readShape(DecisionTerms, 'terms', terms)",
    },
    {
      id: 'decided-exactly-true',
      sentence: 'Forgetting and restoring need a decision that is exactly true.',
      property: 'exactly-true',
      contract: '5',
      text: 'asked.userConfirmed !== true',
    },
    {
      id: 'now-of-decisions',
      sentence: 'The now of a decision is a time.',
      property: 'domains',
      contract: '5',
      text: "checkTime(asked.now, 'now')",
    },
    {
      id: 'version-of-decisions',
      sentence: 'The version that a decision names is a version.',
      property: 'domains',
      contract: '5',
      text: 'checkVersion(asked.expectedVersion)',
    },
    {
      id: 'length-of-key-of-decisions',
      sentence: 'The key of a decision has 1 to 128 code points.',
      property: 'domains',
      contract: '5',
      text: "checkLength(name, limits.name, 'key')",
    },
    {
      id: 'scope-of-decisions-is-granted',
      sentence: 'Nobody forgets or restores in a scope he was not granted.',
      property: 'scope-isolation',
      contract: '5',
      text: 'checkScope(identity, scope)',
    },
    {
      id: 'statement-decides-decisions',
      sentence: 'Whether to forget or restore is decided by the statement alone.',
      property: 'read-paths-agree',
      contract: '4',
      text: 'records[decide](address, known)',
    },
  ]),
  ...memory('search', [
    {
      id: 'open-for-search',
      sentence: 'A search asks first whether the store is open.',
      property: 'closed',
      contract: '5',
      text: 'checkOpen(session)',
    },
    {
      id: 'scope-of-search-is-text',
      sentence: 'The scope of a search is a well-formed text.',
      property: 'domains',
      contract: '2',
      text: "readText('scope', scope)",
    },
    {
      id: 'shape-of-search',
      sentence: 'A search has the terms that are written down, and nothing else.',
      property: 'domains',
      contract: '2',
      text: "readShape<SearchTerms>(schema, 'terms', terms)",
    },
    {
      id: 'scope-of-search-is-granted',
      sentence: 'Nobody searches a scope he was not granted.',
      property: 'scope-isolation',
      contract: '5',
      text: 'checkScope(identity, scope)',
    },
    {
      id: 'terms-of-search',
      sentence: 'The terms of a search are judged before anything is read.',
      property: 'read-paths-agree',
      contract: '5',
      text: 'checkSearchTerms(asked)',
    },
  ]),
  ...memory('remember', [
    {
      id: 'open-for-remember',
      sentence: 'Remembering asks first whether the store is open.',
      property: 'closed',
      contract: '5',
      text: 'checkOpen(session)',
    },
    {
      id: 'shape-of-fact',
      sentence: 'A fact has the fields that are written down, and nothing else.',
      property: 'domains',
      contract: '2',
      text: "readShape(Fact, 'fact', fact)",
    },
    {
      id: 'shape-of-remember',
      sentence: 'Remembering has its three terms, and nothing else.',
      property: 'domains',
      contract: '2',
      text: "readShape(RememberTerms, 'terms', terms)",
    },
    {
      id: 'candidate-of-remember',
      sentence: 'A fact is judged by policy and domain before it is written.',
      property: 'evidence',
      contract: '5',
      text: 'checkCandidate(session.policy, asked, given.evidence, given.now)',
    },
    {
      id: 'version-of-remember',
      sentence: 'The version that a fact is to replace is a version.',
      property: 'domains',
      contract: '5',
      text: 'checkVersion(given.expectedVersion)',
    },
    {
      id: 'scope-of-remember-is-granted',
      sentence: 'Nobody writes to a scope he was not granted.',
      property: 'scope-isolation',
      contract: '5',
      text: 'checkScope(identity, candidate.scope)',
    },
    {
      id: 'statement-decides-remember',
      sentence: 'Whether a fact is written is decided by the statement alone.',
      property: 'read-paths-agree',
      contract: '4',
      text: 'records.write(author, candidate, evidence, known)',
    },
  ]),
  ...memory('inspect', [
    {
      id: 'open-for-inspect',
      sentence: 'Inspecting asks first whether the store is open.',
      property: 'only-refusals',
      contract: '5',
      text: 'checkOpen(session)',
    },
    {
      id: 'scope-of-inspect-is-text',
      sentence: 'The scope to inspect is a well-formed text.',
      property: 'domains',
      contract: '2',
      text: "readText('scope', scope)",
    },
    {
      id: 'key-of-inspect-is-text',
      sentence: 'The key to inspect is a well-formed text.',
      property: 'only-refusals',
      contract: '2',
      text: "readText('key', key)",
    },
    {
      id: 'length-of-key-of-inspect',
      sentence: 'The key to inspect has 1 to 128 code points.',
      property: 'domains',
      contract: '5',
      text: "checkLength(name, limits.name, 'key')",
    },
    {
      id: 'scope-of-inspect-is-granted',
      sentence: 'Nobody inspects a scope he was not granted.',
      property: 'scope-isolation',
      contract: '5',
      text: 'checkScope(identity, scope)',
    },
  ]),
  ...context('contextEnvelope', [
    {
      id: 'context-has-no-authority',
      sentence: 'What a prompt is given says that it gives no right to act.',
      property: 'context',
      contract: '5',
      text: 'actionAuthority: false',
    },
  ]),
];
