// The shrink ladder: how many calls were left after each removal, as a picture and as a sentence.
import type { Counterexample } from '../../engine/result.js';
import { countWords, numberWords } from '../values.js';
import { type Markup, markup } from './markup.js';

/** Rungs that are named in the sentence before the middle is left out. */
const namedAtMost = 30;

/** Pixels: the bars, the room for a number above the highest, and the whole width if it fits. */
const [tallest, headroom, wide] = [72, 14, 320] as const;

/** `37, 20, 4, 3`; the middle of a long ladder is left out. */
function rungWords(ladder: readonly number[]): string {
  const named = ladder.map(numberWords);
  if (named.length <= namedAtMost) return named.join(', ');
  return [...named.slice(0, namedAtMost - 6), '…', ...named.slice(-5)].join(', ');
}

function sentenceOf(
  { from, steps, reproduced }: Counterexample,
  ladder: readonly number[],
): string {
  if (!reproduced)
    return 'The calls did not fail a second time, so none could be taken away: these are all of them.';
  const removals = ladder.length - 1;
  if (removals < 1)
    return `The ${countWords(from, 'call')} found stand here as they are: none was taken away.`;
  return (
    `${countWords(from, 'call')} failed at first. ${countWords(removals, 'removal')} left ` +
    `${numberWords(steps.length)}; no further removal kept the failure.`
  );
}

/** A bar for each rung, with its number where there is room. */
function picture(ladder: readonly number[]): Markup {
  const most = Math.max(1, ...ladder);
  const step = Math.min(40, Math.max(6, wide / ladder.length));
  const every = Math.ceil(24 / step);
  const rungs = ladder.map((calls, at) => {
    const tall = Math.max(1.5, Math.sqrt(calls / most) * tallest);
    const last = at === ladder.length - 1;
    const [x, y] = [at * step, headroom + tallest - tall];
    const isNamed = last || (at % every === 0 && ladder.length - 1 - at >= every);
    return markup`<rect${last ? markup` class="last"` : undefined} x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${(step * 0.8).toFixed(1)}" height="${tall.toFixed(1)}"/>${
      isNamed
        ? markup`<text x="${(x + step * 0.4).toFixed(1)}" y="${(y - 3).toFixed(1)}">${calls}</text>`
        : undefined
    }`;
  });
  const [width, height] = [Math.ceil(step * ladder.length), tallest + headroom];
  return markup`<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" aria-hidden="true" focusable="false">${rungs}</svg>
`;
}

/** The picture with its sentence, which says the same and stands for it where nobody sees. */
export function ladderFigure(found: Counterexample): Markup {
  const rungs = found.ladder.filter((calls, at) => calls !== found.ladder[at - 1]);
  return markup`<figure class="ladder">${rungs.length < 2 ? undefined : picture(rungs)}
<figcaption>${sentenceOf(found, rungs)}${
    found.reproduced && rungs.length > 1
      ? markup`<details class="more"><summary>Each removal</summary>
<p>Calls left after each removal: ${rungWords(rungs)}. The bars grow with the square root.</p></details>`
      : undefined
  }</figcaption></figure>
`;
}
