// The stories of `touchstone demo` are what they say: each step's facts, from a real SQLite store.
import { describe, expect, test } from 'vitest';
import { stories } from '../src/cli/demos/index.js';
import type { Told } from '../src/cli/demos/story.js';

/** The steps a story tells, in order. */
async function told(name: string): Promise<readonly Told[]> {
  const story = stories.find((each) => each.name === name);
  if (story === undefined) throw new Error(`there is no story ${name}`);
  const steps: Told[] = [];
  for await (const step of story.tell()) steps.push(step);
  return steps;
}

const factsOf = async (name: string): Promise<readonly Told['facts'][]> =>
  (await told(name)).map(({ facts }) => facts);

test('The stories are correction, review, proposal and runtime', () => {
  expect(stories.map(({ name }) => name)).toEqual(['correction', 'review', 'proposal', 'runtime']);
});

describe.each(stories.map(({ name }) => name))('%s', (name) => {
  test('tells the same each time, in lines for a person', async () => {
    const first = await told(name);
    expect(await told(name)).toEqual(first);
    expect(first.every(({ lines }) => lines.length > 0)).toBe(true);
    expect(first.flatMap(({ lines }) => lines).join(' ')).not.toMatch(/undefined|object|NaN/);
  });
});

describe('correction', () => {
  test('A corrected value is version 2, and the old wording is found nowhere', async () => {
    const [confirmed, corrected, prompt] = await factsOf('correction');
    expect(confirmed).toEqual({ named: 1, preferred: 1 });
    expect(corrected).toEqual({ version: 2, old: [], current: ['answers with examples'] });
    expect(prompt).toEqual({
      type: 'untrusted_memory_data',
      actionAuthority: false,
      told: ['answers with examples', 'Lin Chen'],
    });
  });

  test('A fact is there at the last second before its expiry and gone at it', async () => {
    const { 3: expiry } = await factsOf('correction');
    expect(expiry).toEqual({ at109: ['review is open'], at110: [] });
  });

  test('What was forgotten is no longer found, and everything else still is', async () => {
    const { 4: forgotten } = await factsOf('correction');
    expect(forgotten).toEqual({
      before: ['answers with examples', 'Lin Chen'],
      version: 3,
      after: ['Lin Chen'],
    });
  });
});

describe('review', () => {
  test('A stale write conflicts, and its case shows current and candidate', async () => {
    const [submitted, shown] = await factsOf('review');
    expect(submitted).toEqual({ first: 2, second: 'conflict (stale-version)' });
    expect(shown).toEqual({
      current: 'long answers',
      candidate: 'tables',
      version: 2,
      expiresAt: 404,
    });
  });

  test('The approved candidate is version 3 with its own observation and source', async () => {
    const { 2: approved, 3: repeated } = await factsOf('review');
    expect(approved).toEqual({
      outcome: 'applied',
      version: 3,
      record: { value: 'tables', version: 3, observedAt: 102, sourceRef: 'chat:12' },
    });
    expect(repeated).toEqual({ same: true, version: 3 });
  });

  test('A case prepared before another write is refused, and that write stays', async () => {
    const { 4: late } = await factsOf('review');
    expect(late).toEqual({
      third: 4,
      refused: 'conflict (snapshot-changed)',
      record: { value: 'one page', version: 4, observedAt: 203, sourceRef: 'chat:14' },
    });
  });
});

describe('proposal', () => {
  const chinese = { key: 'language', value: '中文', version: 1, sourceRef: 'chat:100' };
  const english = { key: 'language', value: '英文', version: 2, sourceRef: 'chat:103' };

  test('Unconfirmed nothing is stored; confirmed twice it is version 1', async () => {
    const [proposed, confirmed] = await factsOf('proposal');
    expect(proposed).toEqual({ key: 'language', baseVersion: 0, stored: [] });
    expect(confirmed).toEqual({
      first: { outcome: 'written', version: 1 },
      second: { outcome: 'written', version: 1 },
      stored: [chinese],
    });
  });

  test('An unconfirmed change, somebody else and changed content leave the fact as it is', async () => {
    const { 2: unanswered, 3: others } = await factsOf('proposal');
    expect(unanswered).toEqual({ refused: 'denied (not-confirmed)', stored: [chinese] });
    expect(others).toEqual({
      foreign: 'denied (unknown-proposal)',
      changed: 'denied (wrong-digest)',
      open: 'invalid (bad-value)',
      stored: [chinese],
    });
  });

  test('Confirmed it is version 2 for its owner and nothing for anybody else', async () => {
    const { 4: confirmed } = await factsOf('proposal');
    expect(confirmed).toEqual({
      confirmed: { outcome: 'written', version: 2 },
      own: [english],
      other: [],
    });
  });
});

describe('runtime', () => {
  test('The first create takes actor and provenance from the runtime', async () => {
    const [created] = await factsOf('runtime');
    expect(created).toEqual({
      version: 1,
      actor: 'builder',
      provenance: 'tool-verified',
      claimed: 'invalid (malformed)',
    });
  });

  test('A second create, a stale update, a foreign scope and an inference are refused', async () => {
    const [, again, updated, foreign, inferred] = await factsOf('runtime');
    const refusals = [again, updated, foreign, inferred].map((facts) => facts?.['refused']);
    expect(refusals).toEqual([
      'conflict (exists)',
      'conflict (stale-version)',
      'denied (scope)',
      'denied (provenance)',
    ]);
    expect(updated).toMatchObject({ version: 2 });
    expect(inferred).toMatchObject({ kept: { value: 'tests fail', version: 2 } });
  });
});
