// The baseline file: read before a check, so that a bad one stops it, and written after it.
import { resolve } from 'node:path';
import { Baseline } from '../engine/baseline.js';
import { readNamed } from './files.js';
import { Usage } from './usage.js';

/** What is wrong with a file's text, or the baseline it holds. */
function parseBaseline(text: string): Baseline | string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return 'it is not JSON';
  }
  const read = Baseline.safeParse(parsed);
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  const field = issue?.path.join('.') ?? '';
  return `${field === '' ? 'the whole' : field}: ${issue?.message ?? 'wrong'}`.replace(
    /\s+/gu,
    ' ',
  );
}

/** The baseline in a file; throws `Usage` where there is none. */
export async function readBaseline(file: string, cwd: string): Promise<Baseline> {
  const remedy = 'name a file that --write-baseline has written';
  const read = parseBaseline(await readNamed(resolve(cwd, file), file, remedy));
  if (typeof read !== 'string') return read;
  throw new Usage(`${file} is no baseline (${read}): ${remedy}.`);
}

/** Throws `Usage` where the baseline was written for a store of another name. */
export function checkBaselineStore(
  known: { readonly file: string; readonly store: string } | undefined,
  name: string,
): void {
  if (known === undefined || known.store === name) return;
  throw new Usage(
    `${known.file} is the baseline of the store ${JSON.stringify(known.store)}, not of ` +
      `${JSON.stringify(name)}: write one with --write-baseline.`,
  );
}
