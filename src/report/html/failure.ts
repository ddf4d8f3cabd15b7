// A failing property: its promise, what went wrong in words, the calls, how small they got, the replay.
import type { Counterexample, PropertyResult } from '../../engine/result.js';
import { foundWords, setupWords, unsteady } from '../counterexample.js';
import { emphasisOf } from '../emphasis.js';
import { partingWords } from '../steps.js';
import { sizesWords } from './answer.js';
import { ladderFigure } from './ladder.js';
import { type Markup, markup, type Piece } from './markup.js';
import { callWords, partingAt, propertyAnchor, refusalMeaning, stepList } from './steps.js';

/** What the engine writes over arguments and answers; a store that shows it needs a word more. */
const scribbled = 'scribbled over';

const scribbleNote = ({ steps }: Counterexample): Piece =>
  steps.some((step) => partingWords(step).got.includes(scribbled))
    ? markup`<p class="note">After each call the check writes “${scribbled}” into what it passed and what it got,
as a careless caller might. A store that shows these words has kept hold of them.</p>
`
    : undefined;

/** The last call in words: what was asked, what the right answer is, what came. */
function wentWrong({ steps }: Counterexample, store: string): Piece {
  const at = partingAt(steps);
  const last = steps[at];
  if (last === undefined) return undefined;
  const { wanted, got, differences } = partingWords(last);
  const sizes = sizesWords(last);
  const lines = [...(sizes === undefined ? [] : [sizes]), ...differences];
  const meanings = [last.expected, last.actual].map(refusalMeaning);
  const meaning = (side: 0 | 1): Piece =>
    meanings[side] === undefined ? undefined : markup`<br><small>${meanings[side]}</small>`;
  return markup`<dl class="facts">
<div><dt>Call ${at + 1}</dt><dd><code>${callWords(last, emphasisOf(steps))}</code></dd></div>
<div><dt>right answer</dt><dd class="wanted"><code>${wanted}</code>${meaning(0)}</dd></div>
<div><dt>${store} answered</dt><dd class="got"><code>${got}</code>${meaning(1)}</dd></div>
${
  lines.length === 0
    ? undefined
    : markup`<div><dt>in detail</dt><dd>${lines.map(
        (line) => markup`<code class="line">${line}</code>`,
      )}</dd></div>
`
}</dl>
`;
}

function startsFrom({ setup, steps }: Counterexample): Piece {
  const pairs = setupWords(
    setup,
    steps.map(({ call }) => call.operation),
  );
  if (pairs.length === 0) return undefined;
  return markup`<h4>What the calls start from</h4>
<dl class="facts">${pairs.map(
    ([label, words]) =>
      markup`<div><dt>${label === '' ? 'and' : label}</dt><dd><code>${words}</code></dd></div>`,
  )}</dl>
`;
}

/** How to make the calls again: the command and the program, where there are such. */
export interface Again {
  readonly replay: string | undefined;
  readonly program: string | undefined;
}

const again = (replay: string | undefined): Piece =>
  replay === undefined
    ? undefined
    : markup`<h4>Run it again</h4>
<p>The file holds these calls. The command makes them again and says whether they still fail.</p>
<pre tabindex="0" aria-label="Replay command"><code>${replay}</code></pre>
`;

/** The part of the page about one failing property. */
export function failurePart(
  { id, sentence, counterexample }: PropertyResult & { readonly counterexample: Counterexample },
  store: string,
  { replay, program }: Again,
): Markup {
  const anchor = propertyAnchor(id);
  const { reproduced } = counterexample;
  return markup`<article class="failing" id="${anchor}" aria-labelledby="${anchor}-title">
<h3 id="${anchor}-title"><a href="#${anchor}">${id}</a> <span class="badge bad">fails</span></h3>
<p class="promise"><span class="label">The promise</span> ${sentence}</p>
<h4>How it is broken</h4>
${wentWrong(counterexample, store)}${scribbleNote(counterexample)}
${reproduced ? undefined : markup`<p class="caution"><strong>Caution.</strong> ${unsteady}</p>`}
<h4>The calls that show it</h4>
<p class="quiet">Found ${foundWords(counterexample)}. Choose a call, by click or arrow keys, to see
what the model and the store hold after it.</p>
${stepList(counterexample)}
${startsFrom(counterexample)}
<h4>How small it got</h4>
${ladderFigure(counterexample)}
${again(replay)}${
    program === undefined
      ? undefined
      : markup`<p>The same calls as a program of its own: <code>${program}</code></p>
`
  }</article>
`;
}
