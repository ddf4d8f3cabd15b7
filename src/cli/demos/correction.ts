// The story of a correction: what was corrected, has expired or was forgotten is not recalled.
import type { Fact, Memory, MemoryStore } from '../../index.js';
import { lin, type Step, story, style } from './story.js';

const evidence = 'user_confirmed';
const brief = 'short answers';
const detailed = 'answers with examples';

const name: Fact = {
  scope: 'profile',
  kind: 'profile',
  key: 'display_name',
  value: 'Lin Chen',
  sourceRef: 'chat:1',
  observedAt: 100,
};
const status: Fact = {
  scope: 'task:one',
  kind: 'task_fact',
  key: 'status',
  value: 'review is open',
  sourceRef: 'tracker:7',
  observedAt: 103,
  expiresAt: 110,
};

/** What this story needs of a memory; the SQLite store has all of it. */
type Stage = Required<Pick<Memory, 'remember' | 'search' | 'forget' | 'context'>>;

function setStage(store: MemoryStore): Stage {
  const memory = store.as(lin);
  return memory as Stage;
}

const values = async (memory: Stage, scope: string, now: number, text = ''): Promise<string[]> =>
  (await memory.search(scope, { now, text })).map(({ value }) => value);

const found = (list: readonly string[]): string =>
  list.length === 0 ? 'nothing' : list.join(', ');

const steps: readonly Step<Stage>[] = [
  [
    '100-101  Lin confirms her name and a preference',
    async (memory) => {
      const named = await memory.remember(name, { evidence, expectedVersion: 0, now: 100 });
      const preferred = await memory.remember(style(brief, 101, 'chat:2'), {
        evidence,
        expectedVersion: 0,
        now: 101,
      });
      return {
        lines: [
          `display_name = "${name.value}", version ${named}`,
          `response_style = "${brief}", version ${preferred}`,
        ],
        facts: { named, preferred },
      };
    },
  ],
  [
    '102  She corrects the preference',
    async (memory) => {
      const version = await memory.remember(style(detailed, 102, 'chat:3'), {
        evidence,
        expectedVersion: 1,
        now: 102,
      });
      const old = await values(memory, 'profile', 102, brief);
      const current = await values(memory, 'profile', 102, detailed);
      return {
        lines: [
          `response_style = "${detailed}", version ${version}`,
          `a search for "${brief}" finds ${found(old)}`,
          `a search for "${detailed}" finds ${found(current)}`,
        ],
        facts: { version, old, current },
      };
    },
  ],
  [
    '102  What a prompt is given',
    async (memory) => {
      const { type, actionAuthority, facts } = await memory.context('profile', { now: 102 });
      const told = facts.map(({ value }) => value);
      return {
        lines: [
          `marked ${type}, authority to act: ${actionAuthority ? 'yes' : 'no'}`,
          ...facts.map(({ key, value, version }) => `${key} = "${value}", version ${version}`),
          `"${brief}" is ${told.includes(brief) ? 'still in it' : 'not in it'}`,
        ],
        facts: { type, actionAuthority, told },
      };
    },
  ],
  [
    '103-110  A verified task fact that expires at 110',
    async (memory) => {
      await memory.remember(status, { evidence: 'task_verified', expectedVersion: 0, now: 103 });
      const at109 = await values(memory, 'task:one', 109);
      const at110 = await values(memory, 'task:one', 110);
      return {
        lines: [`at 109 a search finds ${found(at109)}`, `at 110 it finds ${found(at110)}`],
        facts: { at109, at110 },
      };
    },
  ],
  [
    '111  She has the preference forgotten',
    async (memory) => {
      const before = await values(memory, 'profile', 111);
      const terms = { expectedVersion: 2, now: 111, userConfirmed: true };
      const version = await memory.forget('profile', 'response_style', terms);
      const after = await values(memory, 'profile', 111);
      return {
        lines: [
          `before: a search finds ${found(before)}`,
          `forgotten with her confirmation, version ${version}`,
          `after: a search finds ${found(after)}`,
        ],
        facts: { before, version, after },
      };
    },
  ],
];

export const correction = story(
  'correction',
  'what was corrected, has expired or was forgotten is not recalled',
  setStage,
  steps,
);
