// Reports as JUnit XML: a property or a lesson is a test case, and only what holds is passed.
import type { Comparison } from '../engine/baseline.js';
import type { CheckReport, PropertyResult } from '../engine/result.js';
import { counterexampleLines, foundWords } from './counterexample.js';
import { plain } from './palette.js';
import { saidOf } from './verdict.js';

export interface JUnitOptions {
  /** The command that replays a property's counterexample, by the property's id. */
  readonly replays?: Readonly<Record<string, string>>;
  /** The program of a property's counterexample, by the property's id. */
  readonly programs?: Readonly<Record<string, string>>;
  /** Why the check ended before its budget did, as a sentence. */
  readonly stopped?: string;
  readonly comparison?: Comparison;
}

/** What no XML 1.0 document may hold, escaped or not. */
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** A text that may stand anywhere; what XML cannot hold is shown as `\u{0}`. */
const xml = (text: string): string =>
  text
    .replace(forbidden, (found) => `\\u{${(found.codePointAt(0) ?? 0).toString(16)}}`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');

const attributes = (list: Readonly<Record<string, string | number>>): string =>
  Object.entries(list)
    .map(([name, value]) => {
      const text = xml(String(value)).replaceAll('"', '&quot;');
      return ` ${name}="${text.replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')}"`;
    })
    .join('');

type Kind = 'passed' | 'failure' | 'error' | 'skipped';

/** A test case; `kind` is the element that says how it ended. */
export interface TestCase {
  readonly name: string;
  readonly kind: Kind;
  readonly type?: string;
  readonly message?: string;
  readonly body?: string;
}

const isKnown = (id: string, comparison: Comparison | undefined): boolean =>
  comparison?.known.some(({ property }) => property === id) === true;

/**
 * Inconclusive is an `error`: readers of JUnit count `skipped` as harmless, but too little is known
 * for a pass. A failure that the baseline knows is `skipped`, as it does not fail the check.
 */
function caseOf(result: PropertyResult, options: JUnitOptions): TestCase {
  const { id, sentence, verdict, reason = '', counterexample } = result;
  const name = `${id}: ${sentence}`;
  switch (verdict) {
    case 'holds':
      return { name, kind: 'passed' };
    case 'inconclusive':
      return { name, kind: 'error', type: 'inconclusive', message: reason };
    case 'not-claimed':
      return { name, kind: 'skipped', message: `not claimed: ${reason}` };
    case 'not-selected':
      return { name, kind: 'skipped', message: 'not selected' };
    case 'fails': {
      if (counterexample === undefined) return { name, kind: 'failure', message: reason };
      const found = foundWords(counterexample);
      if (isKnown(id, options.comparison))
        return { name, kind: 'skipped', message: `known failure, as the baseline says: ${found}` };
      const [replay, program] = [options.replays?.[id], options.programs?.[id]];
      const lines = counterexampleLines(counterexample, sentence, { replay, program }, plain);
      return { name, kind: 'failure', type: id, message: found, body: lines.join('\n') };
    }
  }
}

/** What no property shows: a harness that broke, a check that says too little, a baseline that is old. */
function casesOfTheWhole(report: CheckReport, options: JUnitOptions): readonly TestCase[] {
  const gone = (options.comparison?.gone ?? []).map(({ property, reason }): TestCase => ({
    name: `baseline: ${property} fails (${reason})`,
    kind: 'failure',
    type: 'baseline',
    message: 'It does not fail any more: remove the entry from the baseline.',
  }));
  if (report.verdict !== 'partial' && report.verdict !== 'error') return gone;
  const { verdict, next } = saidOf(report, options.stopped);
  const message = `${options.stopped ?? verdict} ${next}`;
  const body = report.error ?? '';
  return [...gone, { name: 'the whole check', kind: 'error', type: report.verdict, message, body }];
}

function caseLines(store: string, { name, kind, type, message, body }: TestCase): string {
  const start = `    <testcase${attributes({ classname: store, name, time: 0 })}`;
  if (kind === 'passed') return `${start}/>`;
  const told = attributes({
    ...(message === undefined ? {} : { message }),
    ...(type === undefined ? {} : { type }),
  });
  const inner = body === undefined || body === '' ? '/>' : `>${xml(body)}</${kind}>`;
  return `${start}>\n      <${kind}${told}${inner}\n    </testcase>`;
}

/** One suite with these test cases. Times are 0: a report depends on nothing but what it tells. */
export function junitXml(
  suite: { readonly of: string; readonly name: string },
  cases: readonly TestCase[],
  properties: Readonly<Record<string, string | number>> = {},
): string {
  const count = (kind: Kind): number => cases.filter((each) => each.kind === kind).length;
  const counts = {
    tests: cases.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
    time: 0,
  };
  const told = Object.entries(properties).map(
    ([name, value]) => `      <property${attributes({ name, value })}/>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: suite.of, ...counts })}>`,
    `  <testsuite${attributes({ name: suite.name, ...counts })}>`,
    ...(told.length === 0 ? [] : ['    <properties>', ...told, '    </properties>']),
    ...cases.map((each) => caseLines(suite.name, each)),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

/** A test case for each property; a check that is partial, broken or older than its baseline has one more. */
export function checkJUnit(report: CheckReport, options: JUnitOptions = {}): string {
  const { store, seed, contractRevision, verdict } = report;
  const cases = [
    ...report.properties.map((result) => caseOf(result, options)),
    ...casesOfTheWhole(report, options),
  ];
  const properties = { version: store.version ?? '', seed, contractRevision, verdict };
  return junitXml({ of: 'touchstone', name: store.name }, cases, properties);
}
