// A hunt for mutants in the form that viewers of mutation testing read (mutation-testing-report-schema 2).
import type {
  Kill,
  KillReport,
  KillStatus,
  MutantKind,
  Mutation,
  SourcePlace,
} from '../../engine/kills/result.js';
import { plain } from '../palette.js';
import { stepLines } from '../steps.js';
import { becameWords, statusWords } from './words.js';

type MutantStatus =
  'Killed' | 'Survived' | 'NoCoverage' | 'Timeout' | 'CompileError' | 'RuntimeError' | 'Ignored';

type Location = Pick<SourcePlace, 'start' | 'end'>;

export interface SchemaMutant {
  readonly id: string;
  /** The kind, then the operator: `SQL predicate-removal`; `Curated` alone. */
  readonly mutatorName: string;
  readonly description: string;
  /** Absent where it is not known which part of the text is replaced. */
  readonly replacement?: string;
  readonly location: Location;
  readonly status: MutantStatus;
  readonly statusReason?: string;
  readonly killedBy?: readonly string[];
  /** Sequences. */
  readonly testsCompleted: number;
}

export interface SchemaFile {
  readonly language: string;
  readonly source: string;
  readonly mutants: readonly SchemaMutant[];
}

export interface MutationSchema {
  readonly schemaVersion: '2';
  readonly thresholds: { readonly high: number; readonly low: number };
  readonly files: Readonly<Record<string, SchemaFile>>;
  readonly testFiles: Readonly<
    Record<string, { readonly tests: readonly { readonly id: string; readonly name: string }[] }>
  >;
  readonly framework: { readonly name: string };
}

export interface SchemaOptions {
  /** The promise of a property, by its id. */
  readonly sentences?: Readonly<Record<string, string>>;
  /** Percent: from `high` on a score is good, below `low` it is bad; 100 and 80 by default. */
  readonly thresholds?: { readonly high: number; readonly low: number };
}

const statuses: Readonly<Record<KillStatus, MutantStatus>> = {
  killed: 'Killed',
  survived: 'Survived',
  'not-covered': 'NoCoverage',
  timeout: 'Timeout',
  'compile-error': 'CompileError',
  error: 'RuntimeError',
  equivalent: 'Ignored',
  repeated: 'Survived',
};

const mutatorNames: Readonly<Record<MutantKind, (operator: string) => string>> = {
  typescript: (operator) => `TypeScript ${operator}`,
  sql: (operator) => `SQL ${operator}`,
  curated: () => 'Curated',
};

/** Why the status is as it is: of a killed mutant the calls that show it, one a line. */
function reasonOf(kill: Kill): string {
  const { status, reason, counterexample } = kill;
  if (status === 'repeated') return `Survives because repeated: ${reason ?? 'no reason is given'}`;
  if (status !== 'killed') return reason ?? `${statusWords[status]}: ${kill.mutation.sentence}`;
  const steps = counterexample === undefined ? [] : stepLines(counterexample.steps, true, plain);
  return [becameWords(kill), ...steps].join('\n');
}

function mutantOf(kill: Kill, location: Location, isExact: boolean): SchemaMutant {
  const { mutation, status, by, sequences } = kill;
  const { id, kind, operator, sentence, replacement } = mutation;
  return {
    id,
    mutatorName: mutatorNames[kind](operator),
    description: sentence,
    ...(isExact ? { replacement } : {}),
    location,
    status: statuses[status],
    statusReason: reasonOf(kill),
    ...(by === undefined ? {} : { killedBy: [by] }),
    testsCompleted: sequences,
  };
}

/** The line and column of an offset. */
function positionOf(text: string, offset: number): Location['start'] {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

const locationOf = (text: string, start: number, end: number): Location => ({
  start: positionOf(text, start),
  end: positionOf(text, end),
});

/** Where the original stands in its statement, if it stands there once; spaces may differ. */
function spanIn(statement: string, original: string): Location | undefined {
  const words = original.trim().split(/\s+/u);
  const pattern = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&')).join('\\s+');
  if (pattern === '') return undefined;
  const edge = (at: number): string => (/\w/u.test(original.trim().at(at) ?? '') ? '\\b' : '');
  const found = [...statement.matchAll(new RegExp(edge(0) + pattern + edge(-1), 'gu'))];
  const [only] = found;
  return found.length !== 1 || only === undefined
    ? undefined
    : locationOf(statement, only.index, only.index + only[0].length);
}

const languageOf = (file: string): string =>
  ({ ts: 'typescript', mts: 'typescript', cts: 'typescript', tsx: 'tsx', sql: 'sql' })[
    /\.(\w+)$/u.exec(file)?.[1] ?? ''
  ] ?? 'javascript';

/** The file of a statement that stands in no known source. */
function statementFile(statement: string, number: number): string {
  const words = statement.toLowerCase().match(/[a-z_0-9]+/gu) ?? ['statement'];
  return `sql/${number}-${words.slice(0, 4).join('-').slice(0, 40)}.sql`;
}

/** The file that lists mutants that change no text. */
export const misconceptionsFile = 'misconceptions.md';

/** One line for what a mutant does, whatever is in it. */
const lineOf = ({ operator, sentence }: Mutation): string =>
  `${operator}: ${sentence}`.replace(/\s+/gu, ' ').trim();

interface Draft {
  source: string;
  readonly mutants: SchemaMutant[];
}

/** Puts each mutant into its file, in the order of the report. */
function filesOf(
  kills: readonly Kill[],
  sources: ReadonlyMap<string, string>,
): ReadonlyMap<string, Draft> {
  const files = new Map<string, Draft>();
  const statements = new Map<string, string>();
  const draftOf = (file: string, source: string): Draft => {
    const draft = files.get(file) ?? { source, mutants: [] };
    files.set(file, draft);
    return draft;
  };
  for (const kill of kills) {
    const { place, statement, original } = kill.mutation;
    const source = place === undefined ? undefined : sources.get(place.file);
    if (place !== undefined && source !== undefined) {
      const { start, end } = place;
      const isText = original !== '';
      draftOf(place.file, source).mutants.push(mutantOf(kill, { start, end }, isText));
    } else if (statement !== undefined) {
      const file = statements.get(statement) ?? statementFile(statement, statements.size + 1);
      statements.set(statement, file);
      const span = spanIn(statement, original);
      const location = span ?? locationOf(statement, 0, statement.length);
      draftOf(file, statement).mutants.push(mutantOf(kill, location, span !== undefined));
    } else {
      const draft = draftOf(misconceptionsFile, '');
      const [start, line] = [draft.source.length, lineOf(kill.mutation)];
      draft.source += `${line}\n`;
      const location = locationOf(draft.source, start, start + line.length);
      draft.mutants.push(mutantOf(kill, location, false));
    }
  }
  return files;
}

/**
 * The report as the standard viewer reads it. Mutants lie in the source they were found in; an SQL
 * mutant without one in a file of its statement, any other in a list with a line for each.
 */
export function toMutationSchema(
  { kills }: KillReport,
  sources: ReadonlyMap<string, string>,
  options: SchemaOptions = {},
): MutationSchema {
  const { sentences = {}, thresholds = { high: 100, low: 80 } } = options;
  const killers = kills.flatMap(({ by }) => (by === undefined ? [] : [by]));
  const ids = [...new Set([...Object.keys(sentences), ...killers])];
  const nameOf = (id: string): string =>
    id === 'opening' ? 'The store can be opened, emptied and closed.' : id;
  const files = [...filesOf(kills, sources)].map(
    ([file, { source, mutants }]) =>
      [
        file,
        { language: file === misconceptionsFile ? 'markdown' : languageOf(file), source, mutants },
      ] as const,
  );
  return {
    schemaVersion: '2',
    thresholds,
    files: Object.fromEntries(files),
    testFiles: {
      properties: { tests: ids.map((id) => ({ id, name: sentences[id] ?? nameOf(id) })) },
    },
    framework: { name: 'Touchstone' },
  };
}
