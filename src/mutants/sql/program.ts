// Whether SQLite makes the same program of two statements: then no test can tell them apart.
import type { Driver } from '../../contract/port.js';
import { parametersOf } from './lexer.js';

interface Instruction {
  readonly opcode: string;
  readonly p1: number;
  readonly p2: number;
  readonly p3: number;
  readonly p4: string | null;
  readonly p5: number;
}

/** NULL for every parameter: EXPLAIN runs nothing, but a driver asks for them. */
function nulls(text: string): readonly unknown[] {
  const parameters = parametersOf(text, 'sqlite');
  const named = parameters.filter((parameter) => parameter !== '?');
  return [
    ...parameters.filter((parameter) => parameter === '?').map(() => null),
    ...(named.length > 0 ? [Object.fromEntries(named.map((name) => [name.slice(1), null]))] : []),
  ];
}

/** The instructions of a statement, without the comments SQLite adds to them. */
function programOf(driver: Driver, text: string): string {
  const listed = driver.prepare(`EXPLAIN ${text}`).all(...nulls(text));
  const instructions = listed as readonly Instruction[];
  return JSON.stringify(
    instructions.map(({ opcode, p1, p2, p3, p4, p5 }) => [opcode, p1, p2, p3, p4, p5]),
  );
}

/**
 * True where both statements compile to the same program on this SQLite database. Another schema,
 * for instance without an index, may tell them apart. A database that cannot say is taken for no.
 */
export function isSameProgram(driver: Driver, one: string, other: string): boolean {
  try {
    return programOf(driver, one) === programOf(driver, other);
  } catch {
    return false;
  }
}
