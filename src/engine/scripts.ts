// Scripts: what the first sequences of a seed call and expect is worked out once for all mutants.
import type { State } from '../../models/state.js';
import { step } from '../../models/step.js';
import { isPlainList, isPlainObject } from '../contract/shapes.js';
import type { Move, Source } from './drive.js';
import type { Offer } from './offer.js';
import { same } from './same.js';
import type { PlannedSequence, Suite } from './suite.js';

/** As many as the first round of a hunt has, in which most mutants are killed; the rest is made anew. */
const sequencesAtMost = 30;

/** Seeds and offers of which scripts are kept; the oldest makes room. */
const keptAtMost = 4;

/** A move, the model's step for it, and its call as it was before a store had it in hand. */
interface Line extends Required<Move> {
  readonly original: unknown;
  /** Whether the generator asked the model before. */
  readonly isForeseen: boolean;
}

/** A sequence as far as any mutant has played it. */
interface Script {
  readonly start: State;
  readonly source: Source;
  readonly lines: Line[];
  state: State;
}

/** A planned sequence that may be played again and again. */
interface Piece {
  readonly sequence: PlannedSequence;
  /** False once a store has written into what it was given: what it says of others is void. */
  readonly isIntact: () => boolean;
}

/** A copy of plain data, which a store could write into; anything else as it is. */
function copyOf(value: unknown): unknown {
  if (isPlainList(value)) return value.map(copyOf);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, copyOf(inner)]));
}

/** The next line, worked out by the generator and the model; undefined at the end. */
function nextLine(script: Script): Line | undefined {
  const next = script.source.next(script.state);
  if (next.done === true) return undefined;
  const { call, foreseen = step(script.state, call) } = next.value;
  const isForeseen = next.value.foreseen !== undefined;
  const line = { call, foreseen, original: copyOf(call), isForeseen };
  script.lines.push(line);
  [script.state] = foreseen;
  return line;
}

function scripted({ setup, play }: PlannedSequence): Piece {
  const original = copyOf(setup);
  const scripts = new Map<boolean, Script>();
  /** Lines a store has had in hand since they were last looked at. */
  let inHand: Script['lines'] = [];
  let isBroken = false;

  function* recite(script: Script, start: State): Generator<Move, void, State> {
    // As long as nothing was written, the state is this player's own empty one.
    let empty = start;
    for (let at = 0; ; at += 1) {
      // A generator that threw is at its end: nobody may take the part for the whole.
      isBroken = true;
      const line = script.lines[at] ?? nextLine(script);
      isBroken = false;
      if (line === undefined) return;
      inHand.push(line);
      const { call, foreseen, isForeseen } = line;
      const [after, expected] = foreseen;
      if (after !== script.start) yield { call, foreseen };
      else empty = yield isForeseen ? { call, foreseen: [empty, expected] } : { call };
    }
  }
  return {
    sequence: {
      setup,
      play(start) {
        const { durableProposals } = start;
        const script = scripts.get(durableProposals) ?? {
          start,
          source: play(start),
          lines: [],
          state: start,
        };
        scripts.set(durableProposals, script);
        return recite(script, start);
      },
    },
    isIntact() {
      const lines = inHand;
      inHand = [];
      return (
        !isBroken && same(original, setup) && lines.every((line) => same(line.original, line.call))
      );
    },
  };
}

/** The pieces of one seed and offer, made as they are asked for. */
function createProgramme(planned: Iterator<PlannedSequence>) {
  const known: Piece[] = [];
  return (index: number): Piece | undefined => {
    while (known.length <= index) {
      const next = planned.next();
      if (next.done === true) return undefined;
      known.push(scripted(next.value));
    }
    return known[index];
  };
}

const keyOf = (seed: number, { policy, ...names }: Offer): string =>
  JSON.stringify([
    seed,
    policy,
    ...[names.capabilities, names.operations, names.missing, names.unclaimed].map((each) =>
      [...each].toSorted(),
    ),
  ]);

/**
 * The same suite for a hunt that plays the same sequences on many mutants: generator and model are
 * asked once for what they would say each time.
 */
export function withScripts(suite: Suite): Suite {
  const programmes = new Map<string, ReturnType<typeof createProgramme>>();

  function begin(key: string, seed: number, offer: Offer): ReturnType<typeof createProgramme> {
    programmes.delete(key);
    const [oldest] = programmes.keys();
    if (programmes.size >= keptAtMost && oldest !== undefined) programmes.delete(oldest);
    const programme = createProgramme(suite.sequences(seed, offer)[Symbol.iterator]());
    programmes.set(key, programme);
    return programme;
  }
  return {
    ...suite,
    *sequences(seed, offer) {
      const key = keyOf(seed, offer);
      let programme = programmes.get(key) ?? begin(key, seed, offer);
      for (let index = 0; index < sequencesAtMost; index += 1) {
        let piece = programme(index);
        if (piece?.isIntact() === false) {
          programme = begin(key, seed, offer);
          piece = programme(index);
        }
        if (piece === undefined) return;
        yield piece.sequence;
      }
      let index = 0;
      for (const planned of suite.sequences(seed, offer)) {
        index += 1;
        if (index > sequencesAtMost) yield planned;
      }
    },
  };
}
