// The decisions of a review: who may decide, on what, and what a decision may still write.
import { type Guard, inCode, story } from './guard.js';

const rules = inCode('src/guards/review.ts');
const contract = '6';

export const reviewRules: readonly Guard[] = [
  ...rules('explainState', [
    {
      id: 'state-allows-review',
      sentence: 'What is forgotten, expired or ahead of the clock is not reviewed.',
      property: 'only-refusals',
      contract,
      text: 'code && new Refusal(code, { version: record.version })',
    },
  ]),
  ...rules('explainCurrent', [
    {
      id: 'state-comes-before-newness',
      sentence: 'The state of a record is looked at before its version.',
      property: 'clock-order',
      contract,
      text: 'refusal !== undefined',
    },
    {
      id: 'newer-than-the-attempt',
      sentence: 'A record that is no newer than the attempt gives nothing to review.',
      property: 'review',
      contract,
      text: 'current.version <= attemptedVersion',
    },
  ]),
  ...rules('isAsShown', [
    {
      id: 'gone-is-not-as-shown',
      sentence: 'A record that is gone is not the one that was shown.',
      property: 'refused-changes-nothing',
      contract,
      text: 'today === undefined',
      exempt: [
        {
          operator: 'ConditionalExpression',
          replacement: 'false',
          reason: 'A record that was shown is never gone: forgetting leaves its tombstone.',
        },
      ],
    },
    {
      id: 'every-field-as-shown',
      sentence: 'A decision holds only for a record that is the shown one in every field.',
      property: 'review',
      contract,
      text: 'others.length === fields.size && others.every(([name, value]) => fields.has(name) && fields.get(name) === value)',
    },
  ]),
  ...rules('reviewRules', [
    {
      id: 'approved-exactly-true',
      sentence: 'An approval is exactly true; 1, "yes" or an object is none.',
      property: 'exactly-true',
      contract,
      text: 'approved === true',
    },
    {
      id: 'choice-is-known',
      sentence: 'A choice is one of the two that there are.',
      property: 'review',
      contract,
      text: 'choices.some((each) => each === choice)',
    },
    {
      id: 'decided-once',
      sentence: 'A decided case gives its receipt again, and is not decided otherwise.',
      property: 'review',
      contract,
      text: 'receipt.choice === choice',
    },
    {
      id: 'not-before-prepared',
      sentence: 'A case is not decided before it was prepared.',
      property: 'review',
      contract,
      text: 'now < shown.preparedAt',
    },
    {
      id: 'expiry-of-case',
      sentence: 'A case is open up to its expiry second, and not from then on.',
      property: 'expiry',
      contract,
      text: 'now >= shown.expiresAt',
    },
    {
      id: 'candidate-as-prepared',
      sentence: 'What is written is the candidate as it was prepared.',
      property: 'domains',
      contract,
      text: '(shown) => shown.candidate',
    },
    {
      id: 'conflicts-close-a-case',
      sentence: 'A conflict of the decision closes the case.',
      property: 'review',
      contract,
      text: "kind === 'conflict'",
    },
    {
      id: 'invalid-candidates-close-a-case',
      sentence: 'A candidate that is no longer valid closes the case.',
      property: 'review',
      contract,
      text: "kind === 'invalid'",
    },
    {
      id: 'failures-leave-a-case-open',
      sentence: 'A store that fails leaves the case open.',
      property: story,
      contract,
      text: "kind === 'conflict' || kind === 'invalid'",
    },
  ]),
];
