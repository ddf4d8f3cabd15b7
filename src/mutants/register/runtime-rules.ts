// The decisions of a runtime: which invocations are its own, and what one of them may write.
import { type Guard, inCode } from './guard.js';

const rules = inCode('src/services/runtime-rules.ts');
const contract = '7';

export const runtimeRules: readonly Guard[] = [
  ...rules('insert', [
    {
      id: 'create-never-replaces',
      sentence: 'Creating where any record is, is refused as `exists`.',
      property: 'invocation',
      contract,
      text: "isRefusal(thrown) && thrown.code === 'stale-version'",
    },
  ]),
  ...rules('replace', [
    {
      id: 'update-never-creates',
      sentence: 'Updating with version 0 creates nothing.',
      property: 'invocation',
      contract,
      text: 'expectedVersion !== 0',
    },
    {
      id: 'update-of-zero-names-zero',
      sentence: 'Updating a record with version 0 is refused as that version.',
      property: 'invocation',
      contract,
      text: "isRefusal(thrown) && thrown.code === 'stale-version'",
      exempt: [
        {
          operator: 'ConditionalExpression',
          replacement: 'false',
          reason: 'Only a fact of the refusal differs, and no property compares facts.',
        },
      ],
    },
  ]),
  ...rules('evidenceOf', [
    {
      id: 'user-confirmed-vouches',
      sentence: 'What the user confirmed is written with that evidence.',
      property: 'provenance',
      contract,
      text: "provenance === 'user-confirmed'",
    },
    {
      id: 'tool-verified-vouches',
      sentence: 'What a tool verified is written with that evidence, and nothing else is.',
      property: 'provenance',
      contract,
      text: "provenance === 'tool-verified'",
    },
  ]),
  ...rules('runtimeRules', [
    {
      id: 'scope-of-principal',
      sentence: 'An invocation is issued for a scope of the principal.',
      property: 'scope-isolation',
      contract,
      text: 'scopes.includes(scope)',
    },
    {
      id: 'provenance-of-principal',
      sentence: 'An invocation is issued for a provenance of the principal.',
      property: 'provenance',
      contract,
      text: 'provenances.some((each) => each === provenance)',
    },
    {
      id: 'invocation-is-issued',
      sentence: 'Only the very object that the runtime issued is an invocation.',
      property: 'invocation',
      contract,
      text: 'issued.has(invocation as object)',
    },
    {
      id: 'read-shows-active-records',
      sentence: 'Reading shows an active record, whatever its confidence, and no other.',
      property: 'read-paths-agree',
      contract,
      text: "stateAt(record, now) === 'active'",
    },
  ]),
];
