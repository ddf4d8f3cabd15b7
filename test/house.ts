// The house rules that the linter cannot say, each a function from a parsed file to its breaches.
import ts from 'typescript';
import { nodesOf, placeOf } from './sources.js';

type Rule = (source: ts.SourceFile) => readonly string[];

/** A file opens with a comment that is a sentence: what the file is for. */
export const opensWithASentence: Rule = (source) => {
  const text = source.text.replace(/^#!.*\n/, '');
  const opening = (ts.getLeadingCommentRanges(text, 0) ?? [])
    .map(({ pos, end }) => text.slice(pos, end))
    .join('\n');
  return text.startsWith('/') && /\w.*\.\W*$/m.test(opening)
    ? []
    : [`${source.fileName}:1 must open with a sentence that says what the file is for`];
};

/** A name or a field of a name: nothing in it could be mutated. */
function isName(node: ts.Node): boolean {
  if (ts.isElementAccessExpression(node))
    return isName(node.expression) && isName(node.argumentExpression);
  return ts.isPropertyAccessExpression(node) || ts.isAsExpression(node)
    ? isName(node.expression)
    : ts.isIdentifier(node) || ts.isLiteralExpression(node);
}

/** `as` stands only behind a name: Stryker makes no mutant of anything it covers. */
export const castsOnlyNames: Rule = (source) =>
  [...nodesOf(source)]
    .filter(ts.isAsExpression)
    .filter((cast) => !ts.isAsExpression(cast.parent) && !ts.isConstTypeReference(cast.type))
    .filter((cast) => !isName(cast.expression))
    .map((cast) => `${placeOf(cast)} hides an expression behind \`as\`: declare the type instead`);

const switches = [
  'oxlint-disable',
  'eslint-disable',
  '@ts-ignore',
  '@ts-expect-error',
  '@ts-nocheck',
  'v8 ignore',
  'c8 ignore',
  'istanbul ignore',
  'Stryker disable',
];

/** No comment switches off a check: linter, compiler, coverage or mutation testing. */
export const silencesNothing: Rule = (source) =>
  source.text.split('\n').flatMap((line, at) => {
    const comment = /\/[/*].*/.exec(line)?.[0] ?? '';
    const found = switches.find((words) => comment.includes(words));
    return found === undefined
      ? []
      : [`${source.fileName}:${at + 1} ${found}: mend the code instead`];
  });

const waysOut = ['only', 'skip', 'todo', 'skipIf', 'runIf'];

/** Every test runs: no `.only`, `.skip` or `.todo`, as a call or as an option. */
export const runsEveryTest: Rule = (source) =>
  [...nodesOf(source)]
    .filter((node) => ts.isPropertyAccessExpression(node) || ts.isPropertyAssignment(node))
    .filter(({ name }) => waysOut.includes(name.getText()))
    .map((node) => `${placeOf(node.name)} uses ${node.name.getText()}: every test must run`);
