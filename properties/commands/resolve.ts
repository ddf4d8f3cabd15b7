// resolve: a human's decision about a case, applied only to what was shown (contract section 6).
import { addressKey, type ModelCase } from '../../models/state.js';
import type { Operation } from '../../src/contract/operations.js';
import { choices, type Decision } from '../../src/contract/review.js';
import { at, type Situation } from '../situation.js';
import { disguisesOf, undecided } from '../world/values.js';
import { type Command, spoiltFields } from './command.js';
import { otherCallers } from './prepare.js';

type Resolve = Operation & { do: 'resolve'; decision: Decision };

const openCases = (s: Situation): readonly ModelCase[] =>
  [...s.state.cases.values()].filter((each) => each.decided === undefined);

/** Open cases whose record is no longer the one that was shown. */
export const outdatedCases = (s: Situation): readonly ModelCase[] =>
  openCases(s).filter(({ current }) => {
    const { tenant, subject, scope, key } = current;
    return s.state.records.get(addressKey(tenant, subject, scope, key)) !== current;
  });

function chooseCase(s: Situation): ModelCase | undefined {
  const open = openCases(s);
  const outdated = outdatedCases(s);
  if (outdated.length > 0 && s.dice.oneIn(2)) return s.dice.pick(outdated);
  const all = [...s.state.cases.values()];
  const list = open.length > 0 && !s.dice.oneIn(4) ? open : all;
  if (list.length === 0) return undefined;
  return s.dice.oneIn(2) ? list.at(-1) : s.dice.pick(list);
}

/** Now, the last second of the case, the first after it, or before it was prepared. */
function nowFor(s: Situation, shown: ModelCase | undefined): number {
  if (shown === undefined) return s.now;
  if (s.deviation === 7) return Math.max(0, shown.preparedAt - 1);
  if (shown.decided === undefined && s.dice.oneIn(4))
    return at(s, shown.expiresAt - s.dice.below(2));
  return s.now;
}

function resolveStep(s: Situation): Resolve {
  const shown = chooseCase(s);
  return {
    do: 'resolve',
    as: s.deviation === 3 ? s.dice.pick(otherCallers(s)) : s.world.setup.owner,
    case: shown?.id ?? 'no such case',
    decision: {
      choice: s.deviation === 4 ? 'merge' : s.dice.pick(choices),
      approved: s.deviation === 6 ? s.dice.pick(undecided) : true,
      now: nowFor(s, shown),
    },
  };
}

function nearMisses(s: Situation, operation: Resolve): readonly Operation[] {
  const { decision } = operation;
  const withDecision = (change: object): Operation => ({
    ...operation,
    decision: { ...decision, ...change },
  });
  const replays = [...s.state.cases.keys()].flatMap((id) =>
    choices.map((choice): Operation => ({
      ...operation,
      case: id,
      decision: { ...decision, choice },
    })),
  );
  const prepared = s.state.cases.get(operation.case)?.preparedAt ?? 1;
  return [
    ...undecided.map((approved) => withDecision({ approved })),
    ...['merge', '', 'KEEP_CURRENT'].map((choice) => withDecision({ choice })),
    withDecision({ now: prepared - 1 }),
    ...otherCallers(s).map((as): Operation => ({ ...operation, as })),
    ...replays,
    // No text at all, and no name of a case.
    ...['\ud800', 'no such case'].map((id): Operation => ({ ...operation, case: id })),
    ...spoiltFields(decision, ['choice'], ['now']).map((bad): Operation => ({
      ...operation,
      decision: bad,
    })),
    { ...operation, decision: s.dice.pick(disguisesOf(decision)) },
  ];
}

/** Any choice about one of the cases whose record is no longer the one that was shown. */
export const resolveOutdated = (s: Situation, outdated: readonly ModelCase[]): Resolve => ({
  do: 'resolve',
  as: s.world.setup.owner,
  case: s.dice.pick(outdated).id,
  decision: { choice: s.dice.pick(choices), approved: true, now: s.now },
});

export const resolve: Command<Resolve> = {
  name: 'resolve',
  weights: {
    mixed: 2,
    crowd: 0,
    review: 6,
    lifecycle: 1,
    reading: 0,
    runtime: 0,
    proposals: 0,
  },
  repair: (s) => (openCases(s).length === 0 ? 'prepare' : undefined),
  resolve: resolveStep,
  nearMisses,
};
