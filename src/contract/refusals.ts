// The refusals of contract section 4: one registry, from which types, messages and the README's table follow.

export type RefusalKind = 'invalid' | 'denied' | 'conflict' | 'unavailable';

interface RefusalEntry {
  readonly kind: RefusalKind;
  /** False where the write may or may not have happened. */
  readonly definite: boolean;
  /** What went wrong and what to do next; it never contains a value. */
  readonly doc: string;
}

const entry = (kind: RefusalKind, doc: string, definite = true): RefusalEntry => ({
  kind,
  definite,
  doc,
});

/** Every code a store or a service may refuse with, in the order of contract section 4. */
export const refusals = {
  malformed: entry(
    'invalid',
    'An argument has the wrong shape: pass a plain object with only the documented fields.',
  ),
  'unknown-kind': entry('invalid', 'No rule of the policy has this kind: use a kind it names.'),
  'wrong-scope': entry(
    'invalid',
    'The rule of this kind does not allow this scope: write to one it allows.',
  ),
  'bad-text': entry('invalid', 'A text is empty or too long: keep to the documented code points.'),
  'bad-value': entry(
    'invalid',
    'The rule has a closed set of values: use one of them, spelled exactly.',
  ),
  'bad-time': entry(
    'invalid',
    'A time is unusable: pass whole UTC seconds, not before the moment they refer to.',
  ),
  'future-observation': entry(
    'invalid',
    'The observation lies after now: observedAt must not exceed now.',
  ),
  'bad-confidence': entry('invalid', 'Confidence must be a finite number from 0 to 1.'),
  'bad-expiry': entry('invalid', 'expiresAt must be null or whole UTC seconds later than now.'),
  'bad-version': entry(
    'invalid',
    'A version must be a whole number from 0: pass the one you last read.',
  ),
  'bad-limit': entry('invalid', 'limit must be a whole number from 1 to 20.'),
  'bad-threshold': entry('invalid', 'minConfidence must be a finite number from 0 to 1.'),
  'bad-lifetime': entry('invalid', 'The lifetime is outside the documented seconds: shorten it.'),
  'bad-choice': entry('invalid', 'The choice must be keep_current or use_candidate.'),
  'before-prepared': entry(
    'invalid',
    'now lies before the case was prepared: pass the time of the decision.',
  ),

  'wrong-key': entry('denied', 'No rule of this kind has this key: use a key of that kind.'),
  'no-evidence': entry(
    'denied',
    'The rule asks for evidence that was not given: let the trusted review gate confirm it first.',
  ),
  scope: entry('denied', 'This identity was not granted that scope: ask the host for it.'),
  'not-confirmed': entry(
    'denied',
    'Nobody decided this: the confirmation must be exactly true, given by the user.',
  ),
  'not-approved': entry(
    'denied',
    'Nobody decided this: approved must be exactly true, given by the reviewer.',
  ),
  'other-identity': entry(
    'denied',
    'This queue belongs to another identity: the caller must be its owner.',
  ),
  'forged-invocation': entry(
    'denied',
    'This runtime did not issue that invocation: ask the runtime for one.',
  ),
  provenance: entry(
    'denied',
    'This provenance is not allowed here: propose the fact and have it confirmed.',
  ),
  'wrong-digest': entry(
    'denied',
    'The digest belongs to other content: show the proposal again and confirm what is shown.',
  ),
  'unknown-proposal': entry(
    'denied',
    'There is no such proposal for this tenant and subject: propose it again.',
  ),
  'one-off': entry('denied', 'The proposal was meant for once: it never becomes a lasting fact.'),

  missing: entry('conflict', 'There is no record at this address: create it with version 0.'),
  exists: entry('conflict', 'There is a record at this address already: read it and update it.'),
  'stale-version': entry(
    'conflict',
    'The record has another version: read it again and decide on what it holds now.',
  ),
  tombstoned: entry('conflict', 'The record was forgotten: only a confirmed restore revives it.'),
  'not-tombstoned': entry('conflict', 'The record was not forgotten: there is nothing to restore.'),
  'older-observation': entry(
    'conflict',
    'The record rests on a later observation: an older one does not replace it.',
  ),
  'clock-backwards': entry(
    'conflict',
    'The record was changed after this now: check the clock of the caller.',
  ),
  expired: entry('conflict', 'The record has expired: remember the fact again.'),
  'ahead-of-clock': entry(
    'conflict',
    'The record lies in the future of this now: check the clock.',
  ),
  'nothing-newer': entry(
    'conflict',
    'The record is no newer than the attempt: there is nothing to review, write again.',
  ),
  'unknown-case': entry('conflict', 'There is no such open case: prepare the review again.'),
  'case-expired': entry('conflict', 'The case was not decided in time: prepare the review again.'),
  'snapshot-changed': entry(
    'conflict',
    'The record is not the one that was shown: prepare the review again.',
  ),
  'decided-otherwise': entry(
    'conflict',
    'The case was decided the other way: that decision stands.',
  ),
  'proposal-expired': entry(
    'conflict',
    'The proposal was not confirmed in time: propose it again.',
  ),

  busy: entry('unavailable', 'Another writer holds the store: nothing was written, try again.'),
  timeout: entry(
    'unavailable',
    'No answer came in time: read the record to learn whether the write happened.',
    false,
  ),
  io: entry(
    'unavailable',
    'The storage failed: read the record to learn whether the write happened.',
    false,
  ),
  closed: entry('unavailable', 'The store was closed: open it again.'),
} as const satisfies Record<string, RefusalEntry>;

export type RefusalCode = keyof typeof refusals;

/** Which field, version or identifier was meant; never a value or source text. */
export type RefusalFacts = Readonly<Record<string, string | number | boolean | null>>;

/** What a refusal is: recognised by these fields, so that it survives worker and package borders. */
export interface RefusalData {
  readonly kind: RefusalKind;
  readonly code: RefusalCode;
  readonly definite: boolean;
  readonly facts: RefusalFacts;
  readonly message: string;
}

/**
 * A refused operation (contract section 4). It carries no stack: a refusal is an answer,
 * and capturing a stack costs more than the check that led to it.
 */
export class Refusal extends Error implements RefusalData {
  readonly kind: RefusalKind;
  readonly code: RefusalCode;
  readonly definite: boolean;
  readonly facts: RefusalFacts;

  constructor(code: RefusalCode, facts: RefusalFacts = {}, definite?: boolean) {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(`${refusals[code].kind}: ${code}. ${refusals[code].doc}`);
    Error.stackTraceLimit = limit;
    this.name = 'Refusal';
    this.kind = refusals[code].kind;
    this.code = code;
    this.definite = definite ?? refusals[code].definite;
    this.facts = facts;
  }
}

/** Throws the refusal with this code. */
export function refuse(code: RefusalCode, facts?: RefusalFacts): never {
  throw new Refusal(code, facts);
}

/** Tells a refusal by its fields: kind and code of the registry that belong together. */
export function isRefusal(thrown: unknown): thrown is RefusalData {
  if (typeof thrown !== 'object' || thrown === null) return false;
  const { kind, code, definite } = thrown as Partial<RefusalData>;
  return (
    typeof code === 'string' &&
    Object.hasOwn(refusals, code) &&
    refusals[code].kind === kind &&
    typeof definite === 'boolean'
  );
}
