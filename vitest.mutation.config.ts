// The tests that Stryker's vitest runner plays: those of guards, stores and services, in one thread.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'test/escape.test.ts',
      'test/guards-*.test.ts',
      'test/mutation-checks.test.ts',
      'test/proposals*.test.ts',
      'test/review-queue*.test.ts',
      'test/runtime*.test.ts',
      'test/service-*.test.ts',
      'test/sqlite-*.test.ts',
    ],
    // A mutant that acts while its module is loaded needs the module loaded anew for each file.
    isolate: true,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default'],
  },
});
