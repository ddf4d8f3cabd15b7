// The mutation report as the gate reads it: the part of Stryker's JSON format that decides.
import { z } from 'zod';

const Position = z.object({ line: z.int(), column: z.int() });

const Mutant = z.object({
  id: z.string(),
  mutatorName: z.string(),
  replacement: z.string().default(''),
  status: z.enum([
    'Killed',
    'Survived',
    'NoCoverage',
    'Timeout',
    'CompileError',
    'RuntimeError',
    'Ignored',
    'Pending',
  ]),
  statusReason: z.string().optional(),
  static: z.boolean().optional(),
  testsCompleted: z.number().optional(),
  killedBy: z.array(z.string()).optional(),
  location: z.object({ start: Position, end: Position }),
});
export type ReportedMutant = z.infer<typeof Mutant>;

const MutationReport = z.object({
  files: z.record(z.string(), z.object({ source: z.string(), mutants: z.array(Mutant) })),
});
export type MutationReport = z.infer<typeof MutationReport>;

/** Reads a report's text; throws where it is none. */
export const readReport = (text: string): MutationReport => MutationReport.parse(JSON.parse(text));

/** The text a mutant replaces; lines and columns count from 1, the end is exclusive. */
export function originalOf(source: string, { location: { start, end } }: ReportedMutant): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  return lines
    .map((line, at) =>
      line.slice(at === 0 ? start.column - 1 : 0, at === last ? end.column - 1 : undefined),
    )
    .join('\n');
}
