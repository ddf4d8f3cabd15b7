// What was not decided: properties that are inconclusive, not claimed or not selected, each with its reason.
import type { CheckReport, PropertyResult, PropertyVerdict } from '../../engine/result.js';
import { remarkLines } from '../evidence.js';
import { verdictColour, verdictWords } from '../verdict.js';
import { type Markup, markup, type Piece } from './markup.js';
import { propertyAnchor } from './steps.js';

/** What each of these verdicts means, and what to do about it. */
const meanings = {
  inconclusive:
    'The check cannot tell whether these hold: nothing failed, but they were not put to the test ' +
    'well enough. Each one says why. More sequences (--runs) help where it came up too rarely.',
  'not-claimed':
    'The store does not claim what these need, so they were not checked. That is no fault; claim ' +
    'the capability to have them checked.',
  'not-selected': 'They were left out on request. Check without --properties to include them.',
} as const satisfies Partial<Record<PropertyVerdict, string>>;

/** What to do about a reason that a newcomer could not act on, by the words it begins with. */
const remedies: readonly (readonly [start: string, remedy: string])[] = [
  [
    'the store does not say its module',
    'Give the store the property module: import.meta.url, and make it the default export of that file.',
  ],
];

const remedyOf = (reason: string): string =>
  remedies
    .filter(([start]) => reason.startsWith(start))
    .map(([, remedy]) => ` ${remedy}`)
    .join('');

type OpenVerdict = keyof typeof meanings;

const groupOf = (verdict: OpenVerdict, properties: readonly PropertyResult[]): Piece => {
  const own = properties.filter((property) => property.verdict === verdict);
  if (own.length === 0) return undefined;
  return markup`<h3>${own.length} <span class="badge ${verdictColour[verdict]}">${verdictWords[verdict]}</span></h3>
<p>${meanings[verdict]}</p>
<dl class="beliefs">${own.map(
    ({ id, sentence, reason }) => markup`<div><dt><a href="#${propertyAnchor(id)}">${id}</a></dt>
<dd>${sentence}${
      reason === undefined
        ? undefined
        : markup` <strong>Reason: ${reason}.${remedyOf(reason)}</strong>`
    }</dd></div>
`,
  )}</dl>
`;
};

/** The part of the page about what stays open; it says so where nothing does. */
export function openPart(report: CheckReport, stopped: string | undefined): Markup {
  const { properties, error } = report;
  const remarks = [...(stopped === undefined ? [] : [stopped]), ...remarkLines(report)];
  const groups = (['inconclusive', 'not-claimed', 'not-selected'] as const)
    .map((verdict) => groupOf(verdict, properties))
    .filter((group) => group !== undefined);
  const isNothing = groups.length === 0 && remarks.length === 0 && error === undefined;
  return markup`<section id="open" aria-labelledby="open-title">
<h2 id="open-title">What was not decided</h2>
${remarks.map((line) => markup`<p>${line}</p>`)}${groups}${
    error === undefined
      ? undefined
      : markup`<h3>What the harness threw</h3>
<pre tabindex="0" aria-label="What the harness threw">${error}</pre>`
  }${isNothing ? markup`<p>Nothing stays open: every property was selected, claimed and decided.</p>` : undefined}</section>
`;
}
