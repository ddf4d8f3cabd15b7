// A hunt for mutants as one HTML file: the scores of each kind, then every mutant in its source.
import { createHash } from 'node:crypto';
import type { KillReport } from '../../engine/kills/result.js';
import { type Markup, markup } from '../html/markup.js';
import { nameWords, numberWords } from '../values.js';
import type { MutationSchema } from './schema.js';
import { scoresOf, shareWords } from './scores.js';
import { verdictOf } from './words.js';

/** A script in which nothing ends the element it stands in. */
const inline = (script: string): string => script.replace(/<(?=!--|\/?script)/giu, '\\x3c');

/** JSON in which nothing ends the element it stands in. */
const inlineJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Gives the viewer its data, and the page the colours of the viewer. */
const script = `
'use strict';
(() => {
  const app = document.querySelector('mutation-test-report-app');
  const paint = () => {
    document.body.style.backgroundColor = app.themeBackgroundColor;
  };
  app.addEventListener('theme-changed', paint);
  app.report = JSON.parse(document.getElementById('report').textContent);
  paint();
})();
`;

const style = `
body { margin: 0; font-family: system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
header { margin: 0; padding: 1rem; background: #f5f4f0; color: #1d1d1b; line-height: 1.5; }
h1 { font-size: 1.25rem; margin: 0 0 .5rem; font-weight: 600; }
p { margin: .25rem 0; }
table { border-collapse: collapse; margin: .5rem 0; }
caption { text-align: left; color: #595750; font-size: .875rem; }
th, td { text-align: left; padding: .125rem 1rem .125rem 0; font-weight: 400; }
thead th { color: #595750; font-size: .8125rem; }
td { font-variant-numeric: tabular-nums; }
header { overflow-x: auto; overflow-wrap: anywhere; }
@media (max-width: 40rem) {
  header { padding: .75rem; }
  th, td { padding-right: .5rem; font-size: .8125rem; }
}
`;

const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The three scores apart: they are not comparable, so that one number for all would say nothing. */
const scoreTable = (report: KillReport): Markup => markup`<table>
<caption>Scores of each kind apart; a timeout is no kill</caption>
<thead><tr><th scope="col">mutants</th><th scope="col">killed</th><th scope="col">alive</th><th scope="col">timeouts</th><th scope="col">ignored</th><th scope="col">score</th></tr></thead>
<tbody>${scoresOf(report).map(
  ({ kind, name, score }) =>
    markup`<tr id="score-${kind}"><th scope="row">${name}</th><td>${numberWords(score.killed)}</td><td>${numberWords(score.alive)}</td><td>${numberWords(score.timeouts)}</td><td>${numberWords(score.ignored)}</td><td>${shareWords(score)}</td></tr>
`,
)}</tbody></table>
`;

/**
 * The whole report as one file that opens from disk and loads nothing. Without scripts the header
 * with the scores is left, and a sentence that says so. `elements` is the text of the viewer,
 * `mutation-testing-elements/dist/mutation-test-elements.js`.
 */
export function killsPage(report: KillReport, schema: MutationSchema, elements: string): string {
  const name = nameWords(report.store.name);
  const viewer = inline(elements);
  const { verdict, next } = verdictOf(report);
  // The viewer styles what it draws as it goes; nothing is loaded for that.
  const policy =
    `default-src 'none'; script-src ${hashOf(viewer)} ${hashOf(script)}; ` +
    "style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'";
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}: mutants (Touchstone)</title>
<style>${{ markup: style }}</style>
<script>${{ markup: viewer }}</script>
</head>
<body>
<header>
<h1>Mutants of ${name}</h1>
<p>${verdict} ${next}</p>
${scoreTable(report)}</header>
<noscript><p>The mutants in their sources need a script: allow it for this file, or read the text report.</p></noscript>
<mutation-test-report-app title-postfix="${name}"></mutation-test-report-app>
<script type="application/json" id="report">${{ markup: inlineJson(schema) }}</script>
<script>${{ markup: script }}</script>
</body>
</html>
`;
  return page.markup;
}
