// The course in a terminal: one step on the screen, single keys, and a check whenever a file is saved.
import { lessonAtHand, stepOf } from '../../course/steps.js';
import { type Lesson, propertyFile } from '../../course/lesson.js';
import {
  headerLines,
  killLines,
  listLines,
  questionLines,
  stepLines,
  weakenedLines,
} from '../../course/show.js';
import { folderOf } from '../../course/workspace.js';
import type { Terminal } from '../terminal.js';
import { onChange } from './changes.js';
import { type Keys, openKeys } from './keys.js';
import { diffLines } from './diff.js';
import { courseExitCodes } from './exit-codes.js';
import { checkLines, type Session } from './session.js';

const saved = 'saved';

/** Asks the questions of a lesson, one key each; false where the learner leaves. */
async function predict(
  session: Session,
  lesson: Lesson,
  keys: Keys,
  print: (lines: readonly string[]) => void,
): Promise<boolean> {
  const { words } = session.voice;
  const predictions: string[] = [];
  for (const [at] of lesson.predictions.entries()) {
    const options = [...(lesson.texts[session.voice.language].questions[at]?.options.keys() ?? [])];
    print([...questionLines(lesson, at, session.voice), '', words.whichOne(options.join(' '))]);
    let key = await keys.next();
    while (!options.includes(key)) {
      if (key === 'q') return false;
      key = await keys.next();
    }
    predictions.push(key);
    print([`  ${key}`, '']);
  }
  await session.note(lesson, { predictions });
  print([words.noted, '']);
  return true;
}

/** Runs until the learner leaves, or every lesson is passed. */
export async function interactive(session: Session, terminal: Terminal): Promise<number> {
  const { lessons, voice, workspace } = session;
  const { words, palette } = voice;
  const print = (lines: readonly string[]): void => {
    for (const line of lines) terminal.result(`${line}\n`);
  };
  const keys = openKeys();
  let lesson = lessonAtHand(lessons, session.progress.current, (id) =>
    session.record(session.lessonOf(id)),
  );
  if (lesson === undefined) {
    keys.close();
    print([words.allPassed]);
    return courseExitCodes.passed;
  }
  let current: Lesson = lesson;
  let isBusy = false;
  const stop = onChange(
    () => folderOf(workspace, current),
    () => keys.interrupt(saved),
  );
  const step = () => stepOf(current, session.record(current));
  const show = (): void => {
    const now = step() ?? 'explain';
    print([
      '',
      ...headerLines(current, lessons, session.record(current), voice),
      ...(now === 'predict' ? [] : stepLines(current, now, session.record(current), voice)),
      '',
      ...(['break', 'repair', 'property'].includes(now)
        ? [palette.quiet(words.watching(voice.path(current, '')))]
        : []),
      palette.quiet(words.keys),
    ]);
  };
  async function check(): Promise<void> {
    const before = step();
    print(['', palette.quiet(words.checking)]);
    const result = await session.check(current);
    print(checkLines(session, current, result));
    if (step() !== before) print(['', palette.quiet(words.keys)]);
  }
  async function forward(): Promise<boolean> {
    switch (step()) {
      case 'read':
        await session.begin(current);
        return predict(session, current, keys, print);
      case 'predict':
        return predict(session, current, keys, print);
      case 'mutants': {
        print(stepLines(current, 'mutants', session.record(current), voice));
        const kills = await session.mutants(current, (kill) =>
          print(killLines(kill, current.guards, voice)),
        );
        const killed = kills.filter(({ status }) => status === 'killed').length;
        print([words.mutantsDone(killed, kills.length)]);
        return true;
      }
      case 'weaken': {
        const open = current.weakened.find(
          ({ id }) => session.record(current).weakened?.[id] === undefined,
        );
        if (open === undefined) return true;
        const answer = await keys.line(`${open.id}: ${words.whichGetThrough}`);
        const named = answer.split(/[\s,]+/u).filter((each) => each !== '');
        await session.weaken(current, open.id, named);
        print(weakenedLines(open.id, session.record(current), voice));
        if (step() === 'explain') await session.note(current, { done: true });
        return true;
      }
      case 'break':
      case 'repair':
      case 'property':
        await check();
        return true;
      case 'explain':
      case undefined: {
        const next = lessons[lessons.indexOf(current) + 1];
        lesson =
          next ?? lessonAtHand(lessons, undefined, (id) => session.record(session.lessonOf(id)));
        if (lesson === undefined) {
          print([words.allPassed]);
          return false;
        }
        current = lesson;
        await session.note(current, {});
        return true;
      }
    }
  }
  async function answer(key: string): Promise<boolean> {
    switch (key) {
      case 'q':
        return false;
      case 'n': {
        const [before, at] = [step(), current];
        const goesOn = await forward();
        const moved = step() !== before || current !== at || before === 'weaken';
        if (goesOn && moved) show();
        return goesOn;
      }
      case 'h':
        print([(await session.hint(current)) ?? words.noHint]);
        return true;
      case 'l':
        print(listLines(lessons, (id) => session.record(session.lessonOf(id)), current.id, voice));
        return true;
      case 'c':
      case saved:
        if (step() !== 'read' && step() !== 'predict') await check();
        return true;
      case 'd':
        print(await diffLines(session, current));
        return true;
      case 'x': {
        const at = step();
        const what = at === 'break' || at === 'mutants' || at === 'repair' ? 'source' : 'property';
        const shown = what === 'source' ? 'src/' : propertyFile;
        const yes = await keys.line(words.resetAsk(voice.path(current, shown)));
        const kept = /^(?:y|是)/iu.test(yes) ? await session.reset(current, what) : undefined;
        print(
          kept === undefined ? [words.resetKept] : [words.resetDone, ...kept.map(words.keptAs)],
        );
        return true;
      }
      default: {
        if (!/^[1-9]$/u.test(key) || step() !== 'break') return true;
        if (current.breaks[Number(key) - 1] === undefined) return true;
        print(await session.applyBreak(current, key));
        await check();
        return true;
      }
    }
  }
  try {
    if (session.setAside !== undefined) print([words.setAside(session.setAside)]);
    show();
    for (;;) {
      const key = await keys.next();
      if (isBusy) continue;
      isBusy = true;
      const goesOn = await answer(key);
      isBusy = false;
      if (!goesOn) break;
    }
    print(['', words.goodbye]);
    return courseExitCodes.passed;
  } finally {
    stop();
    keys.close();
  }
}
