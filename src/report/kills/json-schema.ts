// The JSON of mutants as a schema: docs/mutants-json.md is made from it, and reports are tested with it.
import { z } from 'zod';
import { Counterexample } from '../json-schema.js';

const count = (what: string) => z.int().min(0).describe(what);
const name = (what: string) => z.string().describe(what);

const Score = (what: string) =>
  z
    .strictObject({
      killed: count('A property failed with them.'),
      alive: count('Survived, not covered, repeated or in error.'),
      timeouts: count('No answer came in time, which is no kill.'),
      ignored: count('Equivalent or not compiled: they say nothing.'),
      share: z
        .number()
        .min(0)
        .max(1)
        .describe('Killed ones among those that count; absent where none does.')
        .exactOptional(),
    })
    .describe(what);

const Position = (what: string) =>
  z
    .strictObject({
      line: z.int().min(1).describe('Counts from 1.'),
      column: z.int().min(1).describe('Counts from 1, in UTF-16 units.'),
    })
    .describe(what);

const Mutant = z.strictObject({
  id: name('Unique, and the same in every run.'),
  kind: z.enum(['curated', 'sql', 'typescript']).describe('What it was made from.'),
  operator: name('How it was made.'),
  sentence: name('What it does.'),
  original: name('What stood there; empty for a curated one.'),
  replacement: name('What stands there instead.'),
  place: z
    .strictObject({
      file: name('From the folder of the project, with slashes.'),
      start: Position('Its first character.'),
      end: Position('Behind its last character.'),
    })
    .describe('Where it stands; absent where the text was put together at run time.')
    .exactOptional(),
  statement: name('The unbroken SQL statement.').exactOptional(),
  guards: z.array(z.string()).describe('Ids of the guards it breaks.'),
  status: z
    .enum([
      'killed',
      'survived',
      'not-covered',
      'repeated',
      'equivalent',
      'timeout',
      'compile-error',
      'error',
    ])
    .describe('What became of it.'),
  by: name('The property that killed it, or `opening`.').exactOptional(),
  sequences: count('Played until it was killed, or all of them.'),
  seed: count('The seed of the round that killed it.').exactOptional(),
  reason: name('Why it is repeated, equivalent, not compiled or in error.').exactOptional(),
  counterexample: Counterexample.describe('The smallest failing sequence found.').exactOptional(),
});

const Guard = z.strictObject({
  guard: name('Its id.'),
  properties: z.array(z.string()).describe('What killed its mutants, most kills first.'),
  mutants: count('Its mutants that were killed.'),
  median: z.number().min(0).describe('The median of the sequences that took.'),
  max: count('The most sequences that one of them took.'),
});

/** What `touchstone mutants --json` prints; no field is there that this does not name. */
export const KillsJson = z.strictObject({
  format: z.literal('touchstone-mutants').describe('What this is.'),
  formatVersion: z.literal(1).describe('Raised when a field changes its meaning or goes.'),
  store: z
    .strictObject({
      name: name('Its name.'),
      version: name('Its version, where it has one.').exactOptional(),
    })
    .describe('The store whose mutants were hunted.'),
  seed: count('The same seed gives the same sequences.'),
  baseline: name('Why nothing was hunted: the store fails without a mutant.').exactOptional(),
  scores: z
    .strictObject({
      typescript: Score('Mutants of its source.'),
      sql: Score('Mutants of its statements.'),
      curated: Score('Misconceptions put around it.'),
    })
    .describe('The kinds apart: they are not comparable.'),
  mutants: z.array(Mutant).describe('Every mutant.'),
  guards: z.array(Guard).describe('What it took to kill, the hardest guard first.'),
  stale: z
    .array(z.string())
    .describe('Entries of a reviewed list that name no mutant, or one that is killed.'),
});
