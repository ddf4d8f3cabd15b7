// SQL mutants of a store: gathered from what it really sends, probed, and put in force at the driver.
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Driver, DriverSeam, StoreUnderTest } from '../../contract/port.js';
import { defaultPolicy } from '../../contract/policy.js';
import { mutateSql } from '../../mutants/sql/mutate.js';
import type { SqlMutant } from '../../mutants/sql/mutant.js';
import { prepareInOrder, type Probed } from '../../mutants/sql/probe.js';
import { collectStatements, seamWithMutant, switchSqlMutants } from '../../mutants/sql/seam.js';
import type { ColumnTypes } from '../../mutants/sql/statement.js';
import { columnTypes } from '../../mutants/sql/table.js';
import { type Field, type FieldOptions, faultOf, judgeOne, roundsFor } from './field.js';
import { type Abilities, createPlayer, type Round } from './player.js';
import { differsIn, gatherRows, type Judged, judgeRows, type Rows } from './raw-rows.js';
import type { Register } from './register.js';
import type { Kill, Mutation, SourcePlace } from './result.js';
import type { Troupe } from './target.js';

/** The name of what kills a mutant by a row that is put in by hand. */
export const constraint = 'constraint';

export interface SqlFieldOptions extends FieldOptions {
  readonly register?: Register | undefined;
  /** Where a mutant stands in the sources. */
  readonly locate?: ((mutant: SqlMutant) => SourcePlace | undefined) | undefined;
}

/** The field, and what somebody needs who puts two mutants in force at once. */
export interface SqlField extends Field {
  readonly mutantOf: (mutation: Mutation) => SqlMutant | undefined;
  readonly columns: ColumnTypes;
}

/** Where the database gives an order by itself, dropping it changes nothing. */
const plainRound: Round = { medium: 'memory', runs: 100, schema: 'plain' };

const isOfOrder = ({ operator }: SqlMutant): boolean => operator.startsWith('order');

/** What a store is made of is broken as it is opened, anything else while it is open. */
const definesSomething = ({ statement }: SqlMutant): boolean =>
  /^(?:create|alter|drop)\b/iu.test(statement);

/** A unique index is a constraint, too. */
const definesConstraint = ({ statement }: SqlMutant): boolean =>
  /^(?:create|alter)\s+table\b|^create\s+unique\s+index\b/iu.test(statement);

const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();

function mutationOf(mutant: SqlMutant, place: SourcePlace | undefined): Mutation {
  return {
    id: `sql:${mutant.id}`,
    kind: 'sql',
    operator: mutant.operator,
    sentence: mutant.sentence,
    original: oneLine(mutant.original),
    replacement: oneLine(mutant.replacement),
    statement: mutant.statement,
    ...(place === undefined ? {} : { place }),
  };
}

/** Hands over the database of a store as it is before anything was done to it; opens nothing. */
async function onEmptyDatabase(
  store: StoreUnderTest,
  root: string,
  look: (driver: Driver) => void,
): Promise<void> {
  const directory = await mkdtemp(join(root, 'probe-'));
  let isSeen = false;
  const driver: DriverSeam = (bare) => {
    look(bare);
    isSeen = true;
    throw new Error('The database was looked at: that is all it was opened for.');
  };
  try {
    await store.open({ directory, handle: 0, policy: defaultPolicy, medium: 'memory', driver });
  } catch (thrown) {
    if (!isSeen) throw thrown;
  } finally {
    await store.destroy?.();
    await rm(directory, { recursive: true, force: true });
  }
}

/** Opens a store only to reach its database, with the schema in it. */
async function onDatabase<T>(
  store: StoreUnderTest,
  root: string,
  seam: DriverSeam,
  look: (driver: Driver) => T,
): Promise<T | undefined> {
  const directory = await mkdtemp(join(root, 'probe-'));
  let reached: Driver | undefined;
  const driver: DriverSeam = (bare) => seam((reached = bare));
  try {
    const opened = await store.open({
      directory,
      handle: 0,
      policy: defaultPolicy,
      medium: 'memory',
      driver,
    });
    const seen = reached === undefined ? undefined : look(reached);
    await opened.close();
    return seen;
  } finally {
    await store.destroy?.();
    await rm(directory, { recursive: true, force: true });
  }
}

const asIs: DriverSeam = (driver) => driver;

/** What plays the unbroken store and notes what it sends. */
interface Gathered {
  readonly statements: readonly string[];
  readonly rows: Rows;
}

/**
 * Plays the unbroken store and makes the mutants of all it sends; the reason where it fails.
 * Mutants of a definition are hunted in a store of their own; the others take turns on one that
 * stays open.
 */
export async function openSqlField(
  troupe: Troupe,
  options: SqlFieldOptions,
): Promise<SqlField | { readonly fault: string }> {
  const { root, seed, register } = options;
  const { seam: listen, statements } = collectStatements();
  const gathered = gatherRows();
  const abilities: Abilities = new Map();
  const listening = createPlayer(
    troupe,
    options,
    (driver) => listen(gathered.seam(driver)),
    abilities,
  );
  const fault = await faultOf(listening, options, seed);
  await listening.close();
  if (fault !== undefined) return { fault };
  const known: Gathered = { statements: statements(), rows: gathered.rows };
  const columns = columnTypes(known.statements, 'sqlite');
  let probed: readonly Probed[] = [];
  await onEmptyDatabase(await troupe.open(), root, (driver) => {
    probed = prepareInOrder(driver, known.statements, (text) =>
      mutateSql(text, { dialect: 'sqlite', columns }),
    );
  });
  const judged =
    (await onDatabase(await troupe.open(), root, asIs, (driver) =>
      judgeRows(driver, known.rows),
    )) ?? [];
  return makeField(troupe, options, { probed, judged, columns, register, abilities });
}

interface Parts {
  readonly probed: readonly Probed[];
  readonly judged: readonly Judged[];
  readonly columns: ColumnTypes;
  readonly register: Register | undefined;
  readonly abilities: Abilities;
}

function makeField(
  troupe: Troupe,
  options: SqlFieldOptions,
  { probed, judged, columns, register, abilities }: Parts,
): SqlField {
  const { root, locate, counterexamples, rounds: _rounds } = options;
  const known = new Map(
    probed.map((each) => {
      const mutation = mutationOf(each.mutant, locate?.(each.mutant));
      const guards = register?.guardsOfSql(each.mutant) ?? [];
      return [mutation.id, { ...each, mutation, guards }] as const;
    }),
  );
  const { seam, use } = switchSqlMutants({ columns });
  const shared = createPlayer(troupe, options, seam, abilities);
  const guardsOf = ({ id }: Mutation): readonly string[] => known.get(id)?.guards ?? [];

  function roundsOf(mutation: Mutation, mutant: SqlMutant, seed: number) {
    const mustKill = register?.isMustKill(guardsOf(mutation), mutation) ?? false;
    const [first, ...later] = roundsFor(options, seed, mustKill);
    if (first === undefined) return [];
    return isOfOrder(mutant) ? [first, { round: plainRound, seed }, ...later] : [first, ...later];
  }

  /** A constraint stands behind checks of the code: only a raw row comes that far. */
  async function byRawRow(mutation: Mutation, mutant: SqlMutant): Promise<Kill | undefined> {
    if (!definesConstraint(mutant)) return undefined;
    const broken = seamWithMutant(mutant, { columns });
    try {
      const reason = await onDatabase(await troupe.open(), root, broken, (driver) =>
        differsIn(driver, judged),
      );
      if (reason === undefined) return undefined;
      const guards = guardsOf(mutation);
      return { mutation, guards, status: 'killed', by: constraint, sequences: 1, reason };
    } catch {
      // A store that does not open is told by the first sequence.
      return undefined;
    }
  }

  async function judge(mutation: Mutation, seed: number, property?: string): Promise<Kill> {
    const guards = guardsOf(mutation);
    const each = known.get(mutation.id);
    if (each === undefined) throw new Error(`No such mutant: ${mutation.id}`);
    const { mutant, status, message } = each;
    const base = { mutation, guards, sequences: 0 };
    if (status === 'same-program')
      return { ...base, status: 'equivalent', reason: 'SQLite compiles both to the same program' };
    if (status !== 'valid')
      return { ...base, status: 'compile-error', reason: message ?? 'it does not compile' };
    // An address that is none any more mixes people up: that is seen before any raw row.
    const isOfAddress = mutant.operator === 'primary-key';
    const raw = isOfAddress ? undefined : await byRawRow(mutation, mutant);
    if (raw !== undefined) return raw;
    const rounds = roundsOf(mutation, mutant, seed);
    const attempt = { mutation, guards, rounds, counterexamples, property };
    if (definesSomething(mutant)) {
      const own = createPlayer(troupe, options, seamWithMutant(mutant, { columns }), abilities);
      const kill = await judgeOne({ ...attempt, player: own });
      await own.close();
      return kill.status === 'survived' ? ((await byRawRow(mutation, mutant)) ?? kill) : kill;
    }
    // What is opened with the mutant in force would break before anything is asked of it.
    await shared.ready(rounds.map(({ round }) => round));
    use(mutant);
    try {
      return await judgeOne({ ...attempt, player: shared });
    } finally {
      use();
    }
  }

  return {
    mutations: [...known.values()].map(({ mutation }) => mutation),
    mutantOf: ({ id }) => known.get(id)?.mutant,
    columns,
    guardsOf,
    judge,
    close: () => shared.close(),
  };
}
