// Writers in threads of their own on one file: exactly one wins on a version.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { race, raceBoth } from '../src/engine/race.js';
import { sqliteUnderTest } from '../src/stores/sqlite/under-test.js';

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'touchstone-race-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const { module = '' } = sqliteUnderTest();

test('of eight writers on one version exactly one wins, the others are refused as stale', async () => {
  expect(await race({ module, root, threads: 8 })).toEqual({ verdict: 'holds', observations: 96 });
});

test('a store that checks and then writes lets all win that checked in time', async () => {
  const { raced, broken: result } = await raceBoth({ module, root, threads: 8 });
  expect(raced.verdict).toBe('holds');
  expect(result.verdict).toBe('fails');
  if (result.verdict !== 'fails') return;
  const { steps } = result.counterexample;
  expect(steps.filter(({ actual }) => 'ok' in actual)).toHaveLength(8);
});

test('a store that loses the race is not raced again with a mutant around it', async () => {
  const url = new URL('fixtures/loses-updates.mjs', import.meta.url).href;
  const { raced, broken } = await raceBoth({ module: url, root });
  expect(raced.verdict).toBe('fails');
  expect(broken).toEqual({
    verdict: 'inconclusive',
    reason: 'the threads could not race: the race before was lost',
  });
});

test('a module that cannot be loaded leaves the promise inconclusive', async () => {
  const nowhere = new URL('./no-such-module.js', import.meta.url).href;
  expect(await race({ module: nowhere, root })).toMatchObject({ verdict: 'inconclusive' });
});
