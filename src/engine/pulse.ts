// The pulse of a check that runs in a thread: what it is at, readable from outside even while it is stuck.

export const phases = [
  'loading',
  'preparing',
  'past',
  'sequences',
  'shrinking',
  'mutants',
  'threads',
] as const;
export type Phase = (typeof phases)[number];

/** What the thread was at when it was looked at. */
export interface Reading {
  /** Grows with every call and every change of phase: a pulse that stands still is stuck. */
  readonly beats: number;
  readonly phase: Phase;
  /** The sequence of the check, counted from 1. */
  readonly sequence: number;
  /** The call of the sequence, counted from 1. */
  readonly call: number;
}

export interface Pulse {
  /** Told before each call to the store. */
  beat(call: number): void;
  enter(phase: Phase, sequence: number): void;
  /** True once the other side wants the check to end with what is known so far. */
  readonly stopAsked: boolean;
}

const at = { beats: 0, phase: 1, sequence: 2, call: 3, stop: 4 } as const;

/** Memory for a pulse, to be given to the thread. */
export const newPulseCells = (): Int32Array =>
  new Int32Array(new SharedArrayBuffer(4 * Object.keys(at).length));

/** The thread's side. */
export const pulseOn = (cells: Int32Array): Pulse => ({
  beat(call) {
    cells[at.call] = call;
    Atomics.add(cells, at.beats, 1);
  },
  enter(phase, sequence) {
    cells[at.phase] = phases.indexOf(phase);
    cells[at.sequence] = sequence;
    cells[at.call] = 0;
    Atomics.add(cells, at.beats, 1);
  },
  get stopAsked() {
    return Atomics.load(cells, at.stop) === 1;
  },
});

/** The watcher's side. */
export const readPulse = (cells: Int32Array): Reading => ({
  beats: Atomics.load(cells, at.beats),
  phase: phases[Atomics.load(cells, at.phase)] ?? 'loading',
  sequence: Atomics.load(cells, at.sequence),
  call: Atomics.load(cells, at.call),
});

/** For another thread on the same memory: it starts with loading, and is still asked to stop. */
export function restartPulse(cells: Int32Array): void {
  Atomics.store(cells, at.phase, phases.indexOf('loading'));
  Atomics.store(cells, at.sequence, 0);
  Atomics.store(cells, at.call, 0);
}

export const askToStop = (cells: Int32Array): void => void Atomics.store(cells, at.stop, 1);
