// The course as a learner meets it: the way through a lesson, and every accident on it.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Learner, learnerIn, likeLearner, newFolder, newLearner } from './course-fixture.js';
import { root } from './sources.js';

const guard = 'model/src/guards/domains.ts';
const property = 'model/property.ts';
const lesson = (file: string): string =>
  readFileSync(path.join(root, 'lessons/01-model', file), 'utf8');

/** A learner who has read the first lesson and predicted. */
async function begun(): Promise<Learner> {
  const learner = newLearner('01-model');
  await learner.course('predict', 'model', 'b', 'a');
  return learner;
}

/** The folder of a learner who has broken the store, seen it die, and repaired it. */
const after = newFolder();

beforeAll(async () => {
  const learner = learnerIn(after, ['01-model']);
  await learner.course('predict', 'model', 'b', 'a');
  await learner.course('check', 'model', '--break', '1');
  await learner.course('mutants', 'model');
  await learner.course('reset', 'model', '--source');
});

afterAll(() => rmSync(after, { recursive: true }));

describe('the way through a lesson', () => {
  test(
    'leads from the text to the explanation by the commands it prints, and keeps what was done',
    { timeout: 180_000 },
    async () => {
      const learner = newLearner('01-model');
      const listed = await learner.course('list');
      expect(listed).toMatchObject({ code: 0, err: '' });
      expect(listed.out).toContain('A second opinion');

      const started = await learner.course('start', 'model');
      expect(started.code).toBe(0);
      expect(started.out).toContain('reference model');
      expect(started.out).toContain('predict model');
      expect(learner.read(property)).toBe(lesson('property.ts'));

      const predicted = await learner.course('predict', 'model', 'b', 'a');
      expect(predicted.out).toContain('work/model/src/guards/domains.ts');

      const whole = await learner.course('check', 'model');
      expect(whole).toMatchObject({ code: 1, err: '' });
      expect(whole.out).toContain('not broken');

      learner.edit(guard, 'return value;', 'return value.trim();');
      const broken = await learner.course('check', 'model');
      expect(broken.code).toBe(1);
      expect(broken.out).toContain('round-trip FAILS');
      expect(broken.out).toMatch(/lin of acme remembers/u);
      expect(broken.out).toContain('mutants model');

      const mutants = await learner.course('mutants', 'model');
      expect(mutants.code).toBe(0);
      expect(mutants.out).toContain('12 of 12 mutants killed');

      const back = await learner.course('reset', 'model', '--source');
      expect(back.code).toBe(0);
      expect(readdirSync(learner.path('model/src/guards'))).toEqual([
        'domains.ts',
        'domains.ts.kept-1',
      ]);

      const weak = await learner.course('check', 'model');
      expect(weak.code).toBe(1);
      expect(weak.out).toContain('It refuses none of the 4 broken stores');
      expect(weak.out).toContain('value-trimmed gets through');
      expect(weak.out).toContain('these calls show it');

      learner.write(property, lesson('solution.ts'));
      const thorough = await learner.course('check', 'model');
      expect(thorough.out).toContain('It refuses every broken store.');
      expect((await learner.course('diff', 'model')).out).toContain('once the lesson is passed');

      await learner.course('weaken', 'model', 'value-only', '3', '4');
      const last = await learner.course('weaken', 'model', 'plain-letters', 'value-trimmed');
      expect(last.out).toContain('get through value-trimmed and value-normalised');

      const passed = await learner.course('check', 'model', '--json');
      expect(passed.code).toBe(0);
      expect(JSON.parse(passed.out)).toMatchObject({ format: 1, lesson: 'model', passed: true });
      const told = await learner.course('check', 'model');
      expect(told.out).toContain('you predicted   b)');
      expect(told.out).toContain('not as you predicted');
      expect(told.out).toContain('Passed: A second opinion.');
      expect((await learner.course('diff', 'model')).out).toContain('word for word');
      expect((await learner.course('list')).out).toContain('passed');
    },
  );

  test('speaks Chinese where it is asked to, and remembers it', async () => {
    const learner = newLearner('01-model');
    const started = await learner.course('--lang', 'zh', 'start', 'model');
    expect(started.out).toContain('参考模型');
    const broken = await learner.course('check', 'model', '--break', '1');
    expect(broken.out).toContain('acme 的 lin 写入');
    expect(broken.out).not.toMatch(/remembers|expected|The /u);
  });

  test('gives hints one by one, without a count', async () => {
    const learner = await begun();
    const first = await learner.course('hint', 'model');
    const second = await learner.course('hint', 'model');
    expect(first.out).not.toBe(second.out);
    expect(first.out + second.out).not.toMatch(/\d/u);
  });

  test('stores an answer to an exercise only when it is submitted', async () => {
    const learner = await begun();
    const asked = await learner.course('exercise', 'model', 'failing-input');
    expect(asked.out).toContain('Leave out personal data and keys.');
    expect(learner.read('course.json')).not.toContain('exercises');
    await learner.course('exercise', 'model', 'failing-input', 'every call, in order');
    expect(learner.read('course.json')).toContain('every call, in order');
  });

  test('is watched in a terminal only, and says where one stands elsewhere', async () => {
    const learner = newLearner('01-model');
    const { code, out, err } = await learner.course();
    expect(code).toBe(1);
    expect(err).toContain('no terminal');
    expect(out).toContain('start model');
  });
});

describe('an accident is told in a sentence that says what to do, and nothing is lost', () => {
  test.each<readonly [string, (learner: Learner) => void, RegExp]>([
    [
      'a syntax error in the property',
      (learner) => learner.write(property, 'export const property = ('),
      /property\.ts is no TypeScript: /u,
    ],
    [
      'an endless loop in the property',
      (learner) => learner.edit(property, 'const memory = store.as(lin());', 'for (;;);'),
      /No answer came within 2 s.*endless loop/u,
    ],
    [
      'an endless loop while the property is loaded',
      (learner) => learner.write(property, 'for (;;);\nexport const property = 1;'),
      /No answer came within 2 s.*endless loop/u,
    ],
    [
      'a property that is not there',
      (learner) => rmSync(learner.path(property)),
      /property\.ts is not there\. Bring it back: .*reset model --property/u,
    ],
    [
      'a source that is not there',
      (learner) => rmSync(learner.path(guard)),
      /domains\.ts is not there\. Bring it back: .*reset model --source/u,
    ],
    [
      'a property under another name',
      (learner) => learner.edit(property, 'export const property', 'export const mine'),
      /does not export `property` \(it exports mine\)/u,
    ],
    [
      'a property that asserts nothing',
      (learner) => learner.edit(property, 'return found.length === 1;', 'void found;'),
      /refuses none of the 4 broken stores: it never says no/u,
    ],
    [
      'a property that always throws',
      (learner) => learner.edit(property, 'const memory', "throw new Error('no'); const memory"),
      /it threw {2}no[^]*refuses a correct store \(the reference model\)/u,
    ],
    [
      'inputs that are no arbitraries',
      (learner) =>
        learner.edit(property, "fc.constantFrom('brief', 'long', 'with examples')", "'brief'"),
      /no arbitraries of fast-check/u,
    ],
    [
      'a syntax error in the source',
      (learner) => learner.edit(guard, 'return value;', 'return value'.concat(' +;')),
      /domains\.ts cannot be loaded: /u,
    ],
    [
      'an export that the store needs and that is gone',
      (learner) => learner.edit(guard, 'export function checkLength', 'function checkLength'),
      /domains\.ts cannot be loaded: .*checkLength/u,
    ],
    [
      'an endless loop in the source',
      (learner) => learner.edit(guard, 'return value;', 'for (;;);'),
      /No answer came within 2 s.*endless loop/u,
    ],
    [
      'a process that ends itself',
      (learner) => learner.edit(property, 'const memory', 'process.exit(0); const memory'),
      /The play ended early: it ended the process with code 0/u,
    ],
  ])('%s', async (_name, spoil, sentence) => {
    const learner = likeLearner(after);
    spoil(learner);
    const { code, out, err } = await learner.course('--deadline', '2', 'check', 'model');
    expect(out).toMatch(sentence);
    expect(code).toBe(1);
    expect(err).toBe('');
    expect(out).not.toMatch(/\n\s+at /u);
    expect(JSON.parse(learner.read('course.json'))).toMatchObject({
      lessons: { model: { broken: { property: 'round-trip' } } },
    });
    expect(
      [...readdirSync(learner.path('.')), ...readdirSync(learner.path('model'))].filter((name) =>
        name.startsWith('.touchstone-'),
      ),
    ).toEqual([]);
  });

  test('a disk that is full', async () => {
    const learner = likeLearner(after);
    const before = [learner.read('course.json'), learner.read(property)];
    const { code, err } = await learner.courseAfter('ulimit -f 0', 'check', 'model');
    expect(code).toBe(70);
    expect(err).toMatch(/^Nothing could be written/u);
    expect([learner.read('course.json'), learner.read(property)]).toEqual(before);
  });

  test('progress that cannot be read is set aside', async () => {
    const learner = likeLearner(after);
    learner.write('course.json', '{ "format": 99');
    const { err } = await learner.course('list');
    expect(err).toContain('course.json.kept-1');
    expect(learner.read('course.json.kept-1')).toBe('{ "format": 99');
  });
});

describe('a wrong command is told with what is right, exit 64', () => {
  test.each([
    [['start', 'tenant'], /There is no lesson tenant: choose from model/u],
    [['predict', 'model', 'b'], /give 2 letters/u],
    [['predict', 'model', 'b', 'x'], /give 2 letters/u],
    [['check', 'model'], /not started: .*start model/u],
    [['weaken', 'model', 'no-such'], /choose from value-only, plain-letters/u],
    [['weaken', 'model', 'value-only', 'no-such'], /choose from value-trimmed/u],
    [['--lang', 'fr', 'list'], /give en or zh/u],
    [['reset', 'model'], /reset model --yes/u],
    [['exercise', 'model', 'boundary'], /failing-input/u],
    [['verify', '--seeds', '0'], /--seeds 0/u],
    [['grow'], /./u],
  ])('%j', async (args, sentence) => {
    const { code, err } = await newLearner('01-model').course(...args);
    expect(err).toMatch(sentence);
    expect(code).toBe(64);
  });
});

describe('a class', () => {
  test('is judged by its files alone, as JSON and as JUnit', async () => {
    const learner = newLearner('01-model');
    const empty = await learner.course('check', '--all', '--grade', '--json');
    expect(empty.code).toBe(1);
    expect(JSON.parse(empty.out)).toMatchObject({ passed: 0, of: 1 });
    await learner.course('start', 'model');
    learner.write(property, lesson('solution.ts'));
    const graded = await learner.course('check', '--all', '--grade', '--junit', 'out.xml');
    expect(graded.code).toBe(0);
    expect(readFileSync(path.join(learner.folder, 'out.xml'), 'utf8')).toContain(
      '<testcase classname="course" name="model: A second opinion" time="0"/>',
    );
    // What a learner says of themselves says nothing.
    learner.write(property, lesson('property.ts'));
    learner.write(
      'course.json',
      JSON.stringify({ format: 1, lessons: { model: { done: true, read: true } } }),
    );
    expect((await learner.course('check', '--all', '--grade')).code).toBe(1);
  });
});

test('the course tests itself: a lesson that breaks a promise is named with what is wrong', async () => {
  const learner = newLearner('01-model');
  expect((await learner.course('verify', 'model')).code).toBe(0);
  const at = (file: string): string => `../lessons/01-model/${file}`;
  learner.write(at('property.ts'), lesson('solution.ts'));
  learner.write(at('stray.txt'), '');
  learner.edit(at('zh.md'), '### plain-letters', '### plain');
  learner.edit(at('lesson.json'), '"letsThrough": ["source-not-kept", ', '"letsThrough": [');
  const { code, out } = await learner.course('verify', 'model');
  expect(code).toBe(1);
  expect(out).toContain('property.ts passes as it is shipped');
  expect(out).toContain('stray.txt belongs to nothing');
  expect(out).toMatch(/zh\.md: weaken has the parts/u);
  expect(out).toMatch(/value-only\.ts: it lets through source-not-kept, confidence-rounded/u);
});
