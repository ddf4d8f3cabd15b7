// Which of Stryker's mutants may not live: those that take a registered guard away.
import { guards, guardsInCode, isMustKill } from '../src/mutants/register/index.js';
import { originalOf, type ReportedMutant } from './report.js';

type SourceOf = (file: string) => string | undefined;

/** Asks the register of guards; `sources` gives the texts the report was made from. */
export const mustKillBy =
  (sources: SourceOf) =>
  (file: string, mutant: ReportedMutant): boolean => {
    const source = sources(file);
    if (source === undefined) return false;
    const ids = guardsInCode(file, source)(mutant.location.start, mutant.location.end);
    const original = originalOf(source, mutant);
    return guards.some(
      (guard) =>
        ids.includes(guard.id) &&
        isMustKill(guard, mutant.mutatorName, original, mutant.replacement ?? ''),
    );
  };
