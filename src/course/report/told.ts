// What each part of the learner's page is told from: a lesson, what is noted of it, and the words.
import type { Lesson } from '../lesson.js';
import type { LessonRecord } from '../progress.js';
import type { Voice } from '../show.js';
import { stepOf } from '../steps.js';
import type { LessonText, SectionName } from '../text.js';

/** In which language a page speaks. */
export type PageVoice = Pick<Voice, 'language' | 'words'>;

export interface Told {
  readonly lesson: Lesson;
  readonly record: LessonRecord;
  readonly text: LessonText;
  readonly words: Voice['words'];
}

export const isPassed = ({ lesson, record }: Pick<Told, 'lesson' | 'record'>): boolean =>
  stepOf(lesson, record) === undefined;

/** The text of the lesson about one of its parts, e.g. a broken store; none where it has none. */
export const partOf = ({ text }: Told, section: SectionName, id: string): readonly string[] =>
  text.sections.get(section)?.parts.get(id) ?? [];
