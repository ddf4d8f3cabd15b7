// A failing property: its promise, the calls that break it, how small they got, the replay.
import type { Counterexample, PropertyResult } from '../../engine/result.js';
import { foundWords, unsteady } from '../counterexample.js';
import { partingWords } from '../steps.js';
import { ladderFigure } from './ladder.js';
import { type Markup, markup, type Piece } from './markup.js';
import { startsFrom } from './start.js';
import { propertyAnchor, stepList } from './steps.js';

/** What the engine writes over arguments and answers; a store that shows it needs a word more. */
const scribbled = 'scribbled over';

const scribbleNote = ({ steps }: Counterexample): Piece =>
  steps.some((step) => partingWords(step).got.includes(scribbled))
    ? markup`<p class="note">After each call the check writes “${scribbled}” into what it passed and what it got,
as a careless caller might. A store that shows these words has kept hold of them.</p>
`
    : undefined;

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
  { replay, program }: Again,
): Markup {
  const anchor = propertyAnchor(id);
  const { reproduced } = counterexample;
  return markup`<article class="failing" id="${anchor}" aria-labelledby="${anchor}-title">
<h3 id="${anchor}-title"><a href="#${anchor}">${id}</a> <span class="badge bad">fails</span></h3>
<p class="promise"><span class="label">The promise</span> ${sentence}</p>
${scribbleNote(counterexample)}
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
