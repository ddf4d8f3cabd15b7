// The report of a check as one HTML file: it opens from disk, loads nothing and needs no script.
import type { Comparison } from '../../engine/baseline.js';
import type { CheckReport, Counterexample, PropertyResult } from '../../engine/result.js';
import { baselineLines } from '../baseline.js';
import { countWords, nameWords } from '../values.js';
import { checkColour, saidOf } from '../verdict.js';
import { failurePart } from './failure.js';
import { glossaryPart } from './glossary.js';
import { type Markup, markup, type Piece } from './markup.js';
import { observationsPart } from './observations.js';
import { openPart } from './open.js';
import { partingSentence } from './parting.js';
import { script } from './script.js';
import { sensitivityPart } from './sensitivity.js';
import { shell } from './shell.js';
import { propertyAnchor } from './steps.js';
import { style } from './style.js';

/** What a report does not know by itself. */
export interface HtmlOptions {
  /** The command that replays a property's counterexample, by the property's id. */
  readonly replays?: Readonly<Record<string, string>>;
  /** The program of a property's counterexample, by the property's id. */
  readonly programs?: Readonly<Record<string, string>>;
  /** What a baseline makes of the check, where one was given. */
  readonly comparison?: Comparison | undefined;
  /** Why the check ended before its budget did, as a sentence. */
  readonly stopped?: string;
}

type Failing = PropertyResult & { readonly counterexample: Counterexample };

const failingOf = ({ properties }: CheckReport): readonly Failing[] =>
  properties.flatMap((property) =>
    property.counterexample === undefined
      ? []
      : [{ ...property, counterexample: property.counterexample }],
  );

/** What the verdict means, for a reader who sees such a report for the first time. */
function meaningOf(report: CheckReport): string {
  const { verdict, operations, sequences, store, partedElsewhere, sensitivity } = report;
  const name = nameWords(store.name);
  const made =
    `${countWords(operations, 'call')} in ${countWords(sequences, 'sequence')} were made on ${name} ` +
    'and on a small reference model, and every answer was compared.';
  const agreed =
    partedElsewhere === 0
      ? 'They never answered differently.'
      : 'They answered differently only on properties that were not selected.';
  const shown =
    sensitivity !== undefined && sensitivity.tried.length > 0
      ? ' Broken copies of the store were checked too, to show that a fault would have been seen.'
      : '';
  switch (verdict) {
    case 'conformant':
      return `${made} ${agreed}${shown}`;
    case 'failed':
      return `${made} For each broken promise you find below the shortest calls that show it.`;
    case 'partial':
      return operations === 0
        ? 'A store that is not called cannot be judged.'
        : `${made} ${agreed} But not every promise was put to the test well enough to be believed. ` +
            'What is open, and why, stands at the end.';
    case 'error':
      return 'This is a fault of the harness, not of the store. What it threw stands at the end.';
  }
}

const contents = (failing: readonly Failing[]): Markup =>
  markup`<nav aria-label="Contents"><ul>${failing.map(
    ({ id }) => markup`<li><a href="#${propertyAnchor(id)}">${id}</a></li>`,
  )}<li><a href="#mutants">Mutants</a></li><li><a href="#observations">What was seen</a></li><li><a href="#open">What was not decided</a></li></ul></nav>
`;

/** Failures that are told in the verdict before the rest is only counted. */
const toldAtMost = 3;

/** What the store did at the call where it answered otherwise, one paragraph for each failure. */
function brokenWords({ store }: CheckReport, failing: readonly Failing[]): Piece {
  const rest = failing.length - toldAtMost;
  const paragraphs = failing.slice(0, toldAtMost).map(({ id, counterexample }) => {
    const sentence = partingSentence(counterexample, nameWords(store.name));
    return sentence === undefined
      ? undefined
      : markup`<p class="reason">${
          failing.length === 1 ? undefined : markup`<strong>${id}.</strong> `
        }${sentence}</p>
`;
  });
  const more = `${countWords(rest, 'more broken promise')} below.`;
  return rest > 0 ? [paragraphs, markup`<p>${more}</p>\n`] : paragraphs;
}

function header(
  report: CheckReport,
  failing: readonly Failing[],
  { stopped, comparison }: HtmlOptions,
): Markup {
  const { store, seed, contractRevision } = report;
  const { verdict, next } = saidOf(report, stopped);
  const [word = '', rest = ''] = verdict.split(/:(.*)/su);
  const version = store.version === undefined ? '' : ` ${nameWords(store.version)}`;
  return markup`<header class="verdict ${checkColour[report.verdict]}">
<p class="store">${nameWords(store.name)}${version}</p>
<h1><span class="word">${word}</span>${rest}</h1>
${stopped === undefined ? undefined : markup`<p><strong>${stopped}</strong></p>`}
${brokenWords(report, failing)}<p>${meaningOf(report)}</p>
<p class="next"><span class="label">What to do next</span> ${next}</p>
${comparison === undefined ? undefined : baselineLines(comparison).map((line) => markup`<p>${line.trim()}</p>`)}<p class="quiet">seed ${seed}, contract revision ${contractRevision}</p>
</header>
${contents(failing)}${glossaryPart}`;
}

function failures(
  failing: readonly Failing[],
  { replays = {}, programs = {} }: HtmlOptions,
): Piece {
  if (failing.length === 0) return undefined;
  return markup`<section id="failing" aria-labelledby="failing-title">
<h2 id="failing-title">What is broken</h2>
${failing.map((property) => failurePart(property, { replay: replays[property.id], program: programs[property.id] }))}</section>
`;
}

/**
 * The whole report as one file without references to anything outside. Parts can be linked to:
 * `#property-cas`, `#property-cas-step-3`, `#mutants`, `#observations`, `#open`.
 */
export function checkHtml(report: CheckReport, options: HtmlOptions = {}): string {
  const { stopped } = options;
  const failing = failingOf(report);
  return shell({
    language: 'en',
    title: `${nameWords(report.store.name)}: ${report.verdict} (Touchstone)`,
    style,
    script,
    main: markup`${header(report, failing, options)}${failures(failing, options)}${sensitivityPart(report)}${observationsPart(report)}${openPart(report, stopped)}`,
    footer: 'Made by Touchstone. The same seed on the same store gives the same report.',
  }).markup;
}
