// What the runner of the course says in English; the other languages have the same parts.
import { properties } from '../../../properties/promises/index.js';

const count = (amount: number, noun: string): string =>
  `${amount} ${noun}${amount === 1 ? '' : 's'}`;

const list = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? 'none') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

export const en = {
  steps: {
    read: 'Read',
    predict: 'Predict',
    break: 'Break',
    mutants: 'Mutants',
    repair: 'Repair',
    property: 'Property',
    weaken: 'Weaken',
    explain: 'Explain',
  },
  list,
  /** The promise of a property. */
  promise: (id: string): string => properties.find((each) => each.id === id)?.sentence ?? id,
  lesson: (number: number, of: number, minutes: number) =>
    `lesson ${number} of ${of}, about ${minutes} minutes`,
  next: (command: string) => `next      ${command}`,
  pressNext: 'press n',
  open: (path: string) => `open      ${path}`,
  passed: 'passed',
  underWay: 'under way',
  allPassed: 'Every lesson is passed. Look at your way: touchstone course report',
  // Predicting
  questionOf: (number: number, of: number) => `Question ${number} of ${of}`,
  whichOne: (letters: string) => `Your answer (${letters}): `,
  predictFirst: (command: string) => `Predict first, then see: ${command}`,
  noted: 'Noted. You will see it beside what happens.',
  youPredicted: (answer: string) => `you predicted   ${answer}`,
  itIs: (answer: string) => `it is           ${answer}`,
  asPredicted: 'as you predicted',
  otherwise: 'not as you predicted',
  answersWanted: (count: number, letters: string) =>
    `This lesson asks ${count} questions: give ${count} letters of ${letters}.`,
  // Breaking
  breakByHand: (paths: readonly string[]) => `Change ${list(paths)} and save.`,
  prepared: (number: number, id: string) => `  ${number}  ${id}`,
  preparedHow: (command: string) => `Or put a prepared break in: ${command}`,
  preparedKey: 'Or press a number, and a prepared break is put in:',
  applied: (id: string, path: string) => `The break ${id} is in ${path} now.`,
  keptAs: (path: string) => `What stood there is kept as ${path}.`,
  intact: 'The store is not broken: your copy is the real source.',
  noticed: (property: string, sequence: number, calls: number) =>
    `${property} FAILS  in sequence ${sequence}, shown in ${count(calls, 'call')}`,
  elsewhere: (property: string, own: readonly string[]) =>
    `The store is broken, but this lesson is about ${list(own)}, and ${property} was noticed first. ` +
    'Try one of the prepared breaks.',
  unnoticed: (sequences: number) =>
    `You changed the store, and nothing was noticed in ${count(sequences, 'sequence')}. Either no ` +
    'call can tell the difference, or another layer repeats what you took away.',
  doesNotOpen: (reason: string) => `The store does not even open: ${reason}`,
  broken: 'The real store is broken, and a property has noticed.',
  stillBroken: 'The store is still broken.',
  repairHow: (command: string) => `Repair it by hand, or take the real source back: ${command}`,
  repairKey: 'Repair it by hand and save, or press x and take the real source back.',
  repaired: 'The store keeps its promises again.',
  // Mutants
  mutantsIntro: (guards: readonly string[]) =>
    `Now a machine breaks the same guards: ${list(guards)}. Each mutant is one small change.`,
  killedBy: (property: string, sequences: number) =>
    `killed by ${property} after ${count(sequences, 'sequence')}`,
  killedAtOnce: 'killed at once: the store does not even open',
  aliveAs: (status: string) => `not killed: ${status}`,
  mutantsDone: (killed: number, of: number) => `${killed} of ${count(of, 'mutant')} killed.`,
  // The property
  writeProperty: (path: string) => `Write the property in ${path} and save.`,
  refusesCorrect: (store: string) =>
    `Your property refuses a correct store (${store}). Until it accepts all of them, nothing is ` +
    'said of the broken ones.',
  stores: {
    model: 'the reference model',
    sqlite: 'the SQLite store',
    otherwise: 'a store that answers later, with frozen facts whose fields stand in another order',
  } as Readonly<Record<string, string>>,
  withInputs: (inputs: string) => `inputs    ${inputs}`,
  itThrew: (message: string) => `it threw  ${message}`,
  itSaidFalse: 'it said   false',
  acceptsCorrect: 'It accepts every correct store.',
  caught: (ids: readonly string[], of: number) =>
    ids.length === 0
      ? `It refuses none of the ${of} broken stores: it never says no.`
      : `It refuses ${ids.length} of ${of} broken stores: ${list(ids)}.`,
  gotThrough: (id: string, runs: number) =>
    `${id} gets through (not noticed in ${count(runs, 'run')})`,
  showsIt: 'these calls show it:',
  thorough: 'It refuses every broken store.',
  trouble: {
    syntax: (file: string, reason: string) => `${file} is no TypeScript: ${reason}`,
    load: (file: string, reason: string) => `${file} cannot be loaded: ${reason}`,
    export: (file: string, found: string) =>
      `${file} does not export \`property\`${found === '' ? '' : ` (it exports ${found})`}: ` +
      'name it `export const property = forAll(…)`.',
    inputs: (file: string, _reason: string) =>
      `The inputs in ${file} are no arbitraries of fast-check: give values such as fc.string().`,
  },
  backendTrouble: {
    syntax: (file: string, reason: string) => `${file} is no TypeScript: ${reason}`,
    load: (file: string, reason: string) => `${file} cannot be loaded: ${reason}`,
    export: (file: string, found: string) =>
      `${file} has no store as its default export${found === '' ? '' : ` (it exports ${found})`}.`,
    stopped: (file: string, reason: string) =>
      `${file} could not be opened, emptied or closed: ${reason}`,
  },
  alsoFails: (property: string) => `${property} fails, too`,
  untested: (property: string) => `${property} can no longer be tested: claim what it needs.`,
  promisesKept: (kept: number, of: number) => `${kept} of ${of} promises are kept.`,
  missing: (file: string, command: string) => `${file} is not there. Bring it back: ${command}`,
  endless: (seconds: number) =>
    `No answer came within ${seconds} s, so it was stopped. Is there an endless loop in what you changed?`,
  lost: (what: string) => `The play ended early: ${what}. Is it what you changed?`,
  // Weakening
  weakenIntro: 'Which broken stores get through a weaker property? Name them, then see.',
  weakenHow: (command: string) => `Say it: ${command}`,
  whichGetThrough: 'Numbers of those that get through, e.g. 1 3: ',
  youNamed: (ids: readonly string[]) => `you named   ${list(ids)}`,
  getThrough: (ids: readonly string[]) => `get through ${list(ids)}`,
  exactly: 'Exactly.',
  // Explaining
  solutionIs: (command: string) => `Compare with the solution: ${command}`,
  lessonPassed: (title: string) => `Passed: ${title}.`,
  // Hints, diff, reset
  noHint: 'There is no further hint: look at the text once more, or at the prepared breaks.',
  diffLater: 'The solution is shown once the lesson is passed.',
  sameAsSolution: 'Your property is the solution, word for word.',
  resetAsk: (path: string) => `Set ${path} back as it was shipped? What is there is kept. (y/n) `,
  resetDone: 'Set back.',
  resetKept: 'Nothing was changed.',
  resetNeedsYes: (command: string) => `Nobody can be asked here: ${command}`,
  setAside: (path: string) =>
    `Your progress could not be read. It is kept as ${path}; the course starts anew.`,
  // Exercises
  exercisesIntro: 'Short exercises. Answer for yourself, then compare; nothing is scored or sent.',
  exerciseNote: 'An answer is stored only if you submit it. Leave out personal data and keys.',
  exerciseForms: {
    boundary: 'Choose the boundary',
    'failing-input': 'Explain a failing input and what to record',
    inputs: 'Give normal, boundary and failing inputs',
    'hand-over': 'Design state and hand-over when evidence is missing',
  },
  exerciseHow: (command: string) => `To keep an answer: ${command}`,
  exerciseStored: 'Stored. A good answer:',
  criteria: 'A good answer:',
  // Interactive
  keys: 'n next · h hint · l list · c check all · x reset · d diff · q quit',
  watching: (path: string) => `Watching ${path}. Save, and it is checked.`,
  checking: 'checking …',
  notYet: 'This step is not done yet.',
  goodbye: 'Your progress is kept. Go on with: touchstone course',
  noTerminal: 'This is no terminal to watch in, so here is where you stand.',
  unknownLesson: (id: string, known: readonly string[]) =>
    `There is no lesson ${id}: choose from ${known.join(', ')}.`,
  unknownBreak: (asked: string, count: number) =>
    `There is no prepared break ${asked}: give a number from 1 to ${count}.`,
  unknownWeakened: (asked: string, known: readonly string[]) =>
    `There is no weaker property ${asked}: choose from ${known.join(', ')}.`,
  unknownChaff: (asked: string, known: readonly string[]) =>
    `There is no broken store ${asked}: choose from ${known.join(', ')}.`,
  notStarted: (command: string) => `This lesson is not started: ${command}`,
  diskTrouble: (what: string) =>
    `Nothing could be written (${what}). Your files are as they were: make room and try again.`,
  report: {
    language: 'en',
    title: 'Your way through the course',
    passedOf: (passed: number, of: number) =>
      passed === of ? 'Every lesson is passed.' : `${passed} of ${count(of, 'lesson')} passed.`,
    about:
      'This page is made from your own record on this machine: what you predicted, broke, wrote and answered. Nothing of it was sent.',
    nextLabel: 'What to do next',
    goOn: (command: string) => `Go on with: ${command}`,
    again: (command: string) => `Look at a lesson once more: ${command}`,
    contents: 'Contents',
    overview: 'All lessons',
    overviewCaption: 'Where you stand. A dash: not there yet, or no part of the lesson.',
    lesson: 'lesson',
    state: 'state',
    stepsDone: 'steps',
    rightPredictions: 'as predicted',
    mutantsKilled: 'mutants killed',
    storesRefused: 'broken stores refused',
    of: (some: number, all: number) => `${some} of ${all}`,
    none: '–',
    notBegun: 'not begun',
    others: (ids: readonly string[]) =>
      `Your record also holds lessons that are not part of this course: ${list(ids)}.`,
    steps: 'Steps',
    stepDone: 'done',
    stepNow: 'at hand',
    stepLater: 'to come',
    predictions: 'What you predicted, and what is',
    predicted: 'you predicted',
    is: 'it is',
    why: 'why',
    afterPassing: 'What is, and why, is told here once the lesson is passed.',
    broken: 'How the break was noticed',
    noticed: (property: string, sequence: number, calls: number) =>
      `${property} noticed it in sequence ${sequence}. ${count(calls, 'call')} can show it:`,
    storyLabel: 'The calls that show the break, one a line',
    mutants: 'Mutants of the guards',
    guard: 'guard',
    change: 'change',
    killedBy: 'killed by',
    sequences: 'sequences',
    atOnce: 'at once: the store does not even open',
    notKilled: (status: string) => `not killed: ${status}`,
    alive: {
      survived: 'survived',
      'not-covered': 'no sequence came by',
      repeated: 'another guard decides the same',
      equivalent: 'nothing can tell the difference',
      timeout: 'no answer in time',
      'compile-error': 'it is no TypeScript',
      error: 'the harness broke',
    },
    matrix: 'Who refuses which broken store',
    matrixCaption: 'Each row is a broken store, each column a property.',
    store: 'broken store',
    first: 'yours, first',
    last: 'yours, last',
    weaker: (id: string) => `weaker: ${id}`,
    caught: 'caught',
    through: 'gets through',
    unknown: 'not seen',
    surprise: 'you said otherwise',
    refusesCorrect: (column: string, stores: readonly string[]) =>
      `Nothing counts in the column “${column}”: the property refused a correct store (${list(stores)}).`,
    weakerIs: 'The weaker properties',
    promises: 'The promises of your store',
    promise: 'promise',
    kept: 'kept',
    notKept: 'not kept',
    noFailure: 'no failure seen, not yet kept by all sequences',
    exercises: 'Exercises you answered',
    yourAnswer: 'your answer',
    goodAnswer: 'a good answer',
    footer: 'Made by Touchstone from the record of the course. Nothing is loaded or sent.',
    nothing: (command: string) => `Nothing is done yet, so there is nothing to show: ${command}`,
  },
  story: {
    who: (tenant: string, subject: string) => `${subject} of ${tenant}`,
    onHandle: (who: string, handle: number) => `${who} (handle ${handle})`,
    host: 'the host',
    runtime: 'the runtime',
    fact: (key: string, value: string) => `${key} = ${value}`,
    inScope: (what: string, scope: string) => `${what} in ${scope}`,
    remember: (who: string, what: string, terms: string) => `${who} remembers ${what}${terms}`,
    search: (who: string, scope: string, terms: string) => `${who} searches ${scope}${terms}`,
    context: (who: string, scope: string, terms: string) =>
      `${who} asks for the context of ${scope}${terms}`,
    forget: (who: string, what: string, terms: string) => `${who} forgets ${what}${terms}`,
    restore: (who: string, what: string, terms: string) => `${who} restores ${what}${terms}`,
    inspect: (who: string, what: string) => `${who} inspects ${what}`,
    prepare: (who: string, label: string, what: string, terms: string) =>
      `${who} prepares the review ${label} of ${what}${terms}`,
    resolve: (who: string, label: string, terms: string) => `${who} decides ${label}${terms}`,
    invoke: (who: string, label: string, terms: string) =>
      `${who} issues the invocation ${label}${terms}`,
    create: (who: string, what: string, by: string) => `${who} creates ${what} with ${by}`,
    update: (who: string, what: string, by: string, terms: string) =>
      `${who} updates ${what} with ${by}${terms}`,
    read: (who: string, what: string, by: string) => `${who} reads ${what} with ${by}`,
    forged: {
      clone: 'a clone of',
      'hand-built': 'a hand-built copy of',
      'other-runtime': 'one of another runtime like',
    },
    propose: (who: string, label: string, what: string, terms: string) =>
      `${who} proposes ${what} as ${label}${terms}`,
    confirm: (who: string, label: string, terms: string) => `${who} confirms ${label}${terms}`,
    records: (who: string) => `${who} reads every record as it is stored`,
    close: (who: string) => `${who} closes the handle`,
    reopen: (who: string) => `${who} closes all handles and opens the file again`,
    /** A phrase of the report about an argument, e.g. `expecting 1`. */
    term: (phrase: string): string => phrase,
    terms: (phrases: readonly string[]) => (phrases.length === 0 ? '' : `, ${phrases.join(', ')}`),
    version: (version: string) => `version ${version}`,
    nothingFound: 'no facts',
    noRecord: 'no record',
    done: 'done',
    forgotten: 'forgotten',
    refused: (kind: string, code: string) => `refused, ${code} (${kind})`,
    threw: (message: string) => `an error that is no refusal: ${message}`,
    more: (amount: number) => `${amount} more`,
    expected: 'expected',
    got: 'got',
    differs: (path: string, expected: string, got: string) =>
      `${path}: expected ${expected}, got ${got}`,
    promiseIs: 'promise',
    fieldsMore: (amount: number) => `and ${amount} other fields`,
  },
};

/** The parts every language has. */
export type Words = typeof en;
