// Two writers on one file, and storage that fails: one winner, nothing half written, no handle stuck.
import { describe, expect, test } from 'vitest';
import type { Memory } from '../src/contract/port.js';
import { codeOf } from './service-fixture.js';
import {
  decided,
  intercepting,
  lockedByAnother,
  memoryOf,
  nameIs,
  newPath,
  on,
  open,
  openHandle,
  proposalOf,
  sqliteError,
  yes,
} from './sqlite-fixture.js';

type Act = (memory: Required<Memory>) => unknown;

const remember: Act = (memory) => memory.remember(nameIs('Lin'), on(0));
const forget: Act = (memory) => memory.forget('profile', 'display_name', decided(1, 110));
const propose: Act = (memory) => memory.proposals.add(proposalOf('Lin'));
const both =
  (first: Act, second: Act): Act =>
  (memory) => [first(memory), second(memory)];

/** Every write of a memory, after what makes it succeed. */
const writes: readonly (readonly [name: string, prepare: Act, write: Act])[] = [
  ['a first remember', () => undefined, remember],
  ['a later remember', remember, (memory) => memory.remember(nameIs('Lin 2'), on(1))],
  ['a forget', remember, forget],
  [
    'a restore',
    both(remember, forget),
    (memory) => memory.restore('profile', 'display_name', decided(2, 120)),
  ],
  ['a proposal', () => undefined, propose],
  ['a confirmation', propose, (memory) => memory.proposals.confirm(yes('Lin'))],
];

/** A prepared store whose statements can be intercepted. */
function scene(prepare: Act) {
  const { seam, on: meet } = intercepting();
  const path = newPath();
  const { store, records } = openHandle({ path, driver: seam, busyTimeout: 0 });
  const memory = memoryOf(store);
  prepare(memory);
  return { path, meet, memory, records };
}

function thrownBy(call: () => unknown): unknown {
  try {
    call();
  } catch (thrown) {
    return thrown;
  }
  throw new Error('Nothing was thrown.');
}

/** The first words of the statements that run from now on. */
function wordsOf(meet: ReturnType<typeof intercepting>['on']): string[] {
  const words: string[] = [];
  meet.statement = (sql, go) => {
    words.push(sql.trim().split(/\s/, 1)[0] ?? '');
    return go();
  };
  return words;
}

const unavailable = (code: string, definite: boolean) =>
  expect.objectContaining({ kind: 'unavailable', code, definite });

describe('two writers on one file', () => {
  test('see what the other wrote, and only the first on a version wins', async () => {
    const path = newPath();
    const first = memoryOf(open({ path }));
    const second = memoryOf(open({ path }));
    expect(first.remember(nameIs('first'), on(0))).toBe(1);
    expect(await codeOf(() => second.remember(nameIs('second'), on(0)))).toBe('stale-version');
    expect(second.search('profile', { now: 100 })).toMatchObject([{ value: 'first' }]);
    expect(second.remember(nameIs('second'), on(1))).toBe(2);
    expect(await codeOf(() => first.remember(nameIs('late'), on(1)))).toBe('stale-version');
    expect(first.inspect('profile', 'display_name')).toMatchObject({ value: 'second' });
  });

  test.each(writes)(
    '%s is busy while the other writes, and writes nothing',
    (_, prepare, write) => {
      const { path, meet, memory, records } = scene(prepare);
      const before = records();
      const other = intercepting();
      const second = memoryOf(open({ path, driver: other.seam, busyTimeout: 0 }));
      const answers: unknown[] = [];
      other.on.statement = (sql, go) => {
        if (sql === 'COMMIT')
          answers.push(
            thrownBy(() => write(memory)),
            records(),
          );
        return go();
      };
      second.remember(nameIs('other', { scope: 'task:one', kind: 'task_fact', key: 'status' }), {
        ...on(0),
        evidence: 'task_verified',
      });
      expect(answers).toEqual([unavailable('busy', true), before]);
      meet.statement = undefined;
      expect(() => write(memory)).not.toThrow();
    },
  );

  test('wait for each other where they are told to', async () => {
    const path = newPath();
    const memory = memoryOf(open({ path }));
    const hasty = memoryOf(open({ path, busyTimeout: 0 }));
    const other = lockedByAnother(path);
    expect(await codeOf(() => hasty.remember(nameIs('Mei'), on(0)))).toBe('busy');
    other.releaseSoon();
    expect(memory.remember(nameIs('Lin'), on(0))).toBe(1);
    await other.ended;
  });

  test('never see what is not committed yet', () => {
    const { path, meet, memory } = scene(remember);
    const reader = memoryOf(open({ path, busyTimeout: 0 }));
    const seen: unknown[] = [];
    meet.statement = (sql, go) => {
      if (sql === 'COMMIT') seen.push(reader.search('profile', { now: 200 }));
      return go();
    };
    memory.remember(nameIs('Mei'), on(1));
    seen.push(reader.search('profile', { now: 200 }));
    expect(seen).toMatchObject([[{ value: 'Lin' }], [{ value: 'Mei' }]]);
  });
});

describe('storage that fails', () => {
  const failures = [
    ['SQLITE_BUSY', 'busy'],
    ['SQLITE_LOCKED', 'busy'],
    ['SQLITE_FULL', 'io'],
    ['SQLITE_IOERR_WRITE', 'io'],
    ['SQLITE_CORRUPT', 'io'],
  ] as const;

  test.each(writes)('at any statement of %s leaves nothing behind', (_, prepare, write) => {
    const { meet, memory, records } = scene(prepare);
    const before = records();
    for (const [error, code] of failures) {
      const statements: string[] = [];
      for (let at = 0; statements.at(-1) !== 'COMMIT'; at += 1) {
        let left = at;
        statements.length = 0;
        meet.statement = (sql, go) => {
          statements.push(sql);
          left -= 1;
          if (left === -1) throw sqliteError(error);
          return go();
        };
        const thrown = thrownBy(() => write(memory));
        if (statements.at(-1) === 'ROLLBACK') statements.pop();
        const definite = code === 'busy' || statements.at(-1) !== 'COMMIT';
        expect(thrown).toEqual(unavailable(code, definite));
        expect(records()).toEqual(before);
      }
    }
    meet.statement = undefined;
    expect(() => write(memory)).not.toThrow();
  });

  test.each(writes.slice(0, 4))('after %s was committed is indefinite', (_, prepare, write) => {
    const { meet, memory, records } = scene(prepare);
    const before = records();
    meet.statement = (sql, go) => {
      const answer = go();
      if (sql === 'COMMIT') throw sqliteError('SQLITE_IOERR_FSYNC');
      return answer;
    };
    expect(thrownBy(() => write(memory))).toEqual(unavailable('io', false));
    expect(records()).not.toEqual(before);
  });

  test('while reading is definite', () => {
    const { meet, memory } = scene(remember);
    const reads: readonly Act[] = [
      (each) => each.search('profile', { now: 200 }),
      (each) => each.context('profile', { now: 200 }),
      (each) => each.inspect('profile', 'display_name'),
    ];
    for (const [error, code] of failures)
      for (const read of reads) {
        meet.statement = () => {
          throw sqliteError(error);
        };
        expect(thrownBy(() => read(memory))).toEqual(unavailable(code, true));
        meet.statement = undefined;
        expect(() => read(memory)).not.toThrow();
      }
  });

  test('even at the rollback leaves the handle usable', () => {
    const { meet, memory, records } = scene(remember);
    meet.statement = (sql, go) => {
      if (sql === 'ROLLBACK') throw sqliteError('SQLITE_IOERR');
      return go();
    };
    expect(thrownBy(() => memory.remember(nameIs('Mei'), on(7)))).toMatchObject({
      code: 'stale-version',
    });
    meet.statement = undefined;
    expect(memory.remember(nameIs('Mei'), on(1))).toBe(2);
    expect(records()).toMatchObject([{ value: 'Mei' }]);
  });
});

describe('what is no refusal', () => {
  test.each([
    ['an error of the SQL', sqliteError('SQLITE_ERROR')],
    ['a broken constraint', sqliteError('SQLITE_CONSTRAINT_CHECK')],
    ['any other error', new TypeError('broken')],
  ])('is thrown as it is: %s', (_, error) => {
    const { meet, memory } = scene(remember);
    meet.statement = (sql, go) => {
      if (sql.includes('UPDATE')) throw error;
      return go();
    };
    expect(thrownBy(() => memory.remember(nameIs('Mei'), on(1)))).toBe(error);
    meet.statement = undefined;
    expect(memory.remember(nameIs('Mei'), on(1))).toBe(2);
  });

  test.each(writes.filter(([name]) => name !== 'a proposal'))(
    'is %s that changes nothing though nothing forbids it: a broken invariant',
    (_, prepare, write) => {
      const { meet, memory, records } = scene(prepare);
      const before = records();
      meet.statement = (sql, go) => (/INSERT|UPDATE/.test(sql) ? { changes: 0 } : go());
      expect(thrownBy(() => write(memory))).toMatchObject({
        name: 'Error',
        message: expect.stringMatching(/^Invariant broken: \w+ changed no row/),
      });
      meet.statement = undefined;
      expect(records()).toEqual(before);
      expect(() => write(memory)).not.toThrow();
    },
  );
});

test.each([
  ['its claim', /UPDATE proposals\s+SET decided_at/],
  ['its write', /INSERT INTO memory/],
])('a confirmation of which only %s changes nothing is a broken invariant', (_, statement) => {
  const { meet, memory, records } = scene(propose);
  meet.statement = (sql, go) => (statement.test(sql) ? { changes: 0 } : go());
  const confirm = () => memory.proposals.confirm(yes('Lin'));
  expect(thrownBy(confirm)).toMatchObject({
    name: 'Error',
    message: expect.stringMatching(/^Invariant broken: confirm changed no row/),
  });
  meet.statement = undefined;
  expect(records()).toEqual([]);
  expect(confirm()).toEqual({ outcome: 'written', version: 1 });
});

test('a refused write is answered in one transaction that is rolled back', () => {
  const { meet, memory } = scene(remember);
  const words = wordsOf(meet);
  expect(thrownBy(() => memory.remember(nameIs('Mei'), on(0)))).toHaveProperty('code');
  expect(thrownBy(() => memory.remember(nameIs('Mei'), on(7)))).toHaveProperty('code');
  expect(thrownBy(() => forget(memory) && forget(memory))).toHaveProperty('code');
  expect(words.join(' ')).toBe(
    'BEGIN INSERT SELECT ROLLBACK BEGIN UPDATE SELECT ROLLBACK ' +
      'BEGIN UPDATE COMMIT BEGIN UPDATE SELECT ROLLBACK',
  );
});

test('a write that finds the file busy rolls nothing back', () => {
  const { path, meet, memory } = scene(remember);
  const second = intercepting();
  const other = memoryOf(open({ path, driver: second.seam, busyTimeout: 0 }));
  second.on.statement = (sql, go) => {
    if (sql !== 'COMMIT') return go();
    const words = wordsOf(meet);
    expect(thrownBy(() => forget(memory))).toEqual(unavailable('busy', true));
    expect(words).toEqual(['BEGIN']);
    return go();
  };
  expect(forget(other)).toBe(2);
});

test('failed storage is named by the code of SQLite', () => {
  const { meet, memory } = scene(remember);
  meet.statement = () => {
    throw sqliteError('SQLITE_FULL');
  };
  expect(thrownBy(() => forget(memory))).toMatchObject({ facts: { code: 'SQLITE_FULL' } });
});

test('every statement is prepared once, however often it runs', () => {
  const prepared: string[] = [];
  const store = open({
    path: newPath(),
    driver: (driver) => ({
      prepare: (sql) => (prepared.push(sql), driver.prepare(sql)),
      exec: (sql) => driver.exec(sql),
    }),
  });
  for (const value of [0, 1, 2]) {
    const memory = memoryOf(store);
    memory.remember(nameIs('Lin'), on(value));
    memory.search('profile', { now: 100, limit: 5 });
    memory.inspect('profile', 'display_name');
  }
  expect(prepared.length).toBe(new Set(prepared).size);
});
