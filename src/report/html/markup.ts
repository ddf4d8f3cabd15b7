// HTML from pieces: a text is escaped wherever it is put in, so nothing a store says becomes markup.

/** A piece of a page that is safe as it stands. */
export interface Markup {
  readonly markup: string;
}

/** What may stand in a template; undefined leaves nothing. */
export type Piece = string | number | Markup | undefined | readonly Piece[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Controls, direction marks, invisible characters and lone surrogates: shown as their number. */
const invisible = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

/** A text for an element or a quoted attribute. */
const escapeText = (text: string): string =>
  text
    .replace(invisible, (found) => `\\u{${(found.codePointAt(0) ?? 0).toString(16)}}`)
    .replace(/[&<>"']/gu, (found) => entities[found] ?? '');

function written(piece: Piece): string {
  if (piece === undefined) return '';
  if (typeof piece === 'string') return escapeText(piece);
  if (typeof piece === 'number') return String(piece);
  return 'markup' in piece ? piece.markup : piece.map(written).join('');
}

/** A template of HTML; texts and numbers in it are escaped, markup is not escaped again. */
export const markup = (parts: TemplateStringsArray, ...pieces: readonly Piece[]): Markup => ({
  markup: parts.map((part, at) => part + written(pieces[at])).join(''),
});

/** An id for a link: lower case letters, digits and hyphens. */
export const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '-')
    .replace(/^-|-$/gu, '') || 'unnamed';
