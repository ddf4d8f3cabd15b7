// What the pages of the course add to the style sheet of the reports.
import { style as shared } from '../../report/html/style.js';

const own = `
.way { display: flex; flex-wrap: wrap; gap: .25rem 1rem; list-style: none; padding: 0; }
.way .now { font-weight: 600; } .way .later { color: var(--quiet); }
.verdict.plain { background: var(--panel); }
.card { border: 1px solid var(--line); border-radius: .375rem; padding: .25rem .75rem .5rem;
  margin: .75rem 0; }
.card h4 { margin: .5rem 0; } .card .question { font-weight: 600; }
.card .facts dd > p { margin: 0 0 .25rem; } .card .facts dd > p:last-child { margin: 0; }
.given { white-space: pre-wrap; overflow-wrap: anywhere; }
.stack th small { font-weight: 400; } .stack tbody th { font-weight: 600; }
.stack td { overflow-wrap: anywhere; } .stack .mark { font-weight: 600; }
.stack .column { display: none; }
.stack .amount { font-variant-numeric: tabular-nums; white-space: nowrap; }
.kills tbody th { width: 28%; } .kills .mark { white-space: nowrap; }
@media (max-width: 40rem) {
  .stack, .stack tbody, .stack caption { display: block; }
  .stack thead { display: none; }
  .stack tr { display: block; padding: .5rem 0; border-bottom: 1px solid var(--line); }
  .stack tbody th, .stack td { display: block; border: 0; padding: .125rem 0; width: auto; }
  .stack td { display: grid; grid-template-columns: 9rem minmax(0, 1fr); gap: 0 .5rem; }
  .stack .column { display: block; color: var(--quiet); font-size: .875rem; }
  .stack .absent { display: none; }
}
`;

/** Stands in the page as it is, so that the page's policy can name its hash. */
export const style = shared + own;
