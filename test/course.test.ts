// The lessons as texts, and what the course is made of; that lessons keep their promises is for `course verify`.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { applyEdit, brokenTexts } from '../src/course/edit.js';
import { readLessons } from '../src/course/lesson.js';
import { LessonFault, readManifest } from '../src/course/manifest.js';
import { noProgress, noted, readProgress, recordOf } from '../src/course/progress.js';
import { stepOf, stepsOf } from '../src/course/steps.js';
import { textFaults } from '../src/course/verify.js';
import { en } from '../src/course/words/en.js';
import { zh } from '../src/course/words/zh.js';
import { displayWidth, wrap } from '../src/report/width.js';
import { root } from './sources.js';

const lessons = await readLessons(path.join(root, 'lessons'));
const read = (file: string): string => readFileSync(path.join(root, 'lessons', file), 'utf8');

interface Term {
  readonly en: string;
  readonly zh: string;
  readonly means: Readonly<Record<'en' | 'zh', string>>;
}
const glossary: readonly Term[] = JSON.parse(read('glossary.json'));

describe('the lessons', () => {
  test('are at least fifteen, each with an id of its own', () => {
    expect(lessons.length).toBeGreaterThanOrEqual(15);
    expect(new Set(lessons.map(({ id }) => id)).size).toBe(lessons.length);
  });

  test.each(lessons.map((lesson) => [lesson.id, lesson] as const))(
    '%s says in both languages what its manifest promises',
    (_, lesson) => {
      expect(textFaults(lesson)).toEqual([]);
    },
  );

  test.each(lessons.map((lesson) => [lesson.id, lesson] as const))(
    '%s changes sources that are there',
    (_, lesson) => {
      const original = (file: string): string => readFileSync(path.join(root, file), 'utf8');
      for (const broken of lesson.breaks)
        for (const [file, text] of brokenTexts(broken, original))
          expect(text, broken.id).not.toBe(original(file));
    },
  );

  test('break what every reader of the subject tries first', () => {
    const breaks = lessons.flatMap(({ breaks: own }) => own.map(({ id }) => id));
    for (const id of ['owner-dropped', 'confirmation-no-longer-needed', 'version-dropped'])
      expect(breaks).toContain(id);
    expect(lessons.find(({ id }) => id === 'expiry')?.breaks.length).toBeGreaterThan(0);
    expect(lessons.flatMap(({ breaks: own }) => own).some(({ survives }) => survives)).toBe(true);
  });
});

describe('the glossary', () => {
  test('has one word for each thing in each language', () => {
    for (const language of ['en', 'zh'] as const) {
      const terms = glossary.map((term) => term[language]);
      expect(terms.filter((term, at) => terms.indexOf(term) !== at)).toEqual([]);
      expect(glossary.filter(({ means }) => means[language] === '')).toEqual([]);
    }
  });

  const decisive = ['tenant', 'counterexample', 'tombstone', 'mutant', 'predicate', 'invocation'];
  test.each(decisive)('%s is called the same wherever a lesson speaks of it', (word) => {
    const term = glossary.find((each) => each.en === word);
    const folders = lessons.map(({ folder }) => path.basename(folder));
    // Ids of breaks and broken stores are the same in both.
    const proseOf = (file: string): string => read(file).replace(/`[^`]*`|^### .*$/gmu, '');
    const speaks = new RegExp(`\\b${word}s?\\b`, 'iu');
    const other = folders
      .filter((folder) => speaks.test(proseOf(`${folder}/en.md`)))
      .filter((folder) => !read(`${folder}/zh.md`).includes(term?.zh ?? ''));
    expect(other).toEqual([]);
  });
});

describe('the words of the runner', () => {
  test('are Chinese where they are words, and name the same steps', () => {
    expect(Object.keys(zh.steps)).toEqual(Object.keys(en.steps));
    expect(zh.steps).not.toEqual(en.steps);
    for (const lesson of lessons)
      for (const id of lesson.properties) expect(zh.promise(id), id).toMatch(/\p{Script=Han}/u);
  });

  test('are wrapped by display width, and no line begins with a closing mark', () => {
    const text = '模型小到可以相信，又独立到敢于不同意。'.repeat(6);
    const lines = wrap(text, 40);
    expect(lines.join('')).toBe(text);
    for (const line of lines) {
      expect(displayWidth(line)).toBeLessThanOrEqual(42);
      expect(line).not.toMatch(/^[，。]/u);
    }
    expect(wrap('one two three', 8)).toEqual(['one two', 'three']);
  });
});

describe('a manifest', () => {
  const text = read('01-model/lesson.json');
  test.each([
    ['no JSON', '{', /no JSON/u],
    ['an unknown field', text.replace('"minutes"', '"hours"'), /hours|minutes/u],
    [
      'a break that names no property',
      text.replace(/,\s*"caughtBy": "round-trip"/u, ''),
      /caughtBy/u,
    ],
    ['no prediction', text.replace('["b", "c"]', '[]'), /predictions/u],
  ])('with %s is refused with what is wrong', (_, wrong, sentence) => {
    expect(() => readManifest(wrong, 'lesson.json')).toThrow(LessonFault);
    expect(() => readManifest(wrong, 'lesson.json')).toThrow(sentence);
  });

  test('whose edit finds nothing is refused', () => {
    const edit = { file: 'x.ts', after: 'b', find: 'a', replace: 'c' };
    expect(applyEdit('a b a', edit)).toBe('a b c');
    expect(() => applyEdit('a b', edit)).toThrow(LessonFault);
  });
});

describe('progress', () => {
  test('goes through the steps in order, and keeps what it was told', () => {
    const [lesson] = lessons;
    if (lesson === undefined) throw new Error('no lesson');
    let progress = noProgress;
    const at = () => stepOf(lesson, recordOf(progress, lesson.id));
    const walked = [at()];
    const graded = { refused: [], caught: [], missed: [] };
    for (const record of [
      { read: true },
      { predictions: ['a', 'b'] },
      { broken: { property: 'cas', sequence: 1, calls: 2, story: [] } },
      { mutants: { of: 1, killed: 1, rows: [] } },
      { repaired: true },
      { after: graded },
      {
        weakened: Object.fromEntries(
          lesson.weakened.map(({ id }) => [id, { named: [], lived: [] }]),
        ),
      },
      { done: true },
    ]) {
      progress = noted(progress, lesson.id, record);
      walked.push(at());
    }
    expect(walked).toEqual([...stepsOf(lesson), undefined]);
    expect(readProgress(JSON.stringify(progress))).toEqual(progress);
  });

  test.each(['', '{', '[]', '{"format":2,"lessons":{}}', '{"format":1}'])(
    'that is none is not read: %j',
    (text) => expect(readProgress(text)).toBeUndefined(),
  );
});
