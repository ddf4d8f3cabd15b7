// Measuring the guards, as it runs in the thread of the store.
import { escape, unescape } from '../contract/escape.js';
import { type GuardResult, measureGuards } from '../engine/kills/guards.js';
import { pulseOn } from '../engine/pulse.js';
import { mutantSuite } from '../index.js';
import { guards } from '../mutants/register/index.js';
import type { GuardsAssignment, Message } from './assignment.js';
import { resolveTarget } from './mutants-target.js';

/** Sequences on files in which a guard's mutants must be killed; as many again if none of them does. */
const runs = 100;

/** The results, or why nothing was measured. */
export type GuardsTaskResult = readonly GuardResult[] | { readonly fault: string };

export async function guardsTask(
  { spec, cwd, root, seed, seeds, deadline, cells, known }: GuardsAssignment,
  tell: (message: Message) => void,
): Promise<GuardsTaskResult> {
  const pulse = pulseOn(cells);
  const { target, register } = await resolveTarget(spec, cwd, deadline);
  pulse.enter('preparing', 0);
  const before = known.map((result) => unescape(result) as GuardResult);
  const results = await measureGuards(target, {
    root,
    suite: mutantSuite,
    seed,
    seeds,
    deadline,
    pulse,
    register,
    guards: guards.filter(({ id }) => !before.some((result) => result.id === id)),
    rounds: [{ medium: 'file', runs }],
    lastRound: { medium: 'file', runs },
    isOver: () => pulse.stopAsked,
    onGuard: (guard, ordinal, of) => {
      pulse.enter('mutants', ordinal + 1);
      tell({ tell: 'guard', guard, ordinal: ordinal + before.length, of: of + before.length });
    },
    onStart: (mutation, ordinal, of) => tell({ tell: 'hunting', mutation, ordinal, of }),
    onResult: (result) => tell({ tell: 'measured', result: escape(result) }),
  });
  return 'fault' in results ? results : [...before, ...results];
}
