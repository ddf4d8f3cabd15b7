// Cuts a template where a statement in it may begin and end.
import type { Piece, Template } from './pieces.js';

/** Statements with a `;` in them, such as triggers, may hold so many. */
const insideAtMost = 20;

const trivia = /^(?:\s|--[^\n]*(?:\n|$)|\/\*[^]*?\*\/)+/;

/** A piece without some of its characters. */
const slice = (piece: Piece, from: number, to: number): Template =>
  piece.kind === 'hole'
    ? [piece]
    : from >= to
      ? []
      : [{ ...piece, text: piece.text.slice(from, to), skip: piece.skip + from }];

/** Without what stands around a statement: spaces, and comments before it. */
function trimmed(template: Template): Template {
  const [first, ...others] = template;
  if (first?.kind === 'chunk') {
    const lead = trivia.exec(first.text)?.[0].length ?? 0;
    if (lead > 0) return trimmed([...slice(first, lead, first.text.length), ...others]);
  }
  const last = template.at(-1);
  if (last?.kind === 'chunk') {
    const length = last.text.trimEnd().length;
    if (length < last.text.length)
      return trimmed([...template.slice(0, -1), ...slice(last, 0, length)]);
  }
  return template;
}

interface Cut {
  readonly piece: number;
  readonly at: number;
}

function between(template: Template, from: Cut, to: Cut): Template {
  return template.flatMap((piece, at) => {
    if (at < from.piece || at > to.piece) return [];
    const end = piece.kind === 'chunk' ? piece.text.length : 0;
    return slice(piece, at === from.piece ? from.at : 0, at === to.piece ? to.at : end);
  });
}

/** Every part of a template that may be a statement: all of it, and what `;` sets apart. */
export function statementParts(template: Template): readonly Template[] {
  const marks = template.flatMap((piece, index) =>
    piece.kind === 'hole'
      ? []
      : [...piece.text.matchAll(/;/g)].map(({ index: at }) => ({ piece: index, at })),
  );
  const starts: readonly Cut[] = [
    { piece: 0, at: 0 },
    ...marks.map(({ piece, at }) => ({ piece, at: at + 1 })),
  ];
  const ends: readonly Cut[] = [...marks, { piece: template.length, at: 0 }];
  return starts.flatMap((from, first) =>
    ends
      .slice(first, first + insideAtMost)
      .map((to) => trimmed(between(template, from, to)))
      .filter((part) => part.some(({ kind }) => kind === 'chunk')),
  );
}
