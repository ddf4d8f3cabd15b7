// Why a mutant survives: another guard may decide the same, which shows when that one is broken as well.
import type { SqlMutant } from '../../mutants/sql/mutant.js';
import { switchSqlMutants } from '../../mutants/sql/seam.js';
import type { Run } from '../drive.js';
import type { Suite } from '../suite.js';
import type { FieldOptions } from './field.js';
import { createPlayer, type Round } from './player.js';
import type { Kill, Mutation } from './result.js';
import type { SqlField } from './sql.js';
import type { Troupe } from './target.js';
import type { CodeField } from './typescript.js';

/** Sequences in which two mutants are compared with one. */
const round: Round = { medium: 'memory', runs: 40 };

/** Partners tried for one survivor. */
const partnersAtMost = 24;

const guarding: readonly string[] = [
  'predicate-removal',
  'disjunct-removal',
  'is-null-flip',
  'ConditionalExpression',
  'BlockStatement',
  'CallRemoval',
  'Membership',
];

/** What could be a guard that somebody repeats: a condition, a boundary, a way out of a conflict. */
const couldRepeat: readonly string[] = [
  ...guarding,
  'boundary-shift',
  'equality-flip',
  'conflict',
  'EqualityOperator',
  'LogicalOperator',
  'BooleanLiteral',
];

const keywords = new Set(
  `and or not is null true false where set select from update values undefined const return if throw
  this new typeof`.split(/\s+/u),
);

const borders = /\bAND\b|\bWHERE\b|\bSET\b|\bORDER BY\b|,/giu;

/** The part of a statement between two `AND`s, commas or clauses that a mutant stands in. */
function conjunctOf({ source, statement, span }: SqlMutant): string {
  const at = span.start - source.lastIndexOf(statement, span.start);
  let [from, to] = [0, statement.length];
  for (const { index, 0: border } of statement.matchAll(borders)) {
    if (index + border.length <= at) from = index + border.length;
    else if (index >= at + span.end - span.start) to = Math.min(to, index);
  }
  return statement.slice(from, to);
}

/** The names in a condition, as SQL and as TypeScript would spell them: without case and `_`. */
function namesIn(text: string): ReadonlySet<string> {
  const words = text.match(/[A-Za-z_]\w+/gu) ?? [];
  const plain = words.map((word) => word.replaceAll('_', '').toLowerCase());
  return new Set(plain.filter((word) => !keywords.has(word)));
}

/** The share of names that two conditions have in common, 0 to 1. */
function likeness(names: ReadonlySet<string>, others: ReadonlySet<string>): number {
  const shared = [...names].filter((name) => others.has(name)).length;
  return shared / Math.max(1, names.size + others.size - shared);
}

/** Most guards are repeated in the other language: counted as so much more alike. */
const acrossLanguages = 0.5;

/** Conditions about the same names, in another place; two of the source cannot be in force at once. */
function partnersOf(
  survivor: Mutation,
  all: readonly Mutation[],
  conditionOf: (mutation: Mutation) => string,
): readonly Mutation[] {
  const names = namesIn(conditionOf(survivor));
  const isElsewhere = (other: Mutation): boolean =>
    other.statement !== survivor.statement || other.kind !== survivor.kind;
  return all
    .filter(
      (other) =>
        guarding.includes(other.operator) &&
        isElsewhere(other) &&
        !(other.kind === 'typescript' && survivor.kind === 'typescript'),
    )
    .map((other) => ({ other, like: likeness(names, namesIn(conditionOf(other))) }))
    .filter(({ like }) => like > 0)
    .map(({ other, like }) => ({
      other,
      rank: other.kind === survivor.kind ? like : like + acrossLanguages,
    }))
    .toSorted((a, b) => b.rank - a.rank)
    .slice(0, partnersAtMost)
    .map(({ other }) => other);
}

/** How each sequence ended: the length of its log and the answer in which it parted. */
interface Ending {
  readonly key: string;
  readonly blamed: string | undefined;
}

export interface Fields {
  readonly sql: SqlField;
  /** The source with its mutants, opened when the first survivor needs it. */
  readonly openCode: () => Promise<CodeField | undefined>;
  /** The store as it is loaded without the mutants of its source. */
  readonly troupe: Troupe;
}

export interface Repetitions {
  /** The survivor as `repeated`, with the reason, or as it was. */
  explain(kill: Kill): Promise<Kill>;
}

const endingOf = (run: Run, suite: Suite): Ending => ({
  key: `${run.log.length} ${JSON.stringify(run.divergence?.actual)}`,
  blamed: run.divergence && suite.blame(run.divergence),
});

const whereOf = ({ place, statement }: Mutation): string => {
  if (place !== undefined) return ` in ${place.file}:${place.start.line}`;
  return statement === undefined ? '' : ` in ${statement.replace(/\s+/gu, ' ').slice(0, 40)}…`;
};

/**
 * A mutant A that survives alone matters all the same where some sequence ends otherwise with A and
 * B in force than with B alone: then B's condition hides it. It is no equivalent mutant.
 */
export function createRepetitions(
  { sql, openCode, troupe }: Fields,
  options: FieldOptions,
): Repetitions {
  const { suite, seed } = options;
  const { seam, use } = switchSqlMutants({ columns: sql.columns });
  let opened: Promise<CodeField | undefined> | undefined;
  const alone = new Map<string, readonly Ending[]>();
  const conditionOf = (mutation: Mutation): string => {
    const mutant = sql.mutantOf(mutation);
    return mutant === undefined ? mutation.original : conjunctOf(mutant);
  };

  async function endings(
    code: CodeField | undefined,
    inForce: readonly Mutation[],
  ): Promise<readonly Ending[]> {
    const found: Ending[] = [];
    const player = createPlayer(code?.troupe ?? troupe, options, seam);
    try {
      await player.ready([round]);
      use(...inForce.flatMap((mutation) => sql.mutantOf(mutation) ?? []));
      code?.use(inForce.map((mutation) => code.mutantOf(mutation)).find((mutant) => mutant));
      const outcome = await player.play(round, seed, {
        // No property has this name: the sequences are played to the last.
        property: '',
        onSequence: (_, run) => void found.push(endingOf(run, suite)),
      });
      if (outcome.status === 'failed')
        found.push({ key: outcome.reason ?? '', blamed: outcome.by });
      return found;
    } finally {
      use();
      code?.use(undefined);
      await player.close();
    }
  }

  return {
    async explain(kill) {
      const { mutation } = kill;
      if (kill.status !== 'survived' || !couldRepeat.includes(mutation.operator)) return kill;
      const code = await (opened ??= openCode());
      const all = [...sql.mutations, ...(code?.mutations ?? [])];
      for (const partner of partnersOf(mutation, all, conditionOf)) {
        const without = alone.get(partner.id) ?? (await endings(code, [partner]));
        alone.set(partner.id, without);
        const both = await endings(code, [partner, mutation]);
        // A store that was left early says nothing of the sequences after that.
        const at = both.findIndex(
          ({ key }, index) => index < without.length && key !== without[index]?.key,
        );
        if (at < 0) continue;
        const property = both[at]?.blamed ?? 'the outcome';
        const reason =
          `${partner.sentence}${whereOf(partner)} hides it: with both broken, ` +
          `${property} fails in sequence ${at + 1} of seed ${seed}`;
        return { ...kill, status: 'repeated', reason };
      }
      return kill;
    },
  };
}
