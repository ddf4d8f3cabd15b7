// Searches that read their confidence threshold in another way than it was meant.
import { andThen } from '../../services/awaitable.js';
import { eachMemory } from '../decorate.js';
import type { CuratedMutant } from '../mutant.js';
import { allFacts, bendLists, withFacts } from '../reads.js';

const property = 'confidence';
const needs = ['confidence'] as const;

const tenths = (confidence: number): number => Math.round(confidence * 10);

/** Exclusive, ignored and rounded. */
export const thresholdMisread: readonly CuratedMutant[] = [
  {
    id: 'threshold-exclusive',
    property,
    misconception: 'At least as sure as the threshold means surer than the threshold.',
    needs,
    wrap: () =>
      eachMemory((memory) =>
        bendLists(memory, (_facts, scope, { limit, minConfidence, ...terms }) =>
          andThen(allFacts(memory, scope, { ...terms, minConfidence }), (list) =>
            list.filter(({ confidence }) => confidence > minConfidence).slice(0, limit),
          ),
        ),
      ),
  },
  {
    id: 'threshold-ignored',
    property,
    misconception: 'Results are ordered by confidence, so the unsure ones do no harm at the end.',
    needs,
    wrap: () =>
      eachMemory((memory) =>
        bendLists(memory, (facts, scope, { now, text, limit }) =>
          andThen(allFacts(memory, scope, { now, text }), (list) => withFacts(facts, list, limit)),
        ),
      ),
  },
  {
    id: 'threshold-rounded',
    property,
    misconception: 'Nobody can tell 0.79 from 0.8, so one decimal is enough.',
    needs,
    wrap: () =>
      eachMemory((memory) =>
        bendLists(memory, (facts, scope, { now, text, minConfidence, limit }) =>
          andThen(allFacts(memory, scope, { now, text }), (list) =>
            withFacts(
              facts,
              list.filter(({ confidence }) => tenths(confidence) >= tenths(minConfidence)),
              limit,
            ),
          ),
        ),
      ),
  },
];
