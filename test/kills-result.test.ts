// The score of a hunt counts what was killed, and nothing that was only not alive.
import { expect, test } from 'vitest';
import {
  type Kill,
  killExitCode,
  type KillReport,
  type KillStatus,
  scoreOf,
} from '../src/engine/kills/result.js';

const killOf = (status: KillStatus, at: number): Kill => ({
  mutation: {
    id: `sql:${at}`,
    kind: 'sql',
    operator: 'limit',
    sentence: 'It is broken.',
    original: '8',
    replacement: '9',
  },
  status,
  sequences: 1,
  guards: [],
});

const reportOf = (...statuses: readonly KillStatus[]): KillReport => ({
  store: { name: 'sqlite' },
  seed: 1,
  kills: statuses.map(killOf),
  stale: [],
});

test('a timeout is no kill, and what says nothing does not count', () => {
  const { kills } = reportOf(
    'killed',
    'killed',
    'timeout',
    'survived',
    'equivalent',
    'compile-error',
  );
  expect(scoreOf(kills)).toEqual({ killed: 2, alive: 1, timeouts: 1, ignored: 2, share: 0.5 });
});

test('a repeated guard, code that nothing comes by and a broken harness are alive', () => {
  const { kills } = reportOf('repeated', 'not-covered', 'error');
  expect(scoreOf(kills)).toMatchObject({ alive: 3, share: 0 });
});

test('without a mutant that counts there is no score', () => {
  expect(scoreOf(reportOf('equivalent').kills).share).toBeUndefined();
});

test.each<[string, KillReport, number]>([
  ['all are killed', reportOf('killed', 'equivalent'), 0],
  ['one survives', reportOf('killed', 'survived'), 1],
  ['one survives and one got no answer', reportOf('timeout', 'survived'), 1],
  ['one got no answer', reportOf('killed', 'timeout'), 3],
  ['a reviewed entry is stale', { ...reportOf('killed'), stale: ['sql:1 is killed by cas'] }, 1],
  ['the store fails by itself', { ...reportOf(), baseline: 'cas fails' }, 4],
])('where %s, the exit code says so', (_, report, code) => {
  expect(killExitCode(report)).toBe(code);
});
