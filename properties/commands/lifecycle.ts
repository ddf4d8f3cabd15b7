// close and reopen: what a process does with the store's file between operations (contract section 5).
import type { Operation } from '../../src/contract/operations.js';
import { demandingPolicy, revisedPolicy } from '../world/policies.js';
import type { Theme } from '../world/world.js';
import type { Command } from './command.js';
import { openProposals } from './proposals.js';

const seldom: Readonly<Record<Theme, number>> = {
  mixed: 1,
  crowd: 0,
  review: 0,
  lifecycle: 1,
  reading: 0,
  runtime: 0,
  proposals: 1,
};

type Close = Operation & { do: 'close' };
type Reopen = Operation & { do: 'reopen' };

export const close: Command<Close> = {
  name: 'close',
  weights: { ...seldom, reading: 0, proposals: 0 },
  // A closed handle only refuses: the sequence goes on after a reopen.
  repair: (s) => (s.state.closed.size > 0 ? 'reopen' : undefined),
  resolve: () => ({ do: 'close' }),
};

export const reopen: Command<Reopen> = {
  name: 'reopen',
  weights: seldom,
  resolve: (s) => {
    if (!s.world.mayRevise || s.dice.oneIn(4)) return { do: 'reopen' };
    const { policy } = s.world.setup;
    const waiting = openProposals(s).at(-1);
    if (waiting !== undefined && s.dice.oneIn(2))
      return { do: 'reopen', policy: demandingPolicy(policy, waiting.candidate.kind) };
    return { do: 'reopen', policy: s.dice.oneIn(4) ? policy : revisedPolicy(s.dice, policy) };
  },
};
