// The story of a runtime: an agent writes only through invocations, which say who it is and how it knows.
import { createRuntime, type MemoryStore, type Provenance } from '../../index.js';
import { lin, refusalOf, type Step, story } from './story.js';

const scope = 'task:one';

/** An agent that acts for Lin, in one of her scopes; what it infers it may say, but not write. */
const builder = {
  ...lin,
  actorId: 'builder',
  scopes: [scope],
  provenances: ['tool-verified', 'model-inferred'] as const satisfies readonly Provenance[],
};

const status = (value: string, observedAt: number) => ({
  kind: 'task_fact',
  key: 'status',
  value,
  sourceRef: `ci:${observedAt}`,
  observedAt,
});

type Stage = ReturnType<typeof createRuntime>;

const setStage = (store: MemoryStore): Stage => createRuntime(store, builder);

const verified = (runtime: Stage, now: number) =>
  runtime.invoke({ scope, provenance: 'tool-verified', now });

const steps: readonly Step<Stage>[] = [
  [
    '100  The agent creates what a tool has verified',
    async (runtime) => {
      const run = verified(runtime, 100);
      const written = await runtime.create(run, status('tests pass', 100));
      const { version, actor, provenance } = written;
      return {
        lines: [
          `version ${version}, by ${actor}, ${provenance}`,
          'who wrote it and how it is known came from the invocation, not from the payload',
        ],
        facts: { version, actor, provenance, claimed: await claimed(runtime) },
      };
    },
  ],
  [
    '101  It creates it once more',
    async (runtime) => {
      const run = verified(runtime, 101);
      const refused = await refusalOf(() => runtime.create(run, status('tests fail', 101)));
      return { lines: [`refused, ${refused}: create never replaces`], facts: { refused } };
    },
  ],
  [
    '102-103  It updates, the second time from an old version',
    async (runtime) => {
      const run = verified(runtime, 102);
      const { version } = await runtime.update(run, status('tests fail', 102), {
        expectedVersion: 1,
      });
      const late = verified(runtime, 103);
      const refused = await refusalOf(() =>
        runtime.update(late, status('tests pass', 103), { expectedVersion: 1 }),
      );
      return {
        lines: [`version ${version}`, `refused, ${refused}: somebody wrote in between`],
        facts: { version, refused },
      };
    },
  ],
  [
    '104  It asks for a namespace it was not granted',
    async (runtime) => {
      const refused = await refusalOf(() =>
        runtime.invoke({ scope: 'profile', provenance: 'tool-verified', now: 104 }),
      );
      return {
        lines: [`refused, ${refused}: there is not even an invocation`],
        facts: { refused },
      };
    },
  ],
  [
    '105  It tries to write what it only inferred',
    async (runtime) => {
      const guess = runtime.invoke({ scope, provenance: 'model-inferred', now: 105 });
      const refused = await refusalOf(() =>
        runtime.update(guess, status('probably fine', 105), { expectedVersion: 2 }),
      );
      const record = await runtime.read(verified(runtime, 106), 'status');
      const kept = { value: record?.value, version: record?.version };
      return {
        lines: [
          `refused, ${refused}: an inference may only be proposed`,
          `status is still "${kept.value}", version ${kept.version}`,
        ],
        facts: { refused, kept },
      };
    },
  ],
];

/** A payload that names its own actor has the wrong shape. */
const claimed = (runtime: Stage): Promise<string> => {
  const payload = { ...status('trust me', 100), actor: 'lin' };
  return refusalOf(() => runtime.create(verified(runtime, 100), payload));
};

export const runtime = story(
  'runtime',
  'an agent writes only through invocations that say who it is and how it knows',
  setStage,
  steps,
);
