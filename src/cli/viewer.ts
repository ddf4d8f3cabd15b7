// The viewer of mutation reports, as it was installed.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The text of the web component that shows a mutation report. */
export function viewerScript(): string {
  const main = createRequire(import.meta.url).resolve('mutation-testing-elements');
  return readFileSync(join(dirname(main), 'mutation-test-elements.js'), 'utf8');
}
