// The words of the page that a newcomer may not know, folded under its verdict.
import { markup, type Markup } from './markup.js';

/** Words a newcomer needs, each with its meaning. */
const glossary: readonly (readonly [word: string, meaning: string])[] = [
  ['store', 'what was checked: the memory of an agent, a place to remember facts about people.'],
  ['model', 'a small reference memory that keeps every promise: what it answers is right.'],
  ['property', 'one promise, with the check that puts it to the test.'],
  ['call', 'one request: who asks (tenant/subject), what, and under which terms.'],
  [
    'scope/key',
    'where a fact stands. acme/lin profile/response_style is a fact about the subject lin of the tenant acme.',
  ],
  [
    'version',
    'counts the writes of a record, from 1. A write says which version it expects to replace; 0 is a new record.',
  ],
  ['tombstone', 'what is left of a record that was forgotten: it is there, but hidden.'],
  ['time', 'whole seconds, always given by the caller. “at 100” is the moment of the call.'],
  [
    'granted scopes',
    'the scopes that the caller may read and write. A call to any other scope must be refused.',
  ],
  ['denied', 'a refusal because the caller may not do this, for example for want of a scope.'],
  [
    'conflict',
    'a refusal because of what the store holds, for example another version or a tombstone.',
  ],
  [
    'observed at',
    'when somebody saw what the fact says. It may lie long before the moment it is written.',
  ],
  [
    'policy',
    'the rules of a store: which kinds of fact it takes, under which keys, in which scopes, with which evidence.',
  ],
  [
    'replay',
    'makes the calls of a failure again, to see whether a change of the store has mended it.',
  ],
  ['inconclusive', 'not decided: nothing failed, but too little was seen to say that it holds.'],
  ['sequence', 'calls that start from an empty store.'],
  ['#1, #2', 'names for what an earlier call returned, such as a case or a proposal.'],
];

/** The list of words, each with its meaning. */
export const glossaryPart: Markup = markup`<details class="glossary"><summary>Words on this page</summary>
<dl class="facts">${glossary.map(
  ([word, meaning]) => markup`<div><dt>${word}</dt><dd>${meaning}</dd></div>`,
)}</dl></details>
`;
