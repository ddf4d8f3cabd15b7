// Bad inputs replay: what JSON lacks comes back from its escaped form.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escape, oddObjects, unescape } from '../src/contract/escape.js';

const oddNumbers = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0, 2 ** 53];
const leaves = fc.oneof(
  fc.constantFrom<unknown>(...oddNumbers, undefined, null, 10n, '\ud800', 'a\u0000', '__proto__'),
  fc.double(),
  fc.string({ unit: 'grapheme' }),
);
const odd = fc
  .tuple(fc.constantFrom(...Object.values(oddObjects)), fc.dictionary(fc.string(), leaves))
  .map(([make, fields]) => make(fields));
const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    leaves,
    odd,
    fc.array(tie('value')),
    fc.dictionary(fc.constantFrom('a', '$', '__proto__', 'value'), tie('value')),
  ),
})).value;

test('the escaped form is JSON, and a value always comes back from it as it was', () => {
  fc.assert(
    fc.property(values, (value) => {
      const text = JSON.stringify(escape(value));
      const back = unescape(JSON.parse(text) as never);
      expect(JSON.stringify(escape(back))).toBe(text);
    }),
    { seed: 1, endOnFailure: true },
  );
});

test.each(Object.entries(oddObjects))(
  'an object made with %s is made that way again',
  (name, make) => {
    const original = make({ scope: 'profile', now: 1 });
    const back = unescape(escape(original)) as object;
    expect(Object.isFrozen(back)).toBe(name === 'frozen');
    expect(Object.getOwnPropertySymbols(back).length).toBe(name === 'symbol-key' ? 1 : 0);
    expect(Object.keys(back)).toEqual(Object.keys(original));
    const isData = 'value' in (Object.getOwnPropertyDescriptor(back, 'now') ?? { value: 1 });
    expect(isData).toBe(name !== 'getters');
    expect(Object.getPrototypeOf(back) === null).toBe(name === 'null-prototype');
  },
);

test('numbers keep their identity: NaN is NaN and minus zero is minus zero', () => {
  for (const number of oddNumbers) expect(Object.is(unescape(escape(number)), number)).toBe(true);
});
