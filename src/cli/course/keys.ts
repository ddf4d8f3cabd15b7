// Single keys and short answers from a terminal.
import { emitKeypressEvents } from 'node:readline';
import { createInterface } from 'node:readline/promises';

export interface Keys {
  /** The next key, or what `interrupt` was given meanwhile. */
  next(): Promise<string>;
  /** Ends the wait for a key with this instead. */
  interrupt(instead: string): void;
  /** A line of text; the keys are read as usual afterwards. */
  line(prompt: string): Promise<string>;
  close(): void;
}

interface Key {
  readonly name?: string;
  readonly ctrl?: boolean;
  readonly sequence?: string;
}

/** Reads keys one by one from this process's terminal; Ctrl-C and Ctrl-D come as `q`. */
export function openKeys(): Keys {
  const { stdin, stderr } = process;
  const queue: string[] = [];
  let waiting: ((key: string) => void) | undefined;
  const give = (key: string): void => {
    if (waiting === undefined) queue.push(key);
    else {
      const to = waiting;
      waiting = undefined;
      to(key);
    }
  };
  const onKey = (text: string | undefined, { name, ctrl, sequence }: Key): void => {
    if (ctrl === true && (name === 'c' || name === 'd')) give('q');
    else give(name === 'return' ? 'n' : (text ?? sequence ?? '').toLowerCase());
  };
  const listen = (): void => {
    stdin.setRawMode(true);
    stdin.on('keypress', onKey);
    stdin.resume();
  };
  emitKeypressEvents(stdin);
  listen();
  return {
    next: () =>
      new Promise((resolve) => {
        const key = queue.shift();
        if (key === undefined) waiting = resolve;
        else resolve(key);
      }),
    interrupt: (instead) => waiting !== undefined && give(instead),
    async line(prompt) {
      stdin.off('keypress', onKey);
      stdin.setRawMode(false);
      const lines = createInterface({ input: stdin, output: stderr });
      try {
        return await lines.question(prompt);
      } finally {
        lines.close();
        listen();
      }
    },
    close() {
      stdin.off('keypress', onKey);
      stdin.setRawMode(false);
      stdin.pause();
    },
  };
}
