// The replay file: a counterexample that runs on any store, without fast-check.
import { z } from 'zod';
import { emptyState } from '../../models/state.js';
import { escape, type Json, unescape } from '../contract/escape.js';
import {
  operationNames,
  type Call,
  type OperationName,
  type Setup,
} from '../contract/operations.js';
import { readPolicy } from '../contract/policy.js';
import { Identity, Principal } from '../contract/identity.js';
import type { Run } from './drive.js';
import { contractRevision, type Counterexample } from './result.js';
import { replayCalls } from './shrink.js';
import type { Stage } from './stage.js';

const json = (what: string) =>
  z.custom<Json>((value) => value !== undefined).describe(`${what}, in the escaped form.`);
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
const isName = (value: unknown): boolean => typeof value === 'string';

/** The fields in which an operation names people and labels; arguments may be anything. */
const named: Readonly<Record<string, (value: unknown) => boolean>> = {
  as: isObject,
  label: isName,
  case: isName,
  proposal: isName,
  digest: isObject,
  invocation: (value) => isName(value) || isObject(value),
};
const asked: Partial<Record<OperationName, readonly string[]>> = {
  remember: ['as'],
  search: ['as'],
  context: ['as'],
  forget: ['as'],
  restore: ['as'],
  inspect: ['as'],
  prepare: ['as', 'label'],
  resolve: ['as', 'case'],
  invoke: ['label'],
  create: ['invocation'],
  update: ['invocation'],
  read: ['invocation'],
  propose: ['as', 'label'],
  confirm: ['as', 'proposal', 'digest'],
};

const operation = z
  .looseObject({ do: z.enum(operationNames).describe('The operation.') })
  .refine((call) => (asked[call.do] ?? []).every((field) => named[field]?.(call[field])), {
    error: 'lacks what this operation names',
  })
  .describe('The call: `do`, who asks and its arguments, in the escaped form.');

/** Format 1. `calls` hold the literal operations; `versionOffset` re-bases their versions. */
export const ReplayFile = z.strictObject({
  format: z.literal('touchstone-replay').describe('What this is.'),
  formatVersion: z.literal(1).describe('Raised when a field changes its meaning or goes.'),
  contractRevision: z.number().describe('The revision of the contract it was found under.'),
  store: z
    .strictObject({
      name: z.string().describe('Its name.'),
      version: z.string().describe('Its version, where it has one.').exactOptional(),
    })
    .describe('The store that failed.'),
  property: z.string().describe('The property it breaks.'),
  seed: z.number().describe('The seed of the check that found it.'),
  sequence: z.number().describe('The sequence it was found in; 0 for a past failure.'),
  setup: z
    .strictObject({
      policy: json('The rules in force'),
      owner: Identity.describe('The owner of the review queue.'),
      principal: Principal.describe('The principal of the runtime.'),
    })
    .describe('What the calls start from.'),
  calls: z
    .array(
      z.strictObject({
        client: z.int().min(0).describe('The handle the call goes through; 0 is the first.'),
        operation,
        versionOffset: z
          .int()
          .describe('The version it names is counted from the current one by so much.')
          .exactOptional(),
        expected: json('What the model expected; a replay asks it anew'),
        actual: json('What the store answered'),
      }),
    )
    .min(1)
    .describe('The calls, in order.'),
});
export type ReplayFile = z.infer<typeof ReplayFile>;

/** The counterexample as a file's content. */
export const replayFile = (
  store: ReplayFile['store'],
  seed: number,
  { property, sequence, setup, steps }: Counterexample,
): ReplayFile => ({
  format: 'touchstone-replay',
  formatVersion: 1,
  contractRevision,
  store,
  property,
  seed,
  sequence,
  setup: escape(setup) as ReplayFile['setup'],
  calls: steps.map(({ call, expected, actual }) => ({
    client: call.client,
    operation: escape(call.operation) as ReplayFile['calls'][number]['operation'],
    ...(call.versionOffset === undefined ? {} : { versionOffset: call.versionOffset }),
    expected: escape(expected),
    actual: escape(actual),
  })),
});

/** A file that is no replay file, with a sentence that says why. */
export class UnreadableReplay extends Error {}

/** Reads a file's text; throws `UnreadableReplay`. */
export function readReplay(text: string): ReplayFile {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new UnreadableReplay('It is not JSON.');
  }
  const read = ReplayFile.safeParse(parsed);
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  throw new UnreadableReplay(`It is no replay file: ${issue?.path.join('.')} ${issue?.message}.`);
}

export interface Replayed {
  readonly run: Run;
  /** Whether model and store part again, and on which property. */
  readonly property: string | undefined;
}

/** The calls of a file; equal identities are one object, so that a memory outlives its call. */
export function callsIn({ calls }: ReplayFile): readonly Call[] {
  const people = new Map<string, Identity>();
  return calls.map((line): Call => {
    const { client, versionOffset } = line;
    const json: Json = line.operation as unknown as Json;
    const read = unescape(json) as Call['operation'];
    let operation = read;
    if ('as' in read) {
      const content = JSON.stringify(line.operation['as']);
      const as = people.get(content) ?? read.as;
      people.set(content, as);
      operation = { ...read, as };
    }
    return { client, operation, ...(versionOffset === undefined ? {} : { versionOffset }) };
  });
}

/** What the calls of a file start from. */
export const setupIn = ({ setup }: ReplayFile): Setup => ({
  policy: readPolicy(unescape(setup.policy)),
  owner: setup.owner,
  principal: setup.principal,
});

/** Makes the calls of a file on a store; the model gives the expectations anew. */
export async function replay(
  stage: Stage,
  file: ReplayFile,
  blame: (divergence: NonNullable<Run['divergence']>) => string,
): Promise<Replayed> {
  const setup = setupIn(file);
  const start = emptyState(setup, stage.durableProposals);
  const run = await replayCalls(stage, setup, start, callsIn(file));
  return { run, property: run.divergence === undefined ? undefined : blame(run.divergence) };
}
