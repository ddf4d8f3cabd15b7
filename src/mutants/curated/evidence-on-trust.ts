// Facts written without the evidence their rule asks for.
import { evidences } from '../../contract/fact.js';
import { refuse } from '../../contract/refusals.js';
import { canonicalKey, findRule } from '../../guards/policy-index.js';
import { policyOf } from '../decorate.js';
import type { CuratedMutant } from '../mutant.js';
import { rememberAgain } from '../writes.js';

/** Where the evidence given counts, the one the rule asks for is put in its place. */
const counting = (
  id: string,
  misconception: string,
  counts: (given: unknown) => boolean,
): CuratedMutant => ({
  id,
  property: 'evidence',
  misconception,
  needs: ['evidence'],
  wrap: rememberAgain('no-evidence', ({ fact, terms, store }) => {
    const index = policyOf(store);
    const found = findRule(index, fact.kind, canonicalKey(index, fact.key));
    if (found === undefined || !counts(terms.evidence)) return refuse('no-evidence');
    return { terms: { evidence: found.rule.evidence } };
  }),
});

/** A model's word, the wrong gate's word, and no word at all. */
export const evidenceOnTrust: readonly CuratedMutant[] = [
  counting(
    'approved-is-evidence',
    'A model that says "approved" has checked it.',
    (given) => given === 'approved',
  ),
  counting(
    'any-evidence-will-do',
    'Evidence is evidence: which gate vouched for a fact makes no difference.',
    (given) => evidences.some((each) => each === given),
  ),
  counting(
    'evidence-optional',
    'Callers without evidence are trusted parts of the system, else they could not call.',
    (given) => given === undefined || given === null,
  ),
  counting(
    'evidence-case-folded',
    'The name of an evidence may be written in any case.',
    (given) => typeof given === 'string' && given !== given.toLowerCase(),
  ),
];
