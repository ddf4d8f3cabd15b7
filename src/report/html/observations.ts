// What was seen: calls at stake for each property, situations with their minimum, outcomes by operation.
import { operationNames } from '../../contract/operations.js';
import type { CheckReport, PropertyResult, SituationResult } from '../../engine/result.js';
import { coverageLines } from '../evidence.js';
import { pastLines } from '../past.js';
import { countWords, numberWords } from '../values.js';
import { verdictColour, verdictWords } from '../verdict.js';
import { type Markup, markup, type Piece } from './markup.js';
import { propertyAnchor } from './steps.js';

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** A bar from 0 to 1, with a line at the minimum; the number beside it says the same. */
const bar = (share: number, colour: string, minimum?: number): Markup =>
  markup`<svg class="bar ${colour}" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" focusable="false"><rect class="track" width="100" height="8"/><rect class="value" width="${(
    Math.min(1, Math.max(0, share)) * 100
  ).toFixed(1)}" height="8"/>${
    minimum === undefined
      ? undefined
      : markup`<rect class="minimum" x="${(minimum * 100 - 0.5).toFixed(1)}" width="1" height="8"/>`
  }</svg>`;

/** Counts differ by orders of magnitude, so the bars grow with the logarithm. */
const logShare = (count: number, most: number): number =>
  most === 0 ? 0 : Math.log10(1 + count) / Math.log10(1 + most);

/** What failed comes first, then what was not decided; within a verdict the suite's order stays. */
const order = ['fails', 'inconclusive', 'holds', 'not-claimed', 'not-selected'];

const inOrder = (properties: readonly PropertyResult[]): readonly PropertyResult[] =>
  properties.toSorted((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));

function propertyTable(properties: readonly PropertyResult[]): Markup {
  const most = Math.max(0, ...properties.map(({ observations }) => observations));
  const row = ({ id, sentence, verdict, observations, counterexample }: PropertyResult): Markup => {
    const colour = verdictColour[verdict];
    const anchor = counterexample === undefined ? markup` id="${propertyAnchor(id)}"` : undefined;
    return markup`<tr${anchor}><th scope="row"><a href="#${propertyAnchor(id)}">${id}</a><small>${sentence}</small></th>
<td class="${colour}">${verdictWords[verdict]}</td>
<td class="count">${countWords(observations, 'call')}${bar(logShare(observations, most), colour)}</td></tr>
`;
  };
  return markup`<div class="scroll" tabindex="0" role="group" aria-label="Properties">
<table class="bars"><caption>Calls that put each property to the test. Each bar grows with the logarithm of its number.</caption>
<thead><tr><th scope="col">Property</th><th scope="col">Verdict</th><th scope="col">Calls at stake</th></tr></thead>
<tbody>${inOrder(properties).map(row)}</tbody></table></div>
`;
}

function situationTable(situations: readonly SituationResult[], sequences: number): Piece {
  if (situations.length === 0 || sequences === 0) return undefined;
  const row = (each: SituationResult): Markup => {
    const share = each.sequences / sequences;
    const colour = each.enough ? 'good' : 'unsure';
    return markup`<tr><th scope="row">${each.id}<small>${each.sentence}</small></th>
<td class="${colour}">${each.enough ? 'enough' : 'too rare'}</td>
<td class="count">${percent(share)} of sequences, at least ${percent(each.minimumShare)} needed${bar(
      share,
      colour,
      each.minimumShare,
    )}</td></tr>
`;
  };
  return markup`<h3>Situations that matter</h3>
<div class="scroll" tabindex="0" role="group" aria-label="Situations">
<table class="bars"><caption>The share of sequences in which each came up. The line in a bar is the minimum;
a little less counts as enough where chance explains it.</caption>
<thead><tr><th scope="col">Situation</th><th scope="col">Met</th><th scope="col">Share</th></tr></thead>
<tbody>${situations.map(row)}</tbody></table></div>
`;
}

function coverageTable({ coverage }: CheckReport): Markup {
  const row = (name: (typeof operationNames)[number]): Markup => {
    const { ok = 0, ...codes } = coverage[name] ?? {};
    const refused = Object.entries(codes).toSorted(([a], [b]) => (a < b ? -1 : 1));
    if (coverage[name] === undefined)
      return markup`<tr><th scope="row">${name}</th><td colspan="2" class="unsure">never called</td></tr>
`;
    return markup`<tr><th scope="row">${name}</th><td class="count">${numberWords(ok)}</td>
<td>${
      refused.length === 0
        ? 'none'
        : markup`<ul class="codes">${refused.map(
            ([code, count]) => markup`<li>${code} <b>${numberWords(count)}</b></li>`,
          )}</ul>`
    }</td></tr>
`;
  };
  return markup`<h3>Operations and what they came to</h3>
<details class="more"><summary>Each operation, with how often it was answered and refused</summary>
<div class="scroll" tabindex="0" role="group" aria-label="Operations by outcome">
<table class="coverage"><caption>What the model expected of each call: an answer, or a refusal with its code.</caption>
<thead><tr><th scope="col">Operation</th><th scope="col">Answered</th><th scope="col">Refused, by code</th></tr></thead>
<tbody>${operationNames.map(row)}</tbody></table></div></details>
`;
}

/** The part of the page about what was observed. */
export const observationsPart = (report: CheckReport): Markup =>
  markup`<section id="observations" aria-labelledby="observations-title">
<h2 id="observations-title">What was seen</h2>
${[...coverageLines(report), ...pastLines(report.past)].map((line) => markup`<p>${line.trim()}</p>`)}
<h3>Every property</h3>
${propertyTable(report.properties)}
${situationTable(report.situations, report.sequences)}
${coverageTable(report)}
<p class="quiet">${
    report.claimed.length === 0
      ? 'The store claims nothing beyond the core.'
      : `Claimed: ${report.claimed.join(', ')}.`
  }</p></section>
`;
