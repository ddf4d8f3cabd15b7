// Reads the escapes of a literal and remembers where each character of the result came from.

/** A literal as the program sees it; `starts` and `ends` count in the raw text. */
export interface Cooked {
  readonly text: string;
  /** For each UTF-16 unit where it begins; -1 for what is inside an escape. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

const named: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  v: '\v',
  f: '\f',
};

const escapes =
  /\\(?:u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([0-3]?[0-7]{1,2})|(\r\n|[\n\r\u2028\u2029])|([^]))/y;

/** The text an escape stands for, and its length; undefined where it is no escape. */
function escapeAt(raw: string, at: number): readonly [text: string, length: number] | undefined {
  escapes.lastIndex = at;
  const found = escapes.exec(raw);
  if (found === null) return undefined;
  const [all, point, unit, byte, octal, line, other = ''] = found;
  const hex = point ?? unit ?? byte;
  if (hex !== undefined) {
    const code = Number.parseInt(hex, 16);
    return code > 0x10ffff ? undefined : [String.fromCodePoint(code), all.length];
  }
  if (octal !== undefined) return [String.fromCharCode(Number.parseInt(octal, 8)), all.length];
  return [line === undefined ? (named[other] ?? other) : '', all.length];
}

/** Reads a literal without its quotes; undefined where an escape cannot be read. */
export function cook(raw: string, template: boolean): Cooked | undefined {
  let text = '';
  const [starts, ends]: [number[], number[]] = [[], []];
  for (let at = 0; at < raw.length;) {
    let read: readonly [string, number] | undefined = [raw[at] ?? '', 1];
    if (raw[at] === '\\') read = escapeAt(raw, at);
    else if (template && raw[at] === '\r') read = ['\n', raw[at + 1] === '\n' ? 2 : 1];
    if (read === undefined) return undefined;
    const [units, length] = read;
    for (let unit = 0; unit < units.length; unit += 1) {
      starts.push(unit === 0 ? at : -1);
      ends.push(unit === units.length - 1 ? at + length : -1);
    }
    text += units;
    at += length;
  }
  return { text, starts, ends };
}
