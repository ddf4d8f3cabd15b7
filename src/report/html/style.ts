// The page's only style sheet: two colour schemes, one column that fits a phone, boxes that scroll.

/** Colours of both schemes; every text has a contrast of at least 4.5 to what it stands on. */
const colours = `
:root {
  color-scheme: light dark;
  --page: #ffffff; --panel: #f5f4f0; --line: #d5d2c8; --text: #1d1d1b; --quiet: #595750;
  --link: #0b57a4; --gold: #b58a1b;
  --good: #0d6630; --good-panel: #e5f3e9; --bad: #a3160c; --bad-panel: #fdeae7;
  --unsure: #724a00; --unsure-panel: #fdf2d8;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #131416; --panel: #1d1f22; --line: #3a3d42; --text: #e9e7e2; --quiet: #aba79d;
    --link: #8ec2ff; --gold: #d8ae43;
    --good: #79d796; --good-panel: #14301e; --bad: #ffa196; --bad-panel: #401a16;
    --unsure: #f0c15a; --unsure-panel: #382a0c;
  }
}
`;

const page = `
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--page); color: var(--text); line-height: 1.5;
  font-family: system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; overflow-wrap: break-word; }
main, footer { max-width: 62rem; margin: 0 auto; padding: 1rem; }
footer { color: var(--quiet); font-size: .875rem; }
h1 { font-size: 1.5rem; line-height: 1.3; margin: .25rem 0 .5rem; font-weight: 600; }
h2 { font-size: 1.375rem; margin: 3rem 0 .5rem; padding-top: 1rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.125rem; margin: 2rem 0 .5rem; }
h4 { font-size: 1rem; margin: 1.5rem 0 .375rem; }
p { margin: .5rem 0; }
small, .quiet, caption { color: var(--quiet); font-size: .875rem; }
small { display: block; font-weight: 400; }
a { color: var(--link); }
code, .call, .came, dd, h1, .reason { overflow-wrap: anywhere; }
code, pre { font-family: ui-monospace, 'Cascadia Mono', Menlo, Consolas, monospace; font-size: .875em; }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: .375rem;
  padding: .75rem; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
:focus-visible { outline: 3px solid var(--gold); outline-offset: 2px; }
:target { scroll-margin-top: 1rem; }
.state:target { scroll-margin-top: 6rem; }
summary { cursor: pointer; } .more > summary { color: var(--quiet); padding: .25rem 0; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
  white-space: nowrap; }
.good { color: var(--good); } .bad { color: var(--bad); } .unsure { color: var(--unsure); }
.label { display: block; font-size: .8125rem; font-weight: 600; color: var(--quiet); }
.badge { display: inline-block; padding: 0 .5rem; border-radius: 1rem; font-size: .8125rem;
  font-weight: 600; background: var(--panel); }
.badge.bad { background: var(--bad-panel); } .badge.unsure { background: var(--unsure-panel); }
.verdict { padding: 1rem 1.25rem; border-left: .5rem solid var(--gold); border-radius: .375rem;
  background: var(--panel); color: var(--text); }
.verdict.good { background: var(--good-panel); } .verdict.bad { background: var(--bad-panel); }
.verdict.unsure { background: var(--unsure-panel); }
.verdict.good .word { color: var(--good); } .verdict.bad .word { color: var(--bad); }
.verdict.unsure .word { color: var(--unsure); }
.verdict .reason { font-size: 1.0625rem; font-weight: 600; }
.verdict .quiet, .verdict .label { color: inherit; }
.verdict .store { font-weight: 600; margin: 0; } .verdict .word::after { content: ':'; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; padding: 0;
  margin: 1rem 0; }
nav a { display: inline-block; padding: .25rem 0; }
.glossary { border: 1px solid var(--line); border-radius: .375rem; padding: .5rem .75rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9375rem; }
caption { text-align: left; padding: .25rem 0; }
th, td { text-align: left; vertical-align: top; padding: .375rem .5rem;
  border-bottom: 1px solid var(--line); }
thead th { color: var(--quiet); font-size: .8125rem; }
dl { margin: .5rem 0; } dd { margin: 0; }
.facts > div { display: grid; grid-template-columns: 9rem 1fr; gap: 0 .75rem; padding: .25rem 0; }
.facts dt { color: var(--quiet); }
.beliefs > div { padding: .375rem 0; } .beliefs dt { font-weight: 600; }
.wanted code, .wanted { color: var(--good); } .got code, .got { color: var(--bad); }
.wanted small, .got small { display: inline; }
.line { display: block; }
`;

const failing = `
.failing { border: 1px solid var(--line); border-radius: .5rem; padding: 0 1rem 1rem;
  margin: 1rem 0 2rem; }
.failing h3 { margin-top: 1rem; font-size: 1.25rem; }
.promise { font-size: 1.0625rem; }
.caution { background: var(--unsure-panel); padding: .5rem .75rem; border-radius: .375rem; }
.steps { list-style: none; padding: 0; margin: .5rem 0; border: 1px solid var(--line);
  border-radius: .375rem; }
.steps > li + li { border-top: 1px solid var(--line); }
.step > summary { display: grid; grid-template-columns: 2.25rem minmax(0, 3fr) minmax(0, 2fr);
  gap: .25rem .75rem; padding: .625rem .75rem; list-style: none; }
.step > summary::-webkit-details-marker { display: none; }
.step > summary:hover { background: var(--panel); }
.step[open] > summary { background: var(--panel); box-shadow: inset .25rem 0 var(--gold); }
.step.parts > summary { background: var(--bad-panel); }
.step.parts[open] > summary { box-shadow: inset .25rem 0 var(--bad); }
.number { font-weight: 600; white-space: nowrap; } .parts .number, .here { color: var(--bad); }
.who, .how { color: var(--quiet); } .parts > summary .who, .parts > summary .how { color: inherit; }
.step .call code { font-size: .9375em; font-weight: 600; }
.came { font-size: .9375rem; }
.state { padding: .5rem .75rem 1rem; }
.note { font-weight: 600; margin: .25rem 0; }
.sides { table-layout: fixed; }
.sides thead td { width: 26%; }
.whole, thead th, .sides dt, .tag, .badge { overflow-wrap: normal; }
.sides td code { white-space: pre-wrap; }
.sides .record th { background: var(--panel); font-weight: 400; }
.sides tbody th { font-weight: 400; color: var(--quiet); }
.sides .group th { padding-top: 1rem; font-size: .8125rem; font-weight: 600; }
.sides .record code { color: var(--text); font-weight: 600; }
.differs th, .differs td { background: var(--bad-panel); }
.sides .differs th { color: var(--bad); font-weight: 600; }
.differs td:last-child code { color: var(--bad); font-weight: 600; }
.sign { display: block; font-size: .8125rem; }
.tag { display: inline-block; font-size: .75rem; padding: 0 .375rem; border: 1px solid currentColor;
  border-radius: 1rem; }
.sides .more dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(12rem, 1fr));
  gap: .25rem .75rem; }
.sides .more summary, .sides .more dt { color: var(--quiet); font-size: .875rem; }
.ladder { margin: .5rem 0; } .ladder svg { display: block; max-width: 100%; height: auto; }
.ladder rect { fill: var(--quiet); } .ladder .last { fill: var(--gold); }
.ladder text { fill: var(--text); font-size: 11px; text-anchor: middle; }
`;

const evidence = `
.mutants, .codes { display: flex; flex-wrap: wrap; gap: .25rem .375rem; list-style: none; padding: 0;
  margin: 0; }
.mutant { position: relative; background: var(--panel); border-radius: .25rem; padding: 0 .375rem;
  font-size: .875rem; }
.mutant.bad { background: var(--bad-panel); font-weight: 600; }
.mutant b { margin-left: .375rem; } .codes li { font-size: .875rem; }
.codes li + li::before { content: '·'; margin-right: .375rem; color: var(--quiet); }
.matrix tbody th, .coverage tbody th, .bars th > a, .matrix td:nth-child(2), .bars td:nth-child(2) {
  white-space: nowrap; }
.bars .count { width: 34%; }
.coverage .count { text-align: right; padding-right: 1.5rem; }
.bar { display: block; width: 100%; height: .5rem; margin-top: .25rem; }
.bar .track { fill: var(--line); } .bar .value { fill: currentColor; }
.bar.quiet .value { fill: var(--quiet); } .bar .minimum { fill: var(--text); }
@media (max-width: 40rem) {
  main { padding: .75rem; }
  .failing { padding: 0 .625rem .75rem; }
  .facts > div { grid-template-columns: 1fr; }
  .step > summary { grid-template-columns: 2.25rem minmax(0, 1fr); }
  .step .came { grid-column: 2; }
  .state { padding: .5rem; }
  .sides thead td { width: 6.75rem; }
  th, td { padding: .375rem .25rem; }
  .matrix, .bars, .matrix caption, .bars caption, .matrix tbody, .bars tbody { display: block; }
  .matrix thead, .bars thead { position: absolute; clip-path: inset(50%); }
  .matrix tr, .bars tr { display: grid; grid-template-columns: 1fr auto; padding: .375rem 0;
    border-bottom: 1px solid var(--line); }
  .matrix tbody th, .matrix td, .bars tbody th, .bars td { border: 0; padding: .125rem 0; }
  .matrix td:last-child, .bars .count { grid-column: 1 / -1; width: auto; }
}
@media print { .scroll { overflow: visible; } }
`;

/** Stands in the page as it is, so that the page's policy can name its hash. */
export const style = colours + page + failing + evidence;
