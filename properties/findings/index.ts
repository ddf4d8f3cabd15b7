// Reads a divergence: crashes, refusals and scribbles first, then what the two answers show.
import { canonicalKey } from '../../models/candidate.js';
import type { Outcome } from '../../src/contract/operations.js';
import type { RefusalCode } from '../../src/contract/refusals.js';
import type { Divergence } from '../../src/engine/drive.js';
import { scribbled } from '../../src/engine/same.js';
import { answerFinding } from './answers.js';
import { type Fields, type Finding, isFields } from './finding.js';

/** An envelope holds facts, a case holds a record: nothing sound lies deeper. */
const deepest = 4;

const holdsScribble = (value: unknown, depth = 0): boolean =>
  value === scribbled ||
  (isFields(value) &&
    depth < deepest &&
    Object.values(value).some((inner) => holdsScribble(inner, depth + 1)));

/** Refusals without a reason in a sequence: nobody else writes, and the disk is there. */
const withoutReason: ReadonlySet<RefusalCode> = new Set<RefusalCode>(['busy', 'timeout', 'io']);

/** A decision that was made before is only repeated: what else comes is no matter of its code. */
function repeatsDecision({ call, before }: Divergence): boolean {
  const { operation } = call;
  if (operation.do === 'confirm')
    return before.proposals.get(operation.proposal)?.decided !== undefined;
  return operation.do === 'resolve' && before.cases.get(operation.case)?.decided !== undefined;
}

const isOwnRefusal = (expected: Outcome): boolean =>
  'code' in expected && ['denied', 'invalid', 'unavailable'].includes(expected.refused);

/** The store found nothing where the caller used an alias for the key. */
function missedAlias({ call, before, actual }: Divergence): boolean {
  if (!('code' in actual) || actual.code !== 'missing') return false;
  const fields = call.operation as unknown as Fields;
  const holders = [fields, fields['fact'], fields['candidate'], fields['payload']];
  return holders
    .filter(isFields)
    .some(({ key }) => typeof key === 'string' && canonicalKey(before.setup.policy, key) !== key);
}

/** The same divergence always gives the same finding. */
export function findingOf(d: Divergence): Finding {
  const { expected, actual } = d;
  const operation = d.call.operation.do;
  if ('threw' in actual || 'threw' in expected) return { operation, what: 'threw' };
  if ('code' in actual && withoutReason.has(actual.code))
    return { operation, what: 'code', code: actual.code, expected: false };
  if (repeatsDecision(d) && !isOwnRefusal(expected) && !isOwnRefusal(actual))
    return { operation, what: 'result', fields: ['decision'] };
  // Checks of the call come before those of the state: one that should have passed is to blame.
  if ('code' in expected && expected.refused === 'conflict' && isOwnRefusal(actual))
    return {
      operation,
      what: 'code',
      code: (actual as { code: RefusalCode }).code,
      expected: false,
    };
  if (missedAlias(d)) return { operation, what: 'lost', where: 'by-alias' };
  if ('code' in expected) return { operation, what: 'code', code: expected.code, expected: true };
  if ('code' in actual) return { operation, what: 'code', code: actual.code, expected: false };
  if (holdsScribble(actual.ok)) return { operation, what: 'scribbled' };
  if (isFields(actual.ok) && actual.ok['frozen'] === false) return { operation, what: 'scribbled' };
  return answerFinding(d, expected.ok, actual.ok);
}
