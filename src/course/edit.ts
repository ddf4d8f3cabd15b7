// Prepared breaks: small changes to a source, found by what stands there.
import { type Break, type Bug, type Edit, LessonFault } from './manifest.js';

/** The text with the change made; throws `LessonFault` where there is nothing to change. */
export function applyEdit(text: string, { file, after = '', find, replace }: Edit): string {
  const from = text.indexOf(after);
  const at = from < 0 ? -1 : text.indexOf(find, from + after.length);
  if (at < 0) throw new LessonFault(`${file} does not hold "${find}" behind "${after}"`);
  return text.slice(0, at) + replace + text.slice(at + find.length);
}

/** The sources a break changes, as they stand with it; `original` reads one of them. */
export function brokenTexts(
  { edits }: Break,
  original: (file: string) => string,
): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const edit of edits)
    texts.set(edit.file, applyEdit(texts.get(edit.file) ?? original(edit.file), edit));
  return texts;
}

/** A backend with these bugs in it, made from the repaired one. */
export function buggyText(repaired: string, bugs: readonly Bug[], file: string): string {
  return bugs
    .flatMap(({ edits }) => edits)
    .reduce((text, edit) => applyEdit(text, { file, ...edit }), repaired);
}
