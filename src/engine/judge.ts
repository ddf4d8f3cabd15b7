// From what was counted and found to a verdict for each property.
import type { Capability } from '../contract/port.js';
import { isEnough } from './enough.js';
import type { Offer } from './offer.js';
import type { Counterexample, PropertyResult, SituationResult } from './result.js';
import type { Sensitivity } from './sensitivity.js';
import type { Suite, SuiteProperty } from './suite.js';
import type { Tally } from './tally.js';

/** The reason why a promise is not made, or undefined. */
export function unmetNeeds(needs: readonly Capability[], offer: Offer): string | undefined {
  const unmet = needs.filter((capability) => !offer.capabilities.has(capability));
  return unmet.length === 0
    ? undefined
    : `needs ${unmet.join(', ')}, which the store does not claim`;
}

/** How many sequences met each situation that can come up on this store. */
export const situationResults = (
  suite: Suite,
  tally: Tally,
  offer: Offer,
): readonly SituationResult[] =>
  suite.situations
    .filter(({ needs }) => unmetNeeds(needs, offer) === undefined)
    .map(({ id, sentence, properties, minimumShare }) => {
      const met = tally.situations.get(id) ?? 0;
      const enough = isEnough(met, tally.sequences, minimumShare);
      return { id, sentence, properties, sequences: met, minimumShare, enough };
    });

export interface Evidence {
  readonly tally: Tally;
  readonly offer: Offer;
  readonly situations: readonly SituationResult[];
  /** Absent where the store failed, so that its mutants prove nothing. */
  readonly sensitivity: Sensitivity | undefined;
}

/** Why a property that did not fail cannot be said to hold, or undefined. */
function doubt(id: string, { tally, situations, sensitivity }: Evidence): string | undefined {
  if ((tally.observations.get(id) ?? 0) === 0) return 'no call put it to the test';
  const rare = situations.find((each) => !each.enough && each.properties.includes(id));
  if (rare !== undefined)
    return `the situation ${rare.id} was met in ${rare.sequences} of ${tally.sequences} sequences, too few`;
  const missed = sensitivity?.tried.filter((mutant) => mutant.property === id && !mutant.isCaught);
  if (missed !== undefined && missed.length > 0)
    return `a store that breaks it was not caught: ${missed.map((mutant) => mutant.id).join(', ')}`;
  return undefined;
}

/** What a property came to. */
export function judgeProperty(
  property: SuiteProperty,
  selected: boolean,
  counterexample: Counterexample | undefined,
  evidence: Evidence,
): PropertyResult {
  const { id, sentence, needs } = property;
  const observations = evidence.tally.observations.get(id) ?? 0;
  const base = { id, sentence, core: needs.length === 0, observations };
  if (!selected) return { ...base, verdict: 'not-selected' };
  const unmet = unmetNeeds(needs, evidence.offer);
  // A failure is a failure: what is not claimed is not asked for, so this is another promise broken.
  if (counterexample !== undefined)
    return { ...base, verdict: 'fails', ...(unmet && { reason: unmet }), counterexample };
  if (unmet !== undefined) return { ...base, verdict: 'not-claimed', reason: unmet };
  const reason = doubt(id, evidence);
  return reason === undefined
    ? { ...base, verdict: 'holds' }
    : { ...base, verdict: 'inconclusive', reason };
}
