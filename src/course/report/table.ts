// A table that a phone can show: on a narrow page each row is a block, each cell names its column.
import { type Markup, markup, type Piece } from '../../report/html/markup.js';

export interface TableCell {
  readonly content: Piece;
  /** Nothing stands there: on a narrow page it is left out. */
  readonly isAbsent: boolean;
}

export const cell = (content: Piece): TableCell => ({ content, isAbsent: false });
/** A cell with a sign for nothing. */
export const absent = (sign: string): TableCell => ({ content: sign, isAbsent: true });

export interface Table {
  /** A class of its own. */
  readonly kind: string;
  readonly caption: string;
  /** The first is that of the rows' own heads. */
  readonly heads: readonly string[];
  readonly rows: readonly { readonly head: Piece; readonly cells: readonly TableCell[] }[];
}

export const table = ({ kind, caption, heads, rows }: Table): Markup => markup`<div class="scroll">
<table class="stack ${kind}"><caption>${caption}</caption>
<thead><tr>${heads.map((head) => markup`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map(
  ({ head, cells }) =>
    markup`<tr><th scope="row">${head}</th>${cells.map(
      ({ content, isAbsent }, at) =>
        markup`<td${isAbsent ? markup` class="absent"` : undefined}><span class="column">${
          heads[at + 1]
        }</span><span>${content}</span></td>`,
    )}</tr>
`,
)}</tbody></table>
</div>
`;
