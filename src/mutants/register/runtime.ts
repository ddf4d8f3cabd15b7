// The guards of a runtime: what is checked before an invocation is made, and before it is used.
import { construction, type Guard, inCode } from './guard.js';

const runtimes = inCode('src/services/runtime.ts');
const access = inCode('src/services/store-access.ts');
const contract = '7';

export const runtime: readonly Guard[] = [
  ...access('openGate', [
    {
      id: 'closed-for-services',
      sentence: 'After closing, every operation of a service is refused as `closed`.',
      property: 'closed',
      contract: '5',
      text: 'store.closed ?? learned',
    },
  ]),
  ...runtimes('invoke', [
    {
      id: 'shape-of-request',
      sentence: 'A request has a scope, a provenance and a now, and nothing else.',
      property: 'domains',
      contract,
      text: "readShape(InvocationRequest, 'request', request)",
    },
    {
      id: 'scope-before-invocation',
      sentence: 'A scope outside the allow-list is denied before there is an invocation.',
      property: 'scope-isolation',
      contract,
      text: '!rules.grantsScope(principal, scope)',
    },
    {
      id: 'provenance-before-invocation',
      sentence: 'A provenance outside the allow-list is denied before there is one.',
      property: 'provenance',
      contract,
      text: '!rules.grantsProvenance(principal, provenance)',
    },
    {
      id: 'now-of-invocation',
      sentence: 'The now of an invocation is a time.',
      property: 'domains',
      contract,
      text: "checkTime(now, 'now')",
    },
  ]),
  ...runtimes('requireOwn', [
    {
      id: 'forged-is-denied',
      sentence: 'An invocation that this runtime did not issue opens nothing.',
      property: 'invocation',
      contract,
      text: '!rules.isIssued(issued, invocation)',
    },
  ]),
  ...runtimes('requireEvidence', [
    {
      id: 'provenance-that-vouches',
      sentence: 'A provenance that vouches for nothing may only propose.',
      property: 'provenance',
      contract,
      text: "rules.evidenceOf(provenance) ?? refuse('provenance')",
    },
  ]),
  ...runtimes('create', [
    {
      id: 'own-invocation-creates',
      sentence: 'Creating asks first for an invocation of this runtime.',
      property: 'invocation',
      contract,
      text: 'requireOwn(office, invocation)',
    },
    {
      id: 'payload-of-create',
      sentence: 'What is created names no scope, actor, provenance or evidence.',
      property: 'domains',
      contract,
      text: "readShape(Payload, 'payload', payload)",
    },
    {
      id: 'vouched-create',
      sentence: 'Creating needs a provenance that vouches for the fact.',
      property: 'provenance',
      contract,
      text: 'requireEvidence(office, issued)',
    },
  ]),
  ...runtimes('update', [
    {
      id: 'own-invocation-updates',
      sentence: 'Updating asks first for an invocation of this runtime.',
      property: 'invocation',
      contract,
      text: 'requireOwn(office, invocation)',
    },
    {
      id: 'payload-of-update',
      sentence: 'What is updated names no scope, actor, provenance or evidence.',
      property: 'domains',
      contract,
      text: "readShape(Payload, 'payload', payload)",
    },
    {
      id: 'shape-of-update',
      sentence: 'Updating names a version, and nothing else.',
      property: 'domains',
      contract,
      text: "readShape(UpdateTerms, 'terms', terms)",
    },
    {
      id: 'vouched-update',
      sentence: 'Updating needs a provenance that vouches for the fact.',
      property: 'provenance',
      contract,
      text: 'requireEvidence(office, issued)',
    },
  ]),
  ...runtimes('read', [
    {
      id: 'own-invocation-reads',
      sentence: 'Reading asks first for an invocation of this runtime.',
      property: 'invocation',
      contract,
      text: 'requireOwn(office, invocation)',
    },
    {
      id: 'key-of-read-is-text',
      sentence: 'The key to read is a well-formed text.',
      property: 'domains',
      contract,
      text: "readText('key', key)",
    },
    {
      id: 'vouched-read',
      sentence: 'Reading needs a provenance that may write.',
      property: 'provenance',
      contract,
      text: 'requireEvidence(office, issued)',
    },
    {
      id: 'read-asks-for-the-state',
      sentence: 'Reading looks at the state of a record before it shows it.',
      property: 'read-paths-agree',
      contract,
      text: 'record !== undefined && office.rules.isReadable(record, now)',
    },
  ]),
  ...runtimes('runtimeWith', [
    {
      id: 'principal-of-runtime',
      sentence: 'A runtime acts for a principal that was judged before it was made.',
      property: construction,
      contract,
      text: 'readPrincipal(principal)',
    },
  ]),
];
