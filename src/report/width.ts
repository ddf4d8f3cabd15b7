// How many columns a text takes in a terminal, and padding that counts columns.

const wide: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x20000, 0x3fffd],
];

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Columns of one character as a reader sees it, marks and joined emoji included. */
function columnsOf(grapheme: string): number {
  if (/\p{Emoji_Presentation}|\ufe0f/u.test(grapheme)) return 2;
  const [first = ''] = grapheme.replace(/[\p{M}\p{C}]/gu, '');
  const point = first.codePointAt(0);
  if (point === undefined) return 0;
  return wide.some(([from, to]) => from <= point && point <= to) ? 2 : 1;
}

/** Terminal columns of a text: Chinese and emoji are two, combining marks and controls none. */
export function displayWidth(text: string): number {
  let columns = 0;
  for (const { segment } of graphemes.segment(text)) columns += columnsOf(segment);
  return columns;
}

/** The text with spaces after it until it takes so many columns; a longer text stays as it is. */
export const padEnd = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - displayWidth(text)));

/** The text with spaces before it until it takes so many columns. */
export const padStart = (text: string, columns: number): string =>
  ' '.repeat(Math.max(0, columns - displayWidth(text))) + text;
