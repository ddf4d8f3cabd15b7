// Where a command prints: results to stdout, messages to stderr, nothing else.
import type { Palette } from '../report/palette.js';
import { displayWidth } from '../report/width.js';
import type { Crew } from './crew.js';
import { paletteFor } from './palette.js';

export interface Terminal {
  /** The folder the command was started in. */
  readonly cwd: string;
  /** The environment: it says which language is spoken. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Prints a result. */
  result(text: string): void;
  /** Prints a message beside the result. */
  message(text: string): void;
  /** Shows a line that the next one replaces; absent where nobody watches. */
  readonly live?: (line: string) => void;
  readonly palette: Palette;
  /** Keeps threads between commands, for a terminal in which many are given; absent for one. */
  readonly crew?: Crew;
  /** Calls back at the first Ctrl-C; returns how to stop listening. */
  onInterrupt(callback: () => void): () => void;
}

const clearLine = '\r\u001b[2K';

/** As much of a line as fits, so that it never wraps and can be replaced. */
function fitting(line: string, columns: number): string {
  let shown = '';
  for (const point of line) {
    if (displayWidth(shown + point) >= columns) return shown;
    shown += point;
  }
  return shown;
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  const { stdout, stderr, env } = process;
  return {
    cwd: process.cwd(),
    env,
    palette: paletteFor(env, stdout.isTTY),
    result: (text) => void stdout.write(text),
    message: (text) => void stderr.write(text),
    ...(stderr.isTTY && env['TERM'] !== 'dumb'
      ? {
          live(line: string) {
            stderr.write(`${clearLine}${fitting(line, stderr.columns || 80)}`);
          },
        }
      : {}),
    onInterrupt(callback) {
      process.once('SIGINT', callback);
      return () => process.off('SIGINT', callback);
    },
  };
}
