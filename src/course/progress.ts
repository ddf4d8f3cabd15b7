// What a learner has done, by lesson: one file, whose ids and format stay over updates.
import { z } from 'zod';

const Names = z.array(z.string());

/** What a graded property came to. */
const Graded = z.object({
  /** Correct stores it refuses: with one of them nothing else counts. */
  refused: Names,
  caught: Names,
  missed: Names,
});
export type Graded = z.infer<typeof Graded>;

const LessonRecord = z.object({
  /** The text was read. */
  read: z.boolean().optional(),
  predictions: Names.optional(),
  /** The break that was noticed, by which property, and in how many calls. */
  broken: z
    .object({
      property: z.string(),
      sequence: z.number(),
      calls: z.number(),
      story: z.array(z.string()),
    })
    .optional(),
  /** Mutants of the lesson's guards: how many, and how many were killed. */
  mutants: z
    .object({
      of: z.number(),
      killed: z.number(),
      rows: z.array(
        z.object({
          guard: z.string(),
          change: z.string(),
          by: z.string(),
          sequences: z.number(),
        }),
      ),
    })
    .optional(),
  repaired: z.boolean().optional(),
  /** Promises the learner's backend did not keep when it was last checked. */
  failing: Names.optional(),
  /** The property as it was graded first, and last. */
  before: Graded.optional(),
  after: Graded.optional(),
  /** What the learner said a weaker property lets through, and what it does. */
  weakened: z.record(z.string(), z.object({ named: Names, lived: Names })).optional(),
  /** Answers to exercises, stored only when they were submitted. */
  exercises: z.record(z.string(), z.string()).optional(),
  /** Hints already shown, by subject. */
  hints: z.record(z.string(), z.number()).optional(),
  done: z.boolean().optional(),
});
export type LessonRecord = z.infer<typeof LessonRecord>;

const Progress = z.object({
  format: z.literal(1),
  language: z.enum(['en', 'zh']).optional(),
  /** The lesson to go on with. */
  current: z.string().optional(),
  lessons: z.record(z.string(), LessonRecord),
});
export type Progress = z.infer<typeof Progress>;

/** Nothing done yet. */
export const noProgress: Progress = { format: 1, lessons: {} };

/** What can be read of a file of progress; undefined where it is none of this format. */
export function readProgress(text: string): Progress | undefined {
  try {
    const read = Progress.safeParse(JSON.parse(text));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}

export const recordOf = ({ lessons }: Progress, id: string): LessonRecord => lessons[id] ?? {};

/** Progress with something noted of a lesson. */
export const noted = (progress: Progress, id: string, record: Partial<LessonRecord>): Progress => ({
  ...progress,
  lessons: { ...progress.lessons, [id]: { ...recordOf(progress, id), ...record } },
});
