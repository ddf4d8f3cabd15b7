// SQL mutants of a store: gathered from what it really sends, probed, and put in force at the driver.
import type {
  Awaitable,
  Driver,
  DriverSeam,
  MemoryStore,
  StoreUnderTest,
} from '../../contract/port.js';
import { defaultPolicy } from '../../contract/policy.js';
import { mutateSql } from '../../mutants/sql/mutate.js';
import type { SqlMutant } from '../../mutants/sql/mutant.js';
import { definesSomething, prepareInOrder, type Probed } from '../../mutants/sql/probe.js';
import { collectStatements, seamWithMutant, switchSqlMutants } from '../../mutants/sql/seam.js';
import type { ColumnTypes } from '../../mutants/sql/statement.js';
import { columnTypes } from '../../mutants/sql/table.js';
import { createFolders, type Folders } from '../folders.js';
import { type Field, type FieldOptions, faultOf, judgeOne, roundsFor } from './field.js';
import { type Abilities, createPlayer, type Round } from './player.js';
import { differsIn, gatherRows, type Judged, judgeRows } from './raw-rows.js';
import type { Register } from './register.js';
import { type Kill, type Mutation, oneLine, type SourcePlace } from './result.js';
import { withScripts } from '../scripts.js';
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

/** A unique index is a constraint, too. */
const definesConstraint = ({ statement }: SqlMutant): boolean =>
  /^(?:create|alter)\s+table\b|^create\s+unique\s+index\b/iu.test(statement);

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

/** Opens a store in a folder of its own, only to look at its database through this seam. */
async function onDatabase<T>(
  store: StoreUnderTest,
  folders: Folders,
  driver: DriverSeam,
  look: (opened: MemoryStore) => Awaitable<T>,
): Promise<T> {
  const directory = await folders.take();
  const environment = { handle: 0, policy: defaultPolicy, medium: 'memory' } as const;
  try {
    return await look(await store.open({ ...environment, directory, driver }));
  } finally {
    await store.destroy?.();
    await folders.drop(directory);
  }
}

/** Looks at the database of a store as it is before anything was done to it; opens nothing. */
async function onEmptyDatabase(
  store: StoreUnderTest,
  folders: Folders,
  look: (driver: Driver) => void,
): Promise<void> {
  let isSeen = false;
  const driver: DriverSeam = (bare) => {
    look(bare);
    isSeen = true;
    throw new Error('The database was looked at: that is all it was opened for.');
  };
  try {
    await onDatabase(store, folders, driver, () => undefined);
  } catch (thrown) {
    if (!isSeen) throw thrown;
  }
}

/** Looks at the database of a store with the schema in it; undefined where none was reached. */
async function onSchema<T>(
  store: StoreUnderTest,
  folders: Folders,
  seam: DriverSeam,
  look: (driver: Driver) => T,
): Promise<T | undefined> {
  let reached: Driver | undefined;
  const driver: DriverSeam = (bare) => seam((reached = bare));
  return onDatabase(store, folders, driver, async (opened) => {
    const seen = reached === undefined ? undefined : look(reached);
    await opened.close();
    return seen;
  });
}

const asIs: DriverSeam = (driver) => driver;

/**
 * Plays the unbroken store and makes the mutants of all it sends; the reason where it fails.
 * Mutants of a definition are hunted in a store of their own; the others take turns on one that
 * stays open.
 */
export async function openSqlField(
  troupe: Troupe,
  given: SqlFieldOptions,
): Promise<SqlField | { readonly fault: string }> {
  const folders = createFolders(given.root);
  const options = { ...given, folders, suite: withScripts(given.suite) };
  const { seed, register } = options;
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
  if (fault !== undefined) {
    await folders.close();
    return { fault };
  }
  const sent = statements();
  const columns = columnTypes(sent, 'sqlite');
  let probed: readonly Probed[] = [];
  await onEmptyDatabase(await troupe.open(), folders, (driver) => {
    probed = prepareInOrder(driver, sent, (text) =>
      mutateSql(text, { dialect: 'sqlite', columns }),
    );
  });
  const judged =
    (await onSchema(await troupe.open(), folders, asIs, (driver) =>
      judgeRows(driver, gathered.rows),
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
  options: SqlFieldOptions & { readonly folders: Folders },
  { probed, judged, columns, register, abilities }: Parts,
): SqlField {
  const { folders, locate, counterexamples } = options;
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
      const reason = await onSchema(await troupe.open(), folders, broken, (driver) =>
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
    // What a store is made of is broken as it is opened, anything else while it is open.
    if (definesSomething(mutant.statement)) {
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
    async close() {
      await shared.close();
      await folders.close();
    },
  };
}
