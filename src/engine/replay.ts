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

const json = z.custom<Json>((value) => value !== undefined);
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
  .looseObject({ do: z.enum(operationNames) })
  .refine((call) => (asked[call.do] ?? []).every((field) => named[field]?.(call[field])), {
    error: 'lacks what this operation names',
  });

/** Format 1. `calls` hold the literal operations; `versionOffset` re-bases their versions. */
export const ReplayFile = z.strictObject({
  format: z.literal('touchstone-replay'),
  formatVersion: z.literal(1),
  contractRevision: z.number(),
  store: z.strictObject({ name: z.string(), version: z.string().exactOptional() }),
  property: z.string(),
  seed: z.number(),
  sequence: z.number(),
  setup: z.strictObject({ policy: json, owner: Identity, principal: Principal }),
  calls: z
    .array(
      z.strictObject({
        client: z.int().min(0),
        operation,
        versionOffset: z.int().exactOptional(),
        expected: json,
        actual: json,
      }),
    )
    .min(1),
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

/** Makes the calls of a file on a store; the model gives the expectations anew. */
export async function replay(
  stage: Stage,
  file: ReplayFile,
  blame: (divergence: NonNullable<Run['divergence']>) => string,
): Promise<Replayed> {
  const setup: Setup = {
    policy: readPolicy(unescape(file.setup.policy)),
    owner: file.setup.owner,
    principal: file.setup.principal,
  };
  const calls = file.calls.map((line): Call => {
    const { client, versionOffset } = line;
    const call = unescape(line.operation as unknown as Json) as Call['operation'];
    return {
      client,
      operation: call,
      ...(versionOffset === undefined ? {} : { versionOffset }),
    };
  });
  const start = emptyState(setup, stage.durableProposals);
  const run = await replayCalls(stage, setup, start, calls);
  return { run, property: run.divergence === undefined ? undefined : blame(run.divergence) };
}
