// The kill matrix of a lesson as data: which property refuses which broken store, as far as it was seen.
import type { Manifest } from '../manifest.js';
import type { Graded, LessonRecord } from '../progress.js';

/** `unknown`: it was not seen, or the property refused a correct store, so that nothing counts. */
export type Verdict = 'caught' | 'through' | 'unknown';

export interface Cell {
  readonly verdict: Verdict;
  /** The learner named the stores that get through beforehand, and was wrong about this one. */
  readonly isSurprise: boolean;
}

/** The learner's own property as it was graded first and last, then each weaker one. */
export interface Column {
  readonly kind: 'first' | 'last' | 'weaker';
  /** Of a weaker property its id. */
  readonly id: string;
  /** Correct stores it refused. */
  readonly refused: readonly string[];
  /** By broken store. */
  readonly cells: ReadonlyMap<string, Cell>;
}

const gradedColumn = (
  kind: 'first' | 'last',
  stores: readonly string[],
  graded: Graded | undefined,
): Column => {
  const verdictOn = (id: string): Verdict => {
    if (graded?.caught.includes(id) === true) return 'caught';
    return graded?.missed.includes(id) === true ? 'through' : 'unknown';
  };
  return {
    kind,
    id: kind,
    refused: graded?.refused ?? [],
    cells: new Map(stores.map((id) => [id, { verdict: verdictOn(id), isSurprise: false }])),
  };
};

function weakerColumn(
  id: string,
  stores: readonly string[],
  said: NonNullable<LessonRecord['weakened']>[string] | undefined,
): Column {
  const cellOf = (store: string): Cell => {
    if (said === undefined) return { verdict: 'unknown', isSurprise: false };
    const lives = said.lived.includes(store);
    return {
      verdict: lives ? 'through' : 'caught',
      isSurprise: lives !== said.named.includes(store),
    };
  };
  return {
    kind: 'weaker',
    id,
    refused: [],
    cells: new Map(stores.map((store) => [store, cellOf(store)])),
  };
}

/** A column for each property of the lesson; none where no property was graded or weakened yet. */
export function killMatrix(
  { chaffs, weakened }: Pick<Manifest, 'chaffs' | 'weakened'>,
  record: LessonRecord,
): readonly Column[] {
  if (record.after === undefined && Object.keys(record.weakened ?? {}).length === 0) return [];
  return [
    gradedColumn('first', chaffs, record.before),
    gradedColumn('last', chaffs, record.after),
    ...weakened.map(({ id }) => weakerColumn(id, chaffs, record.weakened?.[id])),
  ];
}
