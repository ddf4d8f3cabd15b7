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

/** No line begins with one of these. */
const closing = /^[\p{Pe}\p{Pf},.;:!?、。，；：！？…]/u;

const isWide = (text: string): boolean => displayWidth(text) > [...text].length;

/** Where a line may be broken: behind a blank, and around each wide character. */
function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  for (const { segment } of graphemes.segment(text)) {
    const last = pieces.at(-1);
    const joins =
      last !== undefined &&
      !last.endsWith(' ') &&
      (closing.test(segment) || segment === ' ' || !(isWide(segment) || isWide(last.at(-1) ?? '')));
    if (joins) pieces[pieces.length - 1] = last + segment;
    else pieces.push(segment);
  }
  return pieces;
}

/** The text in lines of so many columns at most, but for a word that is longer. */
export function wrap(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of piecesOf(text)) {
    if (line !== '' && displayWidth(line + piece.trimEnd()) > columns) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += piece;
  }
  return [...lines, line.trimEnd()];
}
