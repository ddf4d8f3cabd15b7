// Hunts the mutants of a store, kind by kind, and says which of its guards nothing would miss.
import type { CuratedMutant } from '../../mutants/mutant.js';
import type { SqlMutant } from '../../mutants/sql/mutant.js';
import { openCuratedField } from './curated.js';
import type { Field, FieldOptions } from './field.js';
import type { Register } from './register.js';
import { createRepetitions, type Repetitions } from './repeated.js';
import {
  type Kill,
  type KillReport,
  type Mutation,
  type MutantKind,
  mutantKinds,
  type SourcePlace,
} from './result.js';
import { openSqlField, type SqlField } from './sql.js';
import type { Target } from './target.js';
import { type CodeField, openCodeField } from './typescript.js';

/** An entry of a reviewed list: a mutant that nothing can tell apart, and why. */
export interface Reviewed {
  /** The id of the mutant. */
  readonly mutant: string;
  readonly reason: string;
}

export interface MutantHuntOptions extends FieldOptions {
  /** All by default; a kind the target cannot show is left out. */
  readonly kinds?: readonly MutantKind[] | undefined;
  readonly curated?: readonly CuratedMutant[];
  readonly register?: Register | undefined;
  readonly locate?: ((mutant: SqlMutant) => SourcePlace | undefined) | undefined;
  /** Whether a mutant is hunted; told its ordinal among those of its kind and its guards. */
  readonly isWanted?: (mutation: Mutation, ordinal: number, guards: readonly string[]) => boolean;
  readonly reviewed?: readonly Reviewed[];
  /** What is known from an earlier thread: not hunted again. */
  readonly known?: readonly Kill[];
  readonly onStart?: (mutation: Mutation, ordinal: number, of: number) => void;
  readonly onKill?: (kill: Kill) => void;
  readonly isOver?: () => boolean;
}

/** A survivor that somebody has reviewed says nothing. */
function reviewedKill(kill: Kill, reviewed: readonly Reviewed[]): Kill {
  const entry = reviewed.find(({ mutant }) => mutant === kill.mutation.id);
  if (entry === undefined || kill.status === 'killed' || kill.status === 'timeout') return kill;
  return { ...kill, status: 'equivalent', reason: entry.reason };
}

/** Entries that name no mutant, or one that is killed; only kinds that were hunted can say so. */
function staleEntries(
  reviewed: readonly Reviewed[],
  all: readonly Mutation[],
  kills: readonly Kill[],
  kinds: readonly string[],
): readonly string[] {
  const isHunted = ({ mutant }: Reviewed): boolean =>
    kinds.some((kind) => mutant.startsWith(`${kind}:`));
  return reviewed.filter(isHunted).flatMap(({ mutant }) => {
    const kill = kills.find(({ mutation }) => mutation.id === mutant);
    if (kill?.status === 'killed') return [`${mutant} is killed by ${kill.by}`];
    return all.some(({ id }) => id === mutant) ? [] : [`${mutant} is no mutant of this store`];
  });
}

/** The source as a place to look for repeated guards, where its own mutants are not hunted. */
async function openPartners(
  { code }: Target,
  options: MutantHuntOptions,
): Promise<CodeField | undefined> {
  if (code === undefined) return undefined;
  // All mutants are made in one go, which takes as long as before the first one.
  options.pulse?.enter('preparing', 0);
  try {
    const field = await openCodeField(code, { ...options, rounds: [] });
    return 'fault' in field ? undefined : field;
  } catch {
    // A source that cannot be broken is no reason not to break the SQL.
    return undefined;
  }
}

/** Opens the fields of all kinds; the reason where the store fails without a mutant. */
export async function openFields(
  target: Target,
  kinds: readonly MutantKind[],
  options: MutantHuntOptions,
): Promise<
  { fault: string } | { fields: Map<MutantKind, Field>; sql?: SqlField; code?: CodeField }
> {
  const fields = new Map<MutantKind, Field>();
  const opened: { sql?: SqlField; code?: CodeField } = {};
  const fault = async (reason: string): Promise<{ fault: string }> => {
    for (const field of fields.values()) await field.close();
    return { fault: reason };
  };
  for (const kind of kinds) {
    if (kind === 'sql') {
      const field = await openSqlField(target, options);
      if ('fault' in field) return fault(field.fault);
      fields.set(kind, (opened.sql = field));
    } else if (kind === 'typescript' && target.code !== undefined) {
      const field = await openCodeField(target.code, options);
      if ('fault' in field) return fault(field.fault);
      fields.set(kind, (opened.code = field));
    } else if (kind === 'curated') {
      const field = await openCuratedField(target, options.curated ?? [], options);
      if ('fault' in field) return fault(field.fault);
      fields.set(kind, field);
    }
  }
  return { fields, ...opened };
}

/**
 * Hunts mutants of the kinds asked for. The unbroken store goes first, through the same sequences:
 * unless it passes, nothing is hunted and `baseline` says why. The same seed gives the same report.
 */
export async function huntMutants(target: Target, options: MutantHuntOptions): Promise<KillReport> {
  const { seed, reviewed = [], known = [], isOver = () => false } = options;
  const { kinds = mutantKinds, isWanted = () => true } = options;
  const store = {
    name: target.name,
    ...(target.version === undefined ? {} : { version: target.version }),
  };
  const opened = await openFields(target, kinds, options);
  if ('fault' in opened) return { store, seed, baseline: opened.fault, kills: [], stale: [] };
  const { fields, sql, code } = opened;
  const all = [...fields.values()].flatMap(({ mutations }) => mutations);
  let partners: CodeField | undefined;
  const openCode = async (): Promise<CodeField | undefined> =>
    code ?? (partners = await openPartners(target, options));
  const repetitions: Repetitions | undefined =
    sql && createRepetitions({ sql, openCode, troupe: target }, options);
  const wanted = [...fields].flatMap(([, field]) =>
    field.mutations
      .filter((mutation, ordinal) => isWanted(mutation, ordinal, field.guardsOf(mutation)))
      .map((mutation) => ({ field, mutation })),
  );
  const earlier = new Map(known.map((kill) => [kill.mutation.id, kill]));
  const kills: Kill[] = [];
  try {
    for (const [ordinal, { field, mutation }] of wanted.entries()) {
      if (isOver()) break;
      const before = earlier.get(mutation.id);
      if (before !== undefined) {
        kills.push(before);
        continue;
      }
      options.onStart?.(mutation, ordinal, wanted.length);
      const judged = reviewedKill(await field.judge(mutation, seed), reviewed);
      const kill = (await repetitions?.explain(judged)) ?? judged;
      options.onKill?.(kill);
      kills.push(kill);
      // Lets signals and messages in.
      await new Promise(setImmediate);
    }
  } finally {
    for (const field of fields.values()) await field.close();
    await partners?.close();
  }
  return { store, seed, kills, stale: staleEntries(reviewed, all, kills, [...fields.keys()]) };
}
