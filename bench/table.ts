// Plain text tables and the few statistics the benches share.

export const mean = (list: readonly number[]): number =>
  list.reduce((sum, each) => sum + each, 0) / Math.max(1, list.length);

/** The value below which a share of the list lies. */
export const quantile = (list: readonly number[], share: number): number =>
  list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(share * list.length))] ?? 0;

export const median = (list: readonly number[]): number => quantile(list, 0.5);

/** Half the width of the 95 % interval around the mean. */
export function halfWidth(list: readonly number[]): number {
  if (list.length < 2) return 0;
  const centre = mean(list);
  const variance = list.reduce((sum, each) => sum + (each - centre) ** 2, 0) / (list.length - 1);
  return 1.96 * Math.sqrt(variance / list.length);
}

/** Rows as a Markdown table; the first column to the left, numbers to the right. */
export const markdown = (
  head: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] =>
  [head, head.map((_, at) => (at === 0 ? ':--' : '--:')), ...rows].map(
    (cells) => `| ${cells.join(' | ')} |`,
  );

/** Rows as aligned columns; the first column to the left, numbers to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widths = head.map((_, at) => Math.max(...all.map((row) => (row[at] ?? '').length)));
  return all
    .map((row) =>
      row
        .map((cell, at) =>
          at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
