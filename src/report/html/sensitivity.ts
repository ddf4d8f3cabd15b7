// The kill matrix: which broken copies of the store were caught, by which property, and how soon.
import type { CheckReport } from '../../engine/result.js';
import type { MutantResult } from '../../engine/sensitivity.js';
import { mutantLines } from '../evidence.js';
import { countWords, nameWords, numberWords } from '../values.js';
import { type Markup, markup, type Piece } from './markup.js';
import { propertyAnchor } from './steps.js';

const resultWords = ({ isCaught, sequences }: MutantResult): string =>
  isCaught ? `caught in sequence ${numberWords(sequences)}` : 'missed';

const mutantPiece = (mutant: MutantResult): Markup => {
  const { id, isCaught, sequences } = mutant;
  return markup`<li class="mutant ${isCaught ? 'good' : 'bad'}"><span aria-hidden="true">${
    isCaught ? '✓' : '✗'
  }</span> ${id} <span class="hidden">${resultWords(mutant)}</span><b aria-hidden="true">${
    isCaught ? numberWords(sequences) : 'missed'
  }</b></li>`;
};

const plainRow = (title: string, ids: readonly string[]): Piece =>
  ids.length === 0
    ? undefined
    : markup`<tr><th scope="row">${title}</th><td>${numberWords(ids.length)}</td><td><details><summary>which</summary>
<ul class="mutants">${ids.map((id) => markup`<li class="mutant">${id}</li>`)}</ul></details></td></tr>
`;

function matrix({
  tried,
  notTried,
  notApplicable,
}: NonNullable<CheckReport['sensitivity']>): Piece {
  const properties = [...new Set(tried.map(({ property }) => property))];
  const row = (id: string): Markup => {
    const own = tried.filter(({ property }) => property === id);
    const caught = own.filter(({ isCaught }) => isCaught).length;
    return markup`<tr><th scope="row"><a href="#${propertyAnchor(id)}">${id}</a></th>
<td class="${caught === own.length ? 'good' : 'bad'}">${caught} of ${own.length}</td>
<td><ul class="mutants">${own.map(mutantPiece)}</ul></td></tr>
`;
  };
  return markup`<div class="scroll" tabindex="0" role="group" aria-label="Mutants by property">
<table class="matrix"><caption>✓ caught by its property, with the number of sequences it took; ✗ missed.</caption>
<thead><tr><th scope="col">Property</th><th scope="col">Caught</th><th scope="col">Mutants that break it</th></tr></thead>
<tbody>${properties.map(row)}${plainRow('not tried', notTried)}${plainRow(
    'not applicable',
    notApplicable,
  )}</tbody></table></div>
${
  notTried.length === 0
    ? undefined
    : markup`<p class="quiet">Not tried: the calls set aside for mutants were spent. A longer check (--runs) tries more.</p>
`
}${
    notApplicable.length === 0
      ? undefined
      : markup`<p class="quiet">Not applicable: the store does not claim what they break.</p>
`
  }<details class="more"><summary>What each of the ${countWords(tried.length, 'mutant')} gets wrong</summary>
<dl class="beliefs">${tried.map(
    (mutant) =>
      markup`<div><dt>${mutant.id} <span class="quiet">breaks ${mutant.property}; ${resultWords(
        mutant,
      )}, ${countWords(mutant.operations, 'call')}</span></dt><dd>${mutant.misconception}</dd></div>
`,
  )}</dl></details>
`;
}

function whyNone({ verdict, operations, store }: CheckReport): string {
  const name = nameWords(store.name);
  if (operations === 0) return 'Nothing was called, so no mutant was tried.';
  return verdict === 'failed'
    ? `No mutants were tried, because ${name} fails itself: broken copies of it would prove nothing. ` +
        'Mend the store, then check again.'
    : 'No mutants were tried in this run, so nothing shows that it could have failed.';
}

/** The part of the page about mutants; folded where none were tried, because it says little then. */
export function sensitivityPart(report: CheckReport): Markup {
  const { sensitivity } = report;
  const why = markup`<p>A check that cannot fail proves nothing. So it also runs on <em>mutants</em>: copies of this store with
one promise broken on purpose. The property of that promise must fail.</p>
`;
  return markup`<section id="mutants" aria-labelledby="mutants-title">
<h2 id="mutants-title">Would the check have noticed?</h2>
${
  sensitivity !== undefined && sensitivity.tried.length > 0
    ? markup`${why}${mutantLines(report).map((line) => markup`<p><strong>${line}</strong></p>`)}
${matrix(sensitivity)}`
    : markup`<details class="more"><summary>No mutants were tried</summary>
<p>${whyNone(report)}</p>
${why}</details>
`
}</section>
`;
}
