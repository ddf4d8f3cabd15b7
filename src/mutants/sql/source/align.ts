// Lays a template over a text: how much of it is written there, and which chunk holds a span.
import type { Span } from '../token.js';
import type { Chunk, Hole, Template, Templates } from './pieces.js';

/** A part of a chunk; offsets count in the literal it stands in. */
export interface Held extends Span {
  readonly chunk: Chunk;
}

/** `none`: the span lies elsewhere. `unclear`: it is here, but not in one known place. */
type Where = Held | 'none' | 'unclear';

/** A way to lay the template over the text. */
export interface Fit {
  /** Characters of the text that are written in the source. */
  readonly written: number;
  readonly where: Where;
}

const nothing: Fit = { written: 0, where: 'none' };

const both = (a: Fit, b: Fit): Fit => ({
  written: a.written + b.written,
  where: a.where === 'none' ? b.where : b.where === 'none' ? a.where : 'unclear',
});

const isSame = (a: Where, b: Where): boolean =>
  typeof a === 'object' && typeof b === 'object'
    ? a.chunk.at?.file === b.chunk.at?.file &&
      a.chunk.at?.start === b.chunk.at?.start &&
      a.start === b.start
    : a === b;

/** The better of two ways; where they are equally good and differ, nothing is certain. */
export function better(a: Fit | undefined, b: Fit | undefined): Fit | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  if (a.written !== b.written) return a.written > b.written ? a : b;
  return isSame(a.where, b.where) ? a : { ...a, where: 'unclear' };
}

const overlaps = (span: Span, start: number, end: number): boolean =>
  span.start < end && start < span.end;

function chunkFit(chunk: Chunk, start: number, span: Span): Fit {
  const { text, skip, at } = chunk;
  const [written, end] = [text.length, start + text.length];
  if (!overlaps(span, start, end)) return { written, where: 'none' };
  if (at === undefined || span.start < start || span.end > end)
    return { written, where: 'unclear' };
  const moved = skip - start;
  return {
    written,
    where: { chunk, start: span.start + moved, end: span.end + moved },
  };
}

/** Names that lead to names, at most so far. */
const deepest = 6;

/** Measures the most that a template can write of a text, whatever stands in its holes. */
export function measure(resolve: Templates['resolve']): (template: Template) => number {
  const known = new Map<Template, number>();
  return function mostWritten(template) {
    const before = known.get(template);
    if (before !== undefined) return before;
    // A name that leads back to itself writes nothing the second time.
    known.set(template, 0);
    let most = 0;
    for (const piece of template)
      most +=
        piece.kind === 'chunk'
          ? piece.text.length
          : Math.max(0, ...optionsOf(piece, resolve, 0).map(mostWritten));
    known.set(template, most);
    return most;
  };
}

const optionsOf = (
  { options, name }: Hole,
  resolve: Templates['resolve'],
  depth: number,
): readonly Template[] => {
  if (depth >= deepest) return [];
  return name === undefined ? options : [...options, ...resolve(name)];
};

/** The best way to lay a template over the whole of a text; undefined where there is none. */
export function fitOf(
  template: Template,
  text: string,
  span: Span,
  resolve: Templates['resolve'],
): Fit | undefined {
  function holeFit(hole: Hole, { start, end }: Span, depth: number): Fit {
    let best: Fit | undefined;
    for (const option of optionsOf(hole, resolve, depth))
      best = better(best, cover(option, { start, end }, depth + 1));
    return best ?? { written: 0, where: overlaps(span, start, end) ? 'unclear' : 'none' };
  }

  /** Where the text of a hole can end. */
  function* endsOf(pieces: Template, at: number, start: number, end: number): Generator<number> {
    const next = pieces[at + 1];
    if (next === undefined) yield end;
    else if (next.kind === 'hole') for (let to = start; to <= end; to += 1) yield to;
    else
      for (
        let to = text.indexOf(next.text, start);
        to >= 0 && to + next.text.length <= end;
        to = text.indexOf(next.text, to + 1)
      )
        yield to;
  }

  function cover(pieces: Template, { start, end }: Span, depth: number): Fit | undefined {
    const known = new Map<number, Fit | undefined>();
    function rest(at: number, from: number): Fit | undefined {
      const piece = pieces[at];
      if (piece === undefined) return from === end ? nothing : undefined;
      const key = at * (text.length + 1) + from;
      if (known.has(key)) return known.get(key);
      let best: Fit | undefined;
      if (piece.kind === 'chunk') {
        const to = from + piece.text.length;
        const after = to <= end && text.startsWith(piece.text, from) ? rest(at + 1, to) : undefined;
        if (after !== undefined) best = both(chunkFit(piece, from, span), after);
      } else
        for (const to of endsOf(pieces, at, from, end)) {
          const after = rest(at + 1, to);
          if (after === undefined) continue;
          best = better(best, both(holeFit(piece, { start: from, end: to }, depth), after));
        }
      known.set(key, best);
      return best;
    }
    return rest(0, start);
  }

  return cover(template, { start: 0, end: text.length }, 0);
}
