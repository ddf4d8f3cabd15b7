// The answers of model and store to one call, side by side.
import type { Operation, Outcome } from '../../contract/operations.js';
import { isPlainList, isPlainObject } from '../../contract/shapes.js';
import type { ReportedStep } from '../../engine/result.js';
import { isDifferent } from '../difference.js';
import { outcomeWords } from '../outcome.js';
import { partingWords } from '../steps.js';
import { markup, type Piece } from './markup.js';
import { comparedRow } from './record.js';

/** The facts or records of an answer, where it is a list of them. */
function listOf({ do: name }: Operation, outcome: Outcome): readonly unknown[] | undefined {
  if (!('ok' in outcome)) return undefined;
  const { ok } = outcome;
  const list = name === 'context' && isPlainObject(ok) ? ok['facts'] : ok;
  return ['search', 'context', 'records'].includes(name) && isPlainList(list) ? list : undefined;
}

/** The answer of both sides; long lists entry by entry, because words name the first few only. */
export function answerRows(step: ReportedStep): Piece {
  const { wanted, got, differences } = partingWords(step);
  const { operation } = step.call;
  const differs = isDifferent(step.expected, step.actual);
  const [ours, theirs] = [listOf(operation, step.expected), listOf(operation, step.actual)];
  const longest = Math.max(ours?.length ?? 0, theirs?.length ?? 0);
  if (!differs || ours === undefined || theirs === undefined || longest < 2)
    return [
      comparedRow('answer', wanted, got, differs),
      differences.map(
        (line) => markup`<tr class="more"><td colspan="3"><code>${line}</code></td></tr>`,
      ),
    ];
  const entry = (list: readonly unknown[], at: number): string =>
    at < list.length ? outcomeWords('search', { ok: [list[at]] }) : 'nothing';
  const sized = (list: readonly unknown[]): string =>
    `${list.length} ${list.length === 1 ? 'entry' : 'entries'}`;
  return [
    comparedRow('answer', sized(ours), sized(theirs), ours.length !== theirs.length),
    Array.from({ length: longest }, (_, at) => {
      const isEntryDifferent =
        at >= ours.length ||
        at >= theirs.length ||
        isDifferent({ ok: ours[at] }, { ok: theirs[at] });
      return comparedRow(`entry ${at + 1}`, entry(ours, at), entry(theirs, at), isEntryDifferent);
    }),
    differences.map(
      (line) => markup`<tr class="more"><td colspan="3"><code>${line}</code></td></tr>`,
    ),
  ];
}
