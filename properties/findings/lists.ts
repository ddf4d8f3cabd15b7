// What a list shows that is not the expected one: what is too many, what is missing, what is out of order.
import type { FoundFact, MemoryRecord } from '../../src/contract/fact.js';
import type { Divergence } from '../../src/engine/drive.js';
import { differing, type Fields, type Finding, isFields, type Loss, written } from './finding.js';
import {
  askerOf,
  changeOf,
  intruderOf,
  lastWrite,
  recordOf,
  strangerOf,
  type Wanted,
} from './records.js';

type Facts = readonly FoundFact[];

const asFields = (fact: FoundFact | undefined): Fields => (fact ?? {}) as unknown as Fields;

/** What a search or a context asked for, defaults filled in. */
interface Question extends Wanted {
  readonly limit: number;
}

function questionIn(operation: unknown): Question {
  const { terms, scope } = operation as { terms: Fields; scope: unknown };
  const { now, text, minConfidence, limit } = terms;
  return {
    scope,
    now: Number(now),
    text: typeof text === 'string' ? text : '',
    minConfidence: Number(minConfidence ?? 0.8),
    limit: Number(limit ?? 8),
  };
}

/** A list the store gave before, and gave right, to the same person in the same scope. */
interface Earlier {
  readonly operation: 'search' | 'context';
  readonly question: Question;
  readonly facts: Facts;
}

function earlierLists(d: Divergence): readonly Earlier[] {
  const { tenant, subject } = askerOf(d);
  const { scope } = questionIn(d.call.operation);
  return d.log.flatMap(({ call, expected }): readonly Earlier[] => {
    const { operation } = call;
    if (operation.do !== 'search' && operation.do !== 'context') return [];
    if (!('ok' in expected) || operation.scope !== scope) return [];
    if (operation.as.tenant !== tenant || operation.as.subject !== subject) return [];
    const answer = expected.ok as Facts | { readonly facts: Facts };
    const facts = 'facts' in answer ? answer.facts : answer;
    return [{ operation: operation.do, question: questionIn(operation), facts }];
  });
}

/** Whether the very same question had the very same answer before, when that was right. */
const isAsBefore = (d: Divergence, given: readonly Fields[], lists: readonly Earlier[]): boolean =>
  lists.some(
    ({ operation, question, facts }) =>
      operation === d.call.operation.do &&
      written(question) === written(questionIn(d.call.operation)) &&
      facts.length === given.length &&
      facts.every((fact, at) => differing(asFields(fact), given[at] ?? {}).length === 0),
  );

/**
 * Why this fact may be missing: which rule of the search it only just fulfils. A list that showed
 * it before rules out what was the same in both questions.
 */
function lossOf(d: Divergence, lost: FoundFact, given: readonly Fields[], expected: Facts): Loss {
  const { tenant, subject } = askerOf(d);
  const write = lastWrite(d, { ...lost, tenant, subject }, false);
  const isCut = given.every((fact, at) => fact['key'] === expected[at]?.key);
  if (isCut && given.length === expected.length - 1 && expected.length >= 8) return 'limit';
  if (write.when === 'reopened') return 'reopened';
  const question = questionIn(d.call.operation);
  const lists = earlierLists(d);
  // A handle that answers as before may have missed what another one wrote.
  const isUnseen = write.client !== undefined && write.client !== d.call.client;
  if (isUnseen && question.text === '' && isAsBefore(d, given, lists)) return 'plain';
  const shownAlike = (name: keyof Question): boolean =>
    lists.some(
      (list) =>
        list.question[name] === question[name] &&
        list.facts.some((fact) => fact.key === lost.key && fact.version === lost.version),
    );
  const next = question.now + 1;
  const othersStay = given.some((fact) => fact['expiresAt'] === next);
  if (lost.expiresAt === next && !othersStay && !shownAlike('now')) return 'last-second';
  const atThreshold = !shownAlike('minConfidence');
  if (lost.confidence === question.minConfidence && atThreshold) return 'threshold';
  if (question.text !== '' && !shownAlike('text')) return 'text';
  // Only the default threshold hides what is unsure and shows the rest.
  const othersSure = given.every((fact) => Number(fact['confidence']) >= 0.8);
  const byDefault = lost.confidence < 0.8 && othersSure && atThreshold;
  if (byDefault) return 'threshold';
  return given.length >= expected.length ? 'limit' : 'plain';
}

/** What the first list holds and the second does not; each item of the second counts once. */
function surplus(list: readonly Fields[], other: readonly Fields[]): readonly Fields[] {
  const rest = [...other];
  const take = (test: (each: Fields) => boolean): boolean => {
    const at = rest.findIndex(test);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  };
  return list
    .filter((item) => !take((each) => differing(each, item).length === 0))
    .filter(
      (item) => !take((each) => each['key'] === item['key'] && each['scope'] === item['scope']),
    );
}

function intruderFinding(
  d: Divergence,
  intruder: Fields,
  given: readonly Fields[],
  lost: FoundFact | undefined,
): Finding {
  const operation = d.call.operation.do;
  const asker = askerOf(d);
  const question = questionIn(d.call.operation);
  const twice = given.filter((each) => each['key'] === intruder['key']).length > 1;
  const stranger = twice ? strangerOf(d.before, asker, question.scope, intruder) : 'not-written';
  const why = stranger === 'not-written' ? intruderOf(d, question, intruder) : stranger;
  const unseen = lost !== undefined && lastWrite(d, { ...asker, ...lost }, false).client;
  const isStale = why !== 'beyond-limit' || unseen !== d.call.client;
  if (isStale && isAsBefore(d, given, earlierLists(d)))
    return { operation, what: 'intruder', why: 'stale' };
  return why === 'beyond-limit'
    ? { operation, what: 'order' }
    : { operation, what: 'intruder', why };
}

/** The facts of a search or a context. */
export function listFinding(d: Divergence, expected: Facts, actual: unknown): Finding {
  const operation = d.call.operation.do;
  if (!Array.isArray(actual)) return { operation, what: 'result', fields: ['facts'] };
  const given = actual.filter(isFields);
  const wanted = expected.map(asFields);
  const [intruder] = surplus(given, wanted);
  const [missing] = surplus(wanted, given);
  const lost = expected.find(({ key }) => key === missing?.['key']);
  if (intruder !== undefined) return intruderFinding(d, intruder, given, lost);
  if (lost !== undefined)
    return { operation, what: 'lost', where: lossOf(d, lost, given, expected) };
  const inOrder = expected.every(({ key }, at) => key === given[at]?.['key']);
  if (!inOrder) return { operation, what: 'order' };
  const at = wanted.findIndex((want, index) => differing(want, given[index] ?? {}).length > 0);
  const { tenant, subject } = askerOf(d);
  const { scope = '', key = '' } = expected[at] ?? {};
  const record = recordOf(d.before, { tenant, subject, scope, key });
  return changeOf(d, { ...record, ...expected[at] } as MemoryRecord, { ...record, ...given[at] });
}
