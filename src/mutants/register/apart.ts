// Conditions that are no guards of the register, each with the reason: other tests try them.

/** A condition, or all of a file, that no sequence of operations can put to the test. */
export interface Apart {
  readonly file: string;
  /** As in the place of a guard; absent where all of the file is meant. */
  readonly within?: string;
  readonly text?: string;
  /** Why no property can see it broken, and which tests do. */
  readonly reason: string;
}

export const apart: readonly Apart[] = [
  {
    file: 'src/stores/sqlite/file.ts',
    reason: 'Which files are opened is tried by the tests of files.',
  },
  {
    file: 'src/stores/sqlite/open.ts',
    reason: 'How a store is opened is tried by the tests of files and of bad inputs.',
  },
  {
    file: 'src/stores/sqlite/unusable.ts',
    reason: 'What a bad file is refused as is tried by the tests of files.',
  },
  {
    file: 'src/stores/sqlite/driver.ts',
    reason: 'What an error of the database means is tried by the tests of writers and of files.',
  },
  {
    file: 'src/services/turns.ts',
    within: 'createTurns',
    text: 'before === null',
    reason: 'Only a store that calls the service from within itself comes here; its own test does.',
  },
];
