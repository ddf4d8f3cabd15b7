// The stories that mutation testing adds to the properties: unbroken code passes every one of them.
import { expect, test } from 'vitest';
import { engineChecks } from '../mutation/engine-checks.js';
import { guardStories } from '../mutation/guard-stories.js';
import { smallerChecks } from '../mutation/shrinking-checks.js';
import { storyChecks } from '../mutation/store-checks.js';
import { guards, story } from '../src/mutants/register/index.js';

const checks = [...storyChecks, ...engineChecks, ...smallerChecks];
const stories = checks.map((check) => [check.tests[0]?.id ?? '', check] as const);

test.each(stories)('%s', async (_id, check) => {
  expect(await check.run()).toBeUndefined();
});

test('ids of stories are unique, and each is a sentence', () => {
  const tests = checks.flatMap((check) => check.tests);
  expect(new Set(tests.map(({ id }) => id)).size).toBe(tests.length);
  for (const { name } of tests) expect(name).toMatch(/^[A-Z].*\.$/u);
});

test('every guard that no sequence can try has a story, and no other guard needs one', () => {
  const told = new Set(storyChecks.flatMap(({ tests }) => tests.map(({ id }) => id)));
  const needing = guards.filter(({ property }) => property === story).map(({ id }) => id);
  expect(Object.keys(guardStories).toSorted()).toEqual(needing.toSorted());
  expect(Object.values(guardStories).filter((id) => !told.has(id))).toEqual([]);
});
