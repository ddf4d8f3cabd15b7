// The story of a review: two writers disagree, a person decides, and decides about what was shown.
import {
  createReviewQueue,
  type Fact,
  type Memory,
  type MemoryStore,
  type Receipt,
  type ReviewCase,
} from '../../index.js';
import { left, lin, refusalOf, type Step, story, style } from './story.js';

const evidence = 'user_confirmed';
const candidate = style('tables', 102, 'chat:12');
const approval = { choice: 'use_candidate', approved: true };

interface Stage {
  readonly memory: Memory;
  readonly queue: ReturnType<typeof createReviewQueue>;
  /** The open case, and how it was decided. */
  shown?: ReviewCase;
  receipt?: Receipt;
}

const setStage = (store: MemoryStore): Stage => ({
  memory: store.as(lin),
  queue: createReviewQueue(store, lin),
});

const write = (memory: Memory, fact: Fact, expectedVersion: number, now: number) =>
  memory.remember(fact, { evidence, expectedVersion, now });

async function current({ memory }: Stage, now: number) {
  const [fact] = await memory.search('profile', { now });
  if (fact === undefined) throw new Error('the preference is gone');
  const { value, version, observedAt, sourceRef } = fact;
  return { value, version, observedAt, sourceRef };
}

const steps: readonly Step<Stage>[] = [
  [
    '100-103  Two writers start from version 1',
    async (stage) => {
      await write(stage.memory, style('short answers', 100, 'chat:10'), 0, 100);
      const first = await write(stage.memory, style('long answers', 101, 'chat:11'), 1, 101);
      const second = await refusalOf(() => write(stage.memory, candidate, 1, 103));
      return {
        lines: [`the first writes version ${first}`, `the second is refused, ${second}`],
        facts: { first, second },
      };
    },
  ],
  [
    '104  The second asks for a review',
    async (stage) => {
      const terms = { evidence, attemptedVersion: 1, now: 104 };
      stage.shown = await stage.queue.prepare(lin, candidate, terms);
      const { current: now, candidate: then, expiresAt } = stage.shown;
      return {
        lines: [
          `current    "${now.value}", version ${now.version}, from ${now.sourceRef}`,
          `candidate  "${then.value}", observed at ${then.observedAt}, from ${then.sourceRef}`,
          `open until ${expiresAt}; nothing is written yet`,
        ],
        facts: { current: now.value, candidate: then.value, version: now.version, expiresAt },
      };
    },
  ],
  [
    '200  Lin approves the candidate',
    async (stage) => {
      const { id } = left(stage.shown);
      stage.receipt = await stage.queue.resolve(lin, id, { ...approval, now: 200 });
      const { outcome, version } = stage.receipt;
      const record = await current(stage, 200);
      return {
        lines: [
          `${outcome} as version ${version}: "${record.value}"`,
          `still observed at ${record.observedAt}, from ${record.sourceRef}: ` +
            'a review refreshes no observation',
        ],
        facts: { outcome, version, record },
      };
    },
  ],
  [
    '201  The same decision arrives again',
    async (stage) => {
      const { id } = left(stage.shown);
      const again = await stage.queue.resolve(lin, id, { ...approval, now: 201 });
      const same = JSON.stringify(again) === JSON.stringify(left(stage.receipt));
      const { version } = await current(stage, 201);
      return {
        lines: [
          `${same ? 'the same' : 'another'} receipt, and the record stays at version ${version}`,
        ],
        facts: { same, version },
      };
    },
  ],
  [
    '202-204  A third writer is faster than a second review',
    async (stage) => {
      const late = style('bullet points', 202, 'chat:13');
      const terms = { evidence, attemptedVersion: 2, now: 202 };
      const { id } = await stage.queue.prepare(lin, late, terms);
      const third = await write(stage.memory, style('one page', 203, 'chat:14'), 3, 203);
      const refused = await refusalOf(() =>
        stage.queue.resolve(lin, id, { ...approval, now: 204 }),
      );
      const record = await current(stage, 204);
      return {
        lines: [
          `the third writes version ${third} while the case is open`,
          `the approval is refused, ${refused}: it was about another record`,
          `"${record.value}", version ${record.version}, stays`,
        ],
        facts: { third, refused, record },
      };
    },
  ],
];

export const review = story(
  'review',
  'two writers disagree; a person decides, and only about what was shown',
  setStage,
  steps,
);
