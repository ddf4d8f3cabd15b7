// What a lesson says of itself as data: `lesson.json` in its folder.
import { z } from 'zod';

const id = z.string().regex(/^[a-z][a-z0-9-]*$/u, 'small letters, digits and hyphens');

/** One change to a source: the first `find` behind the first `after`. */
const Edit = z.strictObject({
  /** A source of the store, e.g. `src/guards/record-state.ts`; one of the lesson's `files`. */
  file: z.string(),
  after: z.string().optional(),
  find: z.string().min(1),
  replace: z.string(),
});
export type Edit = z.infer<typeof Edit>;

const Break = z
  .strictObject({
    id,
    edits: z.array(Edit).min(1),
    /** The property that must notice it. */
    caughtBy: z.string().optional(),
    /** True where the store as built keeps its promise all the same, because another layer repeats it. */
    survives: z.literal(true).optional(),
  })
  .refine(({ caughtBy, survives }) => (caughtBy === undefined) === (survives === true), {
    message: 'either caughtBy or survives',
  });
export type Break = z.infer<typeof Break>;

/** A mistake in a backend of the lesson's own, as a change to `solution.ts`. */
const Bug = z.strictObject({
  id,
  edits: z.array(Edit.omit({ file: true })).min(1),
  /** The property that must notice it; no two bugs share one. */
  caughtBy: id,
});
export type Bug = z.infer<typeof Bug>;

/** The four forms of a short exercise. */
export const exerciseForms = ['boundary', 'failing-input', 'inputs', 'hand-over'] as const;
export type ExerciseForm = (typeof exerciseForms)[number];

const Fields = z.strictObject({
  format: z.literal(1),
  /** Stable: what a learner has done is kept under it. */
  id,
  /** How long it takes, about. */
  minutes: z.int().min(1).max(120),
  /** Ids in the register of guards: their mutants are shown. */
  guards: z.array(id).default([]),
  /** Ids of the properties the lesson is about. */
  properties: z.array(id).min(1),
  /** Sources the learner gets a copy of, to break. */
  files: z.array(z.string().regex(/^src\/[a-z0-9/-]+\.ts$/u)).default([]),
  /** Seed and number of sequences with which a broken store is played. */
  seed: z.int().min(0),
  runs: z.int().min(1).max(300),
  /** `file` where reopening or a second handle matter. */
  medium: z.enum(['memory', 'file']).default('memory'),
  /** The right option of each question. */
  predictions: z
    .array(z.string().regex(/^[a-d]$/u))
    .min(2)
    .max(3),
  breaks: z.array(Break).default([]),
  /** Runs of the learner's property on each store. */
  propertyRuns: z.int().min(1).max(300).default(30),
  /** Broken stores that a property must refuse: ids of curated mutants, or `break:` and an id. */
  chaffs: z.array(z.string().regex(/^(?:break:)?[a-z][a-z0-9-]*$/u)).default([]),
  /** Weaker properties, `weakened/<id>.ts`, each with the chaffs it lets through. */
  weakened: z.array(z.strictObject({ id, letsThrough: z.array(z.string()).min(1) })).default([]),
  /** A store of the lesson's own to repair, `backend.ts`, in place of a real one to break. */
  backend: z.strictObject({ bugs: z.array(Bug).min(1) }).optional(),
  exercises: z.array(z.enum(exerciseForms)).default([]),
  /** Ids of lessons to read before or after. */
  seeAlso: z.array(id).default([]),
});

/** What a lesson breaks and grades: all of it stands there, or a backend in its place. */
const aboutBreaking = ['guards', 'files', 'breaks', 'chaffs', 'weakened'] as const;

export const Manifest = Fields.superRefine((manifest, context) => {
  const { backend, properties } = manifest;
  const fault = (path: string, message: string): void =>
    context.addIssue({ code: 'custom', path: [path], message });
  for (const name of aboutBreaking)
    if ((manifest[name].length === 0) !== (backend !== undefined))
      fault(
        name,
        backend === undefined ? 'nothing stands here' : 'a lesson with a backend has none',
      );
  if (backend === undefined) return;
  const caught = backend.bugs.map(({ caughtBy }) => caughtBy);
  if (JSON.stringify(caught) !== JSON.stringify(properties))
    fault('properties', 'they are not those that catch the bugs, in the same order');
  if (new Set(caught).size !== caught.length) fault('backend', 'two bugs share a property');
});
export type Manifest = z.infer<typeof Manifest>;

/** What is wrong with a lesson, in words for whoever writes it. */
export class LessonFault extends Error {}

/** Reads a manifest; throws `LessonFault` with each fault and where it is. */
export function readManifest(text: string, where: string): Manifest {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (thrown) {
    throw new LessonFault(`${where} is no JSON: ${String(thrown)}`);
  }
  const read = Manifest.safeParse(data);
  if (read.success) return read.data;
  const faults = read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new LessonFault(`${where} is no manifest: ${faults.join('; ')}`);
}
