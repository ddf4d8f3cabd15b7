// How the tests run: real files and child processes on two cores, and one count for CI to read.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // README snippets and lessons name the package; in tests that is the source tree, never a stale build.
  resolve: { alias: { touchstone: new URL('src/index.ts', import.meta.url).pathname } },
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // Modules keep nothing between tests, so each worker loads them once.
    isolate: false,
    // Concurrent tests start processes that compute: more of them than cores only wait for each other.
    maxConcurrency: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', ['json', { outputFile: 'reports/vitest.json' }]],
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts', 'models/**/*.ts'],
      exclude: ['src/cli/main.ts'],
      reportOnFailure: true,
      reporter: ['text', 'json-summary'],
    },
  },
});
