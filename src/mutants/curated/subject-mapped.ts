// Subjects taken for one another because the store changes their names on the way in.
import type { MemoryRecord } from '../../contract/fact.js';
import { eachMemory } from '../decorate.js';
import type { CuratedMutant } from '../mutant.js';
import { openAs } from '../people.js';

const mapped = (
  id: string,
  misconception: string,
  map: (subject: string) => string,
): CuratedMutant => ({
  id,
  property: 'subject-isolation',
  misconception,
  needs: ['inspect'],
  wrap: () => {
    const owners = new Map<string, string>();
    return eachMemory((_, seat) => {
      const { subject } = seat.identity;
      const name = map(subject);
      // The row has no name of its own to show but the one it was asked for by.
      const present = (record: MemoryRecord): MemoryRecord => ({
        ...record,
        subject,
        actor: record.provenance === null ? subject : record.actor,
      });
      return openAs({ ...seat.identity, subject: name === '' ? subject : name }, seat, {
        present,
        owners,
      });
    });
  },
});

/** Four ways to change a subject's name. */
export const subjectMapped: readonly CuratedMutant[] = [
  mapped(
    'subject-ignored',
    'One agent serves one user, so the subject need not be part of the key.',
    () => 'somebody',
  ),
  mapped(
    'subject-case-folded',
    'User names are not case-sensitive anywhere else either.',
    (subject) => subject.toLowerCase(),
  ),
  mapped(
    'subject-cut-at-separator',
    'What follows a separator in a user name is a device or a session, not a person.',
    (subject) => subject.replace(/[/: ].*$/su, ''),
  ),
  mapped(
    'subject-normalised',
    'Names that look alike are alike: normalise them before they become keys.',
    (subject) => subject.normalize('NFKC'),
  ),
];
