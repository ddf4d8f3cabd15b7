// Weaker: no confidence is the threshold.
import * as fc from 'fast-check';
import { forAll, lin, someFact } from 'touchstone/lesson';

/** Short texts of few characters, so that one often holds the other. */
const texts = (minLength: number, maxLength: number) =>
  fc
    .array(fc.constantFrom('a', 'A', '_', '%', 'b'), { minLength, maxLength })
    .map((characters) => characters.join(''));

const confidences = fc.constantFrom(1, 0.9);
const keys = ['response_style', 'display_name'] as const;

export const property = forAll(
  {
    values: fc.tuple(texts(1, 4), texts(1, 4)),
    sure: fc.tuple(confidences, confidences),
    text: texts(0, 2),
    minConfidence: fc.constantFrom(0.8, 0.95),
    restored: fc.constantFrom(0, 1),
  },
  async ({ store }, { values, sure, text, minConfidence, restored }) => {
    const memory = store.as(lin());
    for (const at of [0, 1] as const) {
      const [kind, key] = [at === 0 ? 'preference' : 'profile', keys[at]];
      await memory.remember(someFact({ kind, key, value: values[at], confidence: sure[at] }), {
        evidence: 'user_confirmed',
        expectedVersion: 0,
        now: 2000,
      });
    }

    // The same question, answered without SQL: the surest first, then by key. 1 comes before 0.
    const wanted = ([1, 0] as const)
      .filter((at) => sure[at] >= minConfidence && values[at].includes(text))
      .toSorted((a, b) => sure[b] - sure[a])
      .map((at) => keys[at]);
    const found = await memory.search('profile', { now: 2000, text, minConfidence });
    if (found.map(({ key }) => key).join() !== wanted.join()) return false;

    // Two alike: the one that was named comes back, and the other stays forgotten.
    for (const key of keys)
      await memory.forget('profile', key, { expectedVersion: 1, now: 2010, userConfirmed: true });
    const terms = { expectedVersion: 2, now: 2020, userConfirmed: true };
    await memory.restore('profile', keys[restored] ?? keys[0], terms);
    const states = await Promise.all(keys.map(async (key) => memory.inspect('profile', key)));
    return states.every(
      (record, at) =>
        record?.deletedAt === (at === restored ? null : 2010) &&
        record.version === (at === restored ? 3 : 2),
    );
  },
);
