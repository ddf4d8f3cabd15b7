// The Markdown of lessons as HTML: paragraphs, lists, code, and what is set off in a line.
import { type Markup, markup, type Piece } from '../../report/html/markup.js';

/** Code and strong text within a line; all the rest stands as it is. */
const inline = (text: string): Piece =>
  text.split(/(`[^`]+`|\*\*.+?\*\*)/u).map((piece) => {
    if (/^`[^`]+`$/u.test(piece)) return markup`<code>${piece.slice(1, -1)}</code>`;
    if (/^\*\*.+\*\*$/u.test(piece)) return markup`<strong>${piece.slice(2, -2)}</strong>`;
    return piece;
  });

const wide = String.raw`[\p{Script=Han}\u3000-\u303f\uff00-\uffef“”‘’…]`;
const isBetweenWide = (before: string, after: string): boolean =>
  new RegExp(`${wide}$`, 'u').test(before) && new RegExp(`^${wide}`, 'u').test(after);

/** Lines as one: Chinese is broken anywhere, so that no blank belongs where two lines meet. */
const joined = (lines: readonly string[]): string =>
  lines.reduce((text, line) => `${text}${isBetweenWide(text, line) ? '' : ' '}${line}`);

type Block = { readonly kind: 'text' | 'code' | 'item'; readonly lines: string[] };

/** Lines that belong together; a blank line, a list item and code begin a new block. */
function blocksOf(lines: readonly string[]): readonly Block[] {
  const blocks: Block[] = [];
  let isFenced = false;
  let isOpen = false;
  for (const line of lines) {
    if (line.startsWith('```')) {
      isFenced = !isFenced;
      isOpen = false;
      continue;
    }
    const last = blocks.at(-1);
    const isCode = isFenced || line.startsWith('    ');
    if (!isCode && line.trim() === '') isOpen = false;
    else if (!isCode && line.startsWith('- ')) {
      blocks.push({ kind: 'item', lines: [line.slice(2)] });
      isOpen = true;
    } else if (isOpen && last !== undefined && (last.kind === 'code') === isCode)
      last.lines.push(isCode ? line : line.trim());
    else {
      blocks.push({ kind: isCode ? 'code' : 'text', lines: [isCode ? line : line.trim()] });
      isOpen = true;
    }
  }
  return blocks;
}

/** The Markdown of a lesson as markup; tags in it are texts like any other. */
export function prose(lines: readonly string[]): Piece {
  const blocks = blocksOf(lines);
  return blocks.map(({ kind, lines: own }, at): Markup => {
    if (kind === 'code') return markup`<pre tabindex="0">${own.join('\n')}</pre>\n`;
    if (kind === 'text') return markup`<p>${inline(joined(own))}</p>\n`;
    const isFirst = blocks[at - 1]?.kind !== 'item';
    const isLast = blocks[at + 1]?.kind !== 'item';
    return markup`${isFirst ? markup`<ul>` : undefined}<li>${inline(joined(own))}</li>${
      isLast ? markup`</ul>\n` : undefined
    }`;
  });
}

/** The same where only a line may stand, such as a cell of a table. */
export const phrase = (lines: readonly string[]): Piece =>
  lines.length === 0 ? undefined : inline(joined(lines));
