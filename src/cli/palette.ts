// Colours for a terminal, and when to use them.
import { styleText } from 'node:util';
import { type Palette, plain } from '../report/palette.js';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * FORCE_COLOR decides first (`0` and `false` mean no), then a NO_COLOR that is not empty, then
 * whether the output is a terminal that is not `dumb`.
 */
export function wantsColour(environment: Environment, isTerminal: boolean): boolean {
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: term } = environment;
  if (force !== undefined) return force !== '0' && force !== 'false';
  if (no !== undefined && no !== '') return false;
  return isTerminal && term !== 'dumb';
}

type Format = 'green' | 'red' | 'yellow' | 'bold' | 'dim';

// Formats are nested one by one: the array form of styleText looks at the process by itself.
const style =
  (format: Format) =>
  (text: string): string =>
    styleText(format, text, { validateStream: false });
const bold = style('bold');
const nested = (format: Format): Palette['good'] => {
  const colour = style(format);
  return (text) => bold(colour(text));
};

const coloured: Palette = {
  good: style('green'),
  bad: nested('red'),
  unsure: style('yellow'),
  strong: bold,
  quiet: style('dim'),
};

/** The palette of an output. */
export const paletteFor = (environment: Environment, isTerminal: boolean): Palette =>
  wantsColour(environment, isTerminal) ? coloured : plain;
