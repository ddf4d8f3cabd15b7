// The story of a proposal: what a model infers is stored only when its owner confirms exactly that.
import {
  createProposals,
  type Fact,
  type Identity,
  type MemoryStore,
  type Policy,
  type Proposal,
} from '../../index.js';
import { left, refusalOf, type Step, story } from './story.js';

const u1: Identity = { tenant: 'acme', subject: 'u1', scopes: ['profile'] };
const u2: Identity = { ...u1, subject: 'u2' };

/** One kind with a closed set of values, and two other names for its key. */
const policy: Policy = [
  {
    kind: 'preference',
    keys: ['language'],
    evidence: 'user_confirmed',
    scope: { exactly: 'profile' },
    values: ['中文', '英文'],
    aliases: { 语言: 'language', 'reply language': 'language' },
  },
];

const language = (key: string, value: string, observedAt: number): Fact => ({
  scope: 'profile',
  kind: 'preference',
  key,
  value,
  sourceRef: `chat:${observedAt}`,
  observedAt,
});

interface Stage {
  readonly store: MemoryStore;
  readonly proposals: ReturnType<typeof createProposals>;
  chinese?: Proposal;
  english?: Proposal;
}

const setStage = (store: MemoryStore): Stage => ({ store, proposals: createProposals(store) });

async function recalled({ store }: Stage, who: Identity, now: number) {
  const facts = await store.as(who).search('profile', { now });
  return facts.map(({ key, value, version, sourceRef }) => ({ key, value, version, sourceRef }));
}

const say = (facts: Awaited<ReturnType<typeof recalled>>): string =>
  facts
    .map(
      ({ key, value, version, sourceRef }) => `${key} = ${value}, version ${version}, ${sourceRef}`,
    )
    .join('; ') || 'nothing';

const propose = ({ proposals }: Stage, fact: Fact, now: number): PromiseLike<Proposal> | Proposal =>
  proposals.propose(u1, fact, { provenance: 'model-inferred', now });

const yes = ({ id, digest }: Proposal, now: number) => ({ id, digest, confirmed: true, now });

const steps: readonly Step<Stage>[] = [
  [
    '100  A model infers that u1 wants 中文',
    async (stage) => {
      stage.chinese = await propose(stage, language('语言', '中文', 100), 100);
      const { candidate, baseVersion } = stage.chinese;
      const stored = await recalled(stage, u1, 100);
      return {
        lines: [
          `proposed: ${candidate.key} = ${candidate.value}, on version ${baseVersion}`,
          `u1 recalls ${say(stored)}: a proposal is no fact`,
        ],
        facts: { key: candidate.key, baseVersion, stored },
      };
    },
  ],
  [
    '101-102  u1 confirms, and the confirmation arrives twice',
    async (stage) => {
      const chinese = left(stage.chinese);
      const first = await stage.proposals.confirm(u1, yes(chinese, 101));
      const second = await stage.proposals.confirm(u1, yes(chinese, 102));
      return {
        lines: [
          `${first.outcome}, version ${first.version}`,
          `the second time: still version ${second.version}`,
        ],
        facts: {
          first: { ...first },
          second: { ...second },
          stored: await recalled(stage, u1, 102),
        },
      };
    },
  ],
  [
    '103  The model infers 英文; u1 has not answered yet',
    async (stage) => {
      stage.english = await propose(stage, language('reply language', '英文', 103), 103);
      const unanswered = { ...yes(stage.english, 104), confirmed: undefined };
      const refused = await refusalOf(() => stage.proposals.confirm(u1, unanswered));
      const stored = await recalled(stage, u1, 104);
      return {
        lines: [`without a yes it is refused, ${refused}`, `u1 recalls ${say(stored)}`],
        facts: { refused, stored },
      };
    },
  ],
  [
    '105  Others try: u2, and somebody who changed the content',
    async (stage) => {
      const english = left(stage.english);
      const foreign = await refusalOf(() => stage.proposals.confirm(u2, yes(english, 105)));
      const { digest } = left(stage.chinese);
      const changed = await refusalOf(() =>
        stage.proposals.confirm(u1, { ...yes(english, 105), digest }),
      );
      const open = await refusalOf(() => propose(stage, language('language', '法文', 105), 105));
      return {
        lines: [
          `u2 confirms u1's proposal: ${foreign}`,
          `u1 confirms another content than was proposed: ${changed}`,
          `a value outside the closed set is not even proposed: ${open}`,
        ],
        facts: { foreign, changed, open, stored: await recalled(stage, u1, 105) },
      };
    },
  ],
  [
    '106  u1 confirms 英文',
    async (stage) => {
      const confirmed = await stage.proposals.confirm(u1, yes(left(stage.english), 106));
      const own = await recalled(stage, u1, 107);
      const other = await recalled(stage, u2, 107);
      return {
        lines: [
          `${confirmed.outcome}, version ${confirmed.version}`,
          `u1 recalls ${say(own)}`,
          `u2 recalls ${say(other)}`,
        ],
        facts: { confirmed: { ...confirmed }, own, other },
      };
    },
  ],
];

export const proposal = story(
  'proposal',
  'what a model infers is stored only when its owner confirms exactly that',
  setStage,
  steps,
  policy,
);
