// Reads a divergence: crashes, refusals and scribbles first, then what the two answers show.
import type { Divergence } from '../../src/engine/drive.js';
import { scribbled } from '../../src/engine/same.js';
import { answerFinding } from './answers.js';
import { codeFinding } from './codes.js';
import { type Finding, isFields } from './finding.js';

/** An envelope holds facts, a case holds a record: nothing sound lies deeper. */
const deepest = 4;

const holdsScribble = (value: unknown, depth = 0): boolean =>
  value === scribbled ||
  (isFields(value) &&
    depth < deepest &&
    Object.values(value).some((inner) => holdsScribble(inner, depth + 1)));

/** The same divergence always gives the same finding. */
export function findingOf(d: Divergence): Finding {
  const { expected, actual } = d;
  const operation = d.call.operation.do;
  if ('threw' in actual || 'threw' in expected) return { operation, what: 'threw' };
  if ('code' in expected || 'code' in actual) return codeFinding(d);
  if (holdsScribble(actual.ok)) return { operation, what: 'scribbled' };
  if (isFields(actual.ok) && actual.ok['frozen'] === false) return { operation, what: 'scribbled' };
  return answerFinding(d, expected.ok, actual.ok);
}
