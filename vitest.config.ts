// How the tests run: real files and child processes on two cores, and one count for CI to read.
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest; a file that is begun last keeps one core waiting. */
const longest = [
  'mutants-cli',
  'cli',
  'hostile',
  'course-report',
  'course-cli',
  'report-html',
  'readme',
  'curated-mutants',
  'engine',
  'crew',
  'findings',
  'program',
  'course-capstone',
  'kills-html',
];

/** Begins with the longest, also where no run before has told which these are. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return at === -1 ? longest.length : at;
    };
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  // README snippets and lessons name the package; in tests that is the source tree, never a stale build.
  resolve: { alias: { touchstone: new URL('src/index.ts', import.meta.url).pathname } },
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
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
