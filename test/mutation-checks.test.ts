// The stories that mutation testing adds to the properties: unbroken code passes every one of them.
import { expect, test } from 'vitest';
import { storyChecks } from '../mutation/store-checks.js';

const stories = storyChecks.map((check) => [check.tests[0]?.id ?? '', check] as const);

test.each(stories)('%s', async (_id, check) => {
  expect(await check.run()).toBeUndefined();
});

test('ids of stories are unique, and each is a sentence', () => {
  const tests = storyChecks.flatMap((check) => check.tests);
  expect(new Set(tests.map(({ id }) => id)).size).toBe(tests.length);
  for (const { name } of tests) expect(name).toMatch(/^[A-Z].*\.$/u);
});
