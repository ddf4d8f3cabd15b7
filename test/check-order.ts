// The order of the checks of an operation: of two broken rules the earlier one is named.
import type { RefusalCode } from '../src/contract/refusals.js';

/** One way to break an operation, as the parts of a good call that it changes. */
export interface Fault<Parts> {
  readonly code: RefusalCode;
  readonly breaks: Partial<Parts>;
}

interface Breach {
  readonly broken: string;
  readonly got: string;
}

/** Faults that change the same part cannot be met in one call. */
const fitTogether = (a: object, b: object): boolean =>
  !Object.keys(a).some((part) => Object.hasOwn(b, part));

/**
 * Makes every call with one fault, and every call with two that fit together. Returns how many
 * calls named the first of their faults, and what the others came to.
 */
export async function breakEach<Parts>(
  good: Parts,
  faults: readonly Fault<Parts>[],
  call: (parts: Parts) => Promise<string>,
): Promise<{ readonly right: number; readonly wrong: readonly Breach[] }> {
  const wrong: Breach[] = [];
  let right = 0;
  const judge = async (broken: string, expected: RefusalCode, parts: Parts): Promise<void> => {
    const got = await call(parts);
    if (got === expected) right += 1;
    else wrong.push({ broken, got });
  };
  for (const [at, first] of faults.entries()) {
    await judge(first.code, first.code, { ...good, ...first.breaks });
    for (const second of faults.slice(at + 1))
      if (fitTogether(first.breaks, second.breaks))
        await judge(`${first.code} before ${second.code}`, first.code, {
          ...good,
          ...first.breaks,
          ...second.breaks,
        });
  }
  return { right, wrong };
}
