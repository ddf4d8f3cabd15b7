// The check, as it runs in the thread of the store.
import { pulseOn } from '../engine/pulse.js';
import type { CheckReport, Progress } from '../engine/result.js';
import { checkStore } from '../index.js';
import type { CheckAssignment, Message } from './assignment.js';
import { checkBaselineStore } from './baseline.js';
import { resolveStore } from './store.js';

/** Milliseconds between two messages about progress. */
const pause = 50;

export async function checkTask(
  { spec, cwd, cells, baselineOf, task: _task, ...options }: CheckAssignment,
  tell: (message: Message) => void,
): Promise<CheckReport> {
  const pulse = pulseOn(cells);
  const sut = await resolveStore(spec, cwd, options.deadline);
  checkBaselineStore(baselineOf, sut.name);
  const past = options.past?.filter(({ file }) => file.store.name === sut.name) ?? [];
  let last = Number.NEGATIVE_INFINITY;
  const onProgress = (progress: Progress): void => {
    const now = performance.now();
    if (progress.phase === 'sequences' && now - last < pause) return;
    last = now;
    tell({ tell: 'progress', progress });
  };
  const { name, version, capabilities } = sut;
  const store = { name, capabilities, ...(version === undefined ? {} : { version }) };
  return checkStore(sut, {
    ...options,
    past,
    pulse,
    isOver: () => pulse.stopAsked,
    onOpened: ({ offer, durableProposals }) => {
      tell({ tell: 'opened', known: { store, offer, durableProposals } });
    },
    onProgress,
  });
}
