// Values, texts and spoilt values: what comes back changed from a careless store.
import type { Identity } from '../../src/contract/identity.js';
import { oddObjects } from '../../src/contract/escape.js';

/** Texts a fact may hold; each is changed by some transform a store must not apply. */
export const values: readonly string[] = [
  ' A\u00e9_%b ',
  'Ae\u0301X\u{1f600}b',
  'a',
  'b',
  'a_b',
  'aXb',
  'A',
  '%',
  '\u00e9',
  'e\u0301',
  "a'b",
  '2',
  '02',
  '__proto__',
  'x'.repeat(300),
  '\u{1f600}'.repeat(300),
];

export const searchTexts: readonly string[] = [
  'a',
  'b',
  '_',
  '%',
  'A',
  'X',
  '*',
  '\u00e9',
  'e',
  ' ',
  '\u{1f600}',
  '.',
  'a_b',
];

export const confidences: readonly number[] = [1, 0.8, 0.9, 0.79, 0.5, 0, -0, 1, 0.85];

/** Wrong in place of a text: wrong types, or no text this contract allows. */
export const spoiltTexts: readonly unknown[] = [
  undefined,
  null,
  true,
  3,
  10n,
  {},
  [],
  '\ud800',
  'a\udc00b',
  'a\u0000b',
  '',
  'x'.repeat(301),
  '\u{1f600}'.repeat(301),
];

/** Wrong in place of a number, or a number outside every domain. */
export const spoiltNumbers: readonly unknown[] = [
  undefined,
  null,
  true,
  '3',
  3.5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  -1,
  -0,
  2 ** 53,
  10n,
  {},
];

/** In place of `true`: what is only truthy, or no decision at all. */
export const undecided: readonly unknown[] = ['true', 1, 'yes', {}, [], undefined, false, null];

/** In place of the evidence a rule asks for. */
export const noEvidence: readonly unknown[] = [
  'approved',
  'user_confirmed',
  'task_verified',
  'USER_CONFIRMED',
  true,
  undefined,
  null,
];

const disguises = Object.values(oddObjects);

/** The same fields in an object of another make: an instance, getters, an extra symbol … */
export const disguisesOf = (fields: object): readonly unknown[] => [
  ...disguises.map((disguise) => disguise({ ...fields })),
  [fields],
  null,
  'text',
];

/** Identities that nobody can have: each is refused before anything else is looked at. */
export const nobodiesLike = (somebody: Identity): readonly Identity[] => {
  const { tenant, subject, scopes } = somebody;
  const odd: readonly unknown[] = [
    ...['', '\u{1f600}'.repeat(129), '\ud800', 7].flatMap((name) => [
      { ...somebody, tenant: name },
      { ...somebody, subject: name },
      { ...somebody, scopes: [...scopes, name] },
    ]),
    { tenant, subject },
    { ...somebody, scopes: scopes.join(',') },
    { ...somebody, role: 'admin' },
    ...disguises.map((disguise) => disguise({ ...somebody })),
  ];
  return odd as readonly Identity[];
};
