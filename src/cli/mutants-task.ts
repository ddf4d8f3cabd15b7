// The hunt for mutants, as it runs in the thread of the store.
import { escape, unescape } from '../contract/escape.js';
import { defaultRounds } from '../engine/kills/field.js';
import { huntMutants } from '../engine/kills/hunt-mutants.js';
import type { Kill, KillReport, Mutation, MutantKind } from '../engine/kills/result.js';
import type { Target } from '../engine/kills/target.js';
import { pulseOn } from '../engine/pulse.js';
import { mutantSuite } from '../index.js';
import { curatedMutants } from '../mutants/curated/index.js';
import { guards } from '../mutants/register/index.js';
import { createSqlLocator, type SqlLocator } from '../mutants/sql/source.js';
import type { Message, MutantsAssignment } from './assignment.js';
import { touchesDiff } from './diff.js';
import { resolveTarget } from './mutants-target.js';
import { Usage } from './usage.js';

/** What the hunt came to, and the texts its places are in. */
export interface MutantsResult {
  readonly report: KillReport;
  readonly sources: readonly (readonly [file: string, text: string])[];
}

type Selection = Pick<MutantsAssignment, 'guard' | 'shard' | 'diff'>;

/** Whether a mutant is hunted: of this guard, in these lines, of this shard. */
const isWanted =
  ({ guard, shard, diff }: Selection) =>
  ({ place }: Mutation, ordinal: number, guards: readonly string[]): boolean => {
    if (guard !== undefined && !guards.includes(guard)) return false;
    if (diff !== undefined && (place === undefined || !touchesDiff(place, diff))) return false;
    return shard === undefined || ordinal % shard.of === shard.part - 1;
  };

/** Only these files need to be broken; where SQL is hunted, a repeated guard may stand in any of them. */
function narrowed(
  target: Target,
  { guard, diff }: Selection,
  kinds: readonly MutantKind[] | undefined,
): Target {
  const { code } = target;
  if (code === undefined || kinds?.includes('sql') !== false) return target;
  const guarded = guards.find(({ id }) => id === guard)?.place.file;
  const isOf = (file: string): boolean =>
    code.mutate(file) &&
    (guarded === undefined || file === guarded) &&
    (diff === undefined || (diff.get(file) ?? []).length > 0);
  return { ...target, code: { ...code, mutate: isOf } };
}

export async function mutantsTask(
  assignment: MutantsAssignment,
  tell: (message: Message) => void,
): Promise<MutantsResult> {
  const { spec, cwd, root, seed, deadline, cells, kinds, runs, reviewed, known } = assignment;
  const pulse = pulseOn(cells);
  const { target, register, sources: read } = await resolveTarget(spec, cwd, deadline);
  pulse.enter('preparing', 0);
  let sources: ReturnType<typeof read> | undefined;
  let locator: SqlLocator | undefined;
  const texts = () => (sources ??= read());
  const locate: SqlLocator = (mutant) => (locator ??= createSqlLocator(texts()))(mutant);
  const guardKind = assignment.guard === undefined ? undefined : register?.kindOf(assignment.guard);
  if (assignment.guard !== undefined && guardKind === undefined)
    throw new Usage(
      register === undefined
        ? `The guards of ${spec} are not registered: leave out --guard.`
        : `There is no guard ${assignment.guard}: touchstone guards lists them.`,
    );
  const [first, second] = defaultRounds;
  const rounds = [first, runs === undefined ? second : { ...second, runs }];
  // A guard stands in one layer: the others need not be opened.
  const hunted = guardKind === undefined ? kinds : [guardKind];
  const report = await huntMutants(narrowed(target, assignment, hunted), {
    root,
    suite: mutantSuite,
    seed,
    deadline,
    pulse,
    kinds: hunted,
    curated: curatedMutants,
    register,
    locate,
    rounds,
    reviewed,
    known: known.map((kill) => unescape(kill) as Kill),
    isWanted: isWanted(assignment),
    isOver: () => pulse.stopAsked,
    onStart: (mutation, ordinal, of) => {
      pulse.enter('mutants', ordinal + 1);
      tell({ tell: 'hunting', mutation, ordinal, of });
    },
    onKill: (kill) => tell({ tell: 'kill', kill: escape(kill) }),
  });
  const files = new Set(report.kills.map(({ mutation }) => mutation.place?.file));
  return { report, sources: [...texts()].filter(([file]) => files.has(file)) };
}
