// The JSON report as a schema: docs/report-json.md is made from it, and real reports are tested with it.
import { z } from 'zod';
import type { Json } from '../contract/escape.js';
import { operationNames } from '../contract/operations.js';
import { capabilities, type Capability } from '../contract/port.js';

const escaped = (what: string) =>
  z.custom<Json>((value) => value !== undefined).describe(`${what}, in the escaped form.`);
const count = (what: string) => z.int().min(0).describe(what);
const name = (what: string) => z.string().describe(what);

const isCapability = (each: string): each is Capability => Object.hasOwn(capabilities, each);
const Claims = (what: string) =>
  z.array(z.enum(Object.keys(capabilities).filter(isCapability))).describe(what);

const Step = z.strictObject({
  client: count('The handle the call went through; 0 is the first.'),
  versionOffset: z
    .int()
    .describe('How far the version it names stands from the record’s at that moment.')
    .exactOptional(),
  operation: escaped('The call: `do`, who asks, and its arguments'),
  expected: escaped('What the model expects: `ok`, or `refused` and `code`'),
  actual: escaped('What the store answered: the same, or `threw`'),
});

/** A counterexample, in the report of a check and in that of mutants. */
export const Counterexample = z.strictObject({
  property: name('The property it breaks.'),
  sequence: count(
    'The sequence it was found in, from 1; 0 for a past failure that was tried first.',
  ),
  from: count('Calls in the log before it was made small.'),
  reproduced: z.boolean().describe('False where the same calls did not fail again.'),
  ladder: z.array(z.int()).describe('Calls left after each removal that kept the failure.'),
  durableProposals: z.boolean().describe('Whether proposals were kept in the store.'),
  setup: escaped('Policy, owner of the review queue and principal of the runtime'),
  steps: z.array(Step).describe('The calls; the last one is where model and store part.'),
});

const Property = z.strictObject({
  id: name('Its name, as `--properties` takes it.'),
  sentence: name('The promise.'),
  core: z.boolean().describe('True where it needs no claim.'),
  verdict: z
    .enum(['holds', 'fails', 'inconclusive', 'not-claimed', 'not-selected'])
    .describe('What it came to.'),
  reason: name('Why it is inconclusive or not claimed.').exactOptional(),
  observations: count('Calls that put it to the test.'),
  counterexample: Counterexample.describe('Where it fails.').exactOptional(),
  replay: name('The replay file of the counterexample.').exactOptional(),
  program: name('The counterexample as a TypeScript program.').exactOptional(),
});

const Past = z.strictObject({
  name: name('The file’s name in `.touchstone`.'),
  property: name('The property it was written for.'),
  outcome: z.enum(['fails', 'passes', 'not-tried']).describe('What its calls came to this time.'),
  now: name('The property it is blamed on now, where it fails.').exactOptional(),
  reason: name('Why it was not tried.').exactOptional(),
});

const Failures = (what: string) =>
  z
    .array(
      z.strictObject({
        property: name('The property that fails.'),
        reason: name('Where it parts, as in the baseline file.'),
      }),
    )
    .describe(what);

const Situation = z.strictObject({
  id: name('Its name.'),
  sentence: name('What comes up in it.'),
  properties: z.array(z.string()).describe('Properties that are inconclusive without it.'),
  sequences: count('Sequences that met it.'),
  minimumShare: z.number().min(0).max(1).describe('The share of sequences that must meet it.'),
  enough: z.boolean().describe('Whether it came up often enough.'),
});

const Mutant = z.strictObject({
  id: name('Its name.'),
  property: name('The property that must catch it.'),
  misconception: name('What somebody who builds such a store believes.'),
  isCaught: z.boolean().describe('Whether its own property caught it.'),
  sequences: count('Sequences until then.'),
  operations: count('Calls until then.'),
});

/** What `touchstone check --json` prints; no field is there that this does not name. */
export const ReportJson = z.strictObject({
  format: z.literal('touchstone-report').describe('What this is.'),
  formatVersion: z.literal(1).describe('Raised when a field changes its meaning or goes.'),
  contractRevision: count('The revision of the contract that was checked.'),
  store: z
    .strictObject({
      name: name('Its name.'),
      version: name('Its version, where it has one.').exactOptional(),
    })
    .describe('The store under test.'),
  seed: count('The same seed gives the same sequences.'),
  verdict: z
    .enum(['conformant', 'failed', 'partial', 'error'])
    .describe('What the check came to, whatever a baseline says.'),
  sequences: count('Sequences played.'),
  withSecondHandle: count('Sequences that opened a second handle.'),
  withReopen: count('Sequences that closed and opened the store again.'),
  operations: count('Calls made on store and model and compared.'),
  partedElsewhere: count('Sequences that parted first on a property that was not selected.'),
  claimed: Claims('What the store claims.'),
  missing: Claims('Claimed, but the method is not there.'),
  unclaimed: Claims('There, but not claimed.'),
  properties: z.array(Property).describe('Every property, in the order of blame.'),
  past: z.array(Past).describe('Past failures, where there were any.').exactOptional(),
  baseline: z
    .strictObject({
      known: Failures('Failures that the baseline knows.'),
      fresh: Failures('Failures that it does not know.'),
      gone: Failures('Entries that do not fail any more.'),
      unchecked: Failures('Entries about which this check says nothing.'),
    })
    .describe('The report against `--baseline`.')
    .exactOptional(),
  coverage: z
    .partialRecord(z.enum(operationNames), z.record(z.string(), z.int()))
    .describe('Calls by operation and by what was expected: `ok`, or the code of a refusal.'),
  situations: z.array(Situation).describe('Situations that matter.'),
  sensitivity: z
    .strictObject({
      tried: z.array(Mutant).describe('Broken stores that were tried.'),
      notTried: z.array(z.string()).describe('Those for which the budget did not reach.'),
      notApplicable: z.array(z.string()).describe('Those that this store cannot show.'),
    })
    .describe('Whether the check can fail; absent where the store failed.')
    .exactOptional(),
  error: name('What the harness threw, where the verdict is `error`.').exactOptional(),
});
export type ReportJson = z.infer<typeof ReportJson>;
