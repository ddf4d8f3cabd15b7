// The report of guards counts those that stories try apart, and fails for none of them.
import { expect, test } from 'vitest';
import type { GuardResult } from '../src/engine/kills/guards.js';
import { guards, story } from '../src/mutants/register/index.js';
import {
  guardCounts,
  guardsExitCode,
  guardsJson,
  type GuardsReport,
  guardsText,
  type MeasuredGuard,
} from '../src/report/kills/guards.js';

const [measured] = guards.filter(({ property }) => property !== story);
const [told] = guards.filter(({ property }) => property === story);
if (measured === undefined || told === undefined) throw new Error('The register has neither.');

const mutation = {
  id: 'typescript:1',
  kind: 'typescript',
  operator: 'CallRemoval',
  sentence: 'It is not called.',
  original: 'a',
  replacement: 'b',
} as const;

function resultOf(status: 'killed' | 'survived'): GuardResult {
  const { id, property } = measured ?? { id: '', property: '' };
  const kill = { mutation, guards: [id], status, by: property, sequences: 3 };
  const byOwnProperty = status === 'killed' ? 1 : 0;
  return { id, property, mutations: [mutation], kills: [kill], byOwnProperty };
}

const reportOf = (...of: readonly MeasuredGuard[]): GuardsReport => ({
  store: 'sqlite',
  seed: 1,
  seeds: 1,
  guards: of,
});

const byStory: MeasuredGuard = { guard: told, line: 1 };

test('a guard that a story tries counts apart, and is no failure', () => {
  const report = reportOf({ guard: measured, line: 1, result: resultOf('killed') }, byStory);
  expect(guardCounts(report)).toMatchObject({ killed: 1, 'by-story': 1, 'not-measured': 0 });
  expect(guardsExitCode(report)).toBe(0);
  const text = guardsText(report);
  expect(text).toContain(`tried by a story of the tests (npm run mutation)`);
  expect(text).toContain('1 of 1 guard killed by their own property with 1 seed; 1 tried by a ');
  expect(JSON.stringify(guardsJson(report))).toContain('"status":"by-story"');
});

test('a guard whose mutant lives is a failure, whatever stories try', () => {
  const report = reportOf({ guard: measured, line: 1, result: resultOf('survived') }, byStory);
  expect(guardCounts(report)).toMatchObject({ alive: 1, 'by-story': 1 });
  expect(guardsExitCode(report)).toBe(1);
});

test('where nothing was measured, stories are not taken for measurements', () => {
  const text = guardsText(reportOf({ guard: measured, line: 1 }, byStory));
  expect(text).toContain('2 guards, none of them measured.');
});
