// The reviewed list: mutants that nothing can tell from the original, each with its reason.
import { resolve } from 'node:path';
import { z } from 'zod';
import type { Reviewed } from '../engine/kills/hunt-mutants.js';
import { equivalents } from '../mutants/equivalents.js';
import { readNamed } from './files.js';
import { reasonOf, Usage } from './usage.js';

const list = z.array(z.strictObject({ mutant: z.string().min(1), reason: z.string().min(1) }));

/** The list a user names, behind the one this package has for its own store. */
export async function readReviewed(
  file: string | undefined,
  spec: string,
  cwd: string,
): Promise<readonly Reviewed[]> {
  const own = equivalents[spec] ?? [];
  if (file === undefined) return own;
  const remedy = 'name a JSON file: a list of { "mutant": id, "reason": text }';
  try {
    return [...own, ...list.parse(JSON.parse(await readNamed(resolve(cwd, file), file, remedy)))];
  } catch (thrown) {
    if (thrown instanceof Usage) throw thrown;
    throw new Usage(`--equivalents ${file} is no reviewed list (${reasonOf(thrown)}): ${remedy}.`);
  }
}
