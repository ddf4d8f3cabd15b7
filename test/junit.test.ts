// JUnit: a property is a test case, counts are right, and the XML is well-formed whatever a store is called.
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { defaultPolicy } from '../src/contract/policy.js';
import type { CheckReport, Counterexample, PropertyResult } from '../src/engine/result.js';
import { checkJUnit, type JUnitOptions } from '../src/report/junit.js';

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

/** Parses strictly: what is not well-formed throws. */
function parse(xml: string): Element {
  const top: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element: Element = { name, attributes, children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  const [root] = top.children;
  if (root === undefined || top.children.length !== 1) throw new Error('not one root');
  return root;
}

const lin = { tenant: 'acme', subject: 'lin', scopes: ['profile'] };
const counterexample: Counterexample = {
  property: 'cas',
  sequence: 4,
  from: 9,
  reproduced: true,
  ladder: [9, 1],
  setup: {
    policy: defaultPolicy,
    owner: lin,
    principal: { ...lin, actorId: 'lin', provenances: [] },
  },
  durableProposals: true,
  steps: [
    {
      call: { client: 0, operation: { do: 'search', as: lin, scope: ']]>\u0000', terms: 3 } },
      expected: { refused: 'invalid', code: 'malformed' },
      actual: { ok: [] },
    },
  ],
};

const result = (id: string, more: Partial<PropertyResult>): PropertyResult => ({
  id,
  sentence: `The promise of ${id}.`,
  core: true,
  observations: 1,
  verdict: 'holds',
  ...more,
});

const properties = [
  result('cas', { verdict: 'fails', counterexample }),
  result('expiry', {}),
  result('order', { verdict: 'inconclusive', reason: 'no call put it to the test' }),
  result('closed', { verdict: 'not-claimed', reason: 'needs durable' }),
  result('domains', { verdict: 'not-selected' }),
];

const reportOf = (more: Partial<CheckReport> = {}): CheckReport => ({
  contractRevision: 1,
  store: { name: 'mine', version: '1.0' },
  seed: 7,
  verdict: 'failed',
  sequences: 4,
  withSecondHandle: 0,
  withReopen: 0,
  operations: 40,
  partedElsewhere: 0,
  claimed: [],
  missing: [],
  unclaimed: [],
  properties,
  coverage: {},
  situations: [],
  ...more,
});

const casesOf = (report: CheckReport, options: JUnitOptions = {}): readonly Element[] =>
  parse(checkJUnit(report, options)).children.flatMap(({ children }) =>
    children.filter(({ name }) => name === 'testcase'),
  );

/** What a reader counts in a document, by the names of the elements. */
function counted(root: Element): Readonly<Record<string, string>> {
  const cases = root.children.flatMap(({ children }) =>
    children.filter(({ name }) => name === 'testcase'),
  );
  const having = (kind: string): string =>
    String(cases.filter(({ children }) => children[0]?.name === kind).length);
  return {
    tests: String(cases.length),
    failures: having('failure'),
    errors: having('error'),
    skipped: having('skipped'),
  };
}

describe('a JUnit report', () => {
  const replays = { cas: 'touchstone replay .touchstone/cas-1.json' };
  const programs = { cas: '.touchstone/cas-1.ts' };

  test('has one suite with a test case for each property, and the counts are right', () => {
    const root = parse(checkJUnit(reportOf()));
    expect(root.name).toBe('testsuites');
    expect(root.children.map(({ name }) => name)).toEqual(['testsuite']);
    const wanted = { tests: '5', failures: '1', errors: '1', skipped: '2' };
    expect(counted(root)).toEqual(wanted);
    expect(root.attributes).toMatchObject({ name: 'touchstone', ...wanted, time: '0' });
    expect(root.children[0]?.attributes).toMatchObject({ name: 'mine', ...wanted, time: '0' });
  });

  test('says of each case what it came to; what is not known is no pass', () => {
    const told = casesOf(reportOf()).map(({ attributes, children }) => {
      const [inner] = children;
      const { name = '', classname } = attributes;
      return [classname, name.split(':')[0], inner?.name, inner?.attributes['message']];
    });
    expect(told).toEqual([
      ['mine', 'cas', 'failure', 'in sequence 4; 9 calls shrunk to 1'],
      ['mine', 'expiry', undefined, undefined],
      ['mine', 'order', 'error', 'no call put it to the test'],
      ['mine', 'closed', 'skipped', 'not claimed: needs durable'],
      ['mine', 'domains', 'skipped', 'not selected'],
    ]);
  });

  test('holds the counterexample as text, with the ways to repeat it', () => {
    const [failing] = casesOf(reportOf(), { replays, programs });
    const text = failing?.children[0]?.text ?? '';
    expect(text).toContain('✗ 1  acme/lin');
    expect(text).toContain(']]>');
    expect(text).toContain(replays.cas);
    expect(text).toContain(programs.cas);
  });

  test('skips what the baseline knows, and fails on an entry that is gone', () => {
    const failure = { property: 'cas', reason: 'search: malformed expected, got ok' };
    const gone = { property: 'expiry', reason: 'search: another answer' };
    const comparison = { known: [failure], fresh: [], gone: [gone], unchecked: [] };
    const cases = casesOf(reportOf(), { comparison });
    expect(cases[0]?.children[0]?.name).toBe('skipped');
    expect(cases[0]?.children[0]?.attributes['message']).toMatch(/^known failure, as the baseline/);
    expect(cases.at(-1)?.attributes['name']).toBe(
      'baseline: expiry fails (search: another answer)',
    );
    expect(cases.at(-1)?.children[0]?.name).toBe('failure');
  });

  test.each(['partial', 'error'] as const)(
    'has an error of its own for a check that is %s',
    (verdict) => {
      const held = [result('expiry', {})];
      const cases = casesOf(reportOf({ verdict, properties: held, error: 'boom' }));
      expect(cases.map(({ children }) => children[0]?.name)).toEqual([undefined, 'error']);
      expect(cases.at(-1)?.children[0]?.attributes['type']).toBe(verdict);
    },
  );

  test('never depends on a clock', () => {
    expect(checkJUnit(reportOf())).toBe(checkJUnit(reportOf()));
    expect(checkJUnit(reportOf())).not.toMatch(/timestamp|time="(?!0")/);
  });

  test('is always well-formed, whatever names and reasons hold', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        ']]>',
        '\u0000',
        '\ud800',
        '\udc00x',
        '\ufffe',
        '&amp;"<\'>',
        '\r\n\t',
        '\u0085',
      ),
    );
    fc.assert(
      fc.property(text, text, text, (name, reason, body) => {
        const report = reportOf({
          store: { name, version: reason },
          verdict: 'error',
          error: body,
          properties: [result(name, { verdict: 'inconclusive', sentence: body, reason })],
        });
        const root = parse(checkJUnit(report));
        expect(counted(root)).toMatchObject({ tests: '2', errors: '2' });
      }),
      { seed: 1, endOnFailure: true, numRuns: 500 },
    );
  });

  test('keeps what XML can hold as it is', () => {
    const name = 'é 😀 <&>"\' a\tb\nc';
    const root = parse(checkJUnit(reportOf({ store: { name } })));
    expect(root.children[0]?.attributes['name']).toBe(name);
  });
});
