// Weaker: there is one record.
import * as fc from 'fast-check';
import { forAll, lin, someFact } from 'touchstone/lesson';

/** Short texts of few characters, so that one often holds the other. */
const texts = (minLength: number, maxLength: number) =>
  fc
    .array(fc.constantFrom('a', 'A', '_', '%', 'b'), { minLength, maxLength })
    .map((characters) => characters.join(''));

export const property = forAll(
  {
    value: texts(1, 4),
    confidence: fc.constantFrom(1, 0.8),
    text: texts(0, 2),
    minConfidence: fc.constantFrom(0.8, 1),
  },
  async ({ store }, { value, confidence, text, minConfidence }) => {
    const memory = store.as(lin());
    const key = 'response_style';
    await memory.remember(someFact({ value, confidence }), {
      evidence: 'user_confirmed',
      expectedVersion: 0,
      now: 2000,
    });
    const isWanted = confidence >= minConfidence && value.includes(text);
    const found = await memory.search('profile', { now: 2000, text, minConfidence });
    if (found.length !== (isWanted ? 1 : 0)) return false;

    await memory.forget('profile', key, { expectedVersion: 1, now: 2010, userConfirmed: true });
    await memory.restore('profile', key, { expectedVersion: 2, now: 2020, userConfirmed: true });
    const record = await memory.inspect('profile', key);
    return record?.deletedAt === null && record.version === 3;
  },
);
