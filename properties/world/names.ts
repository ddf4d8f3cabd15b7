// Names that are easily confused: each transform a store might apply meets a name it would merge.

/** Carries accent, case, separators, wildcards and spaces at once. */
export const richTenant = 'Acm\u00e9_1 x/y';
export const richSubject = 'L\u00edn_% x:y ';

/** What stores do to names by mistake; each gives a twin of a rich name. */
export const twinTransforms: readonly ((name: string) => string)[] = [
  (name) => name.toLowerCase(),
  (name) => name.toUpperCase(),
  (name) => name.normalize('NFD'),
  (name) => name.normalize('NFC'),
  (name) => name.normalize('NFKC'),
  (name) => name.trim(),
  (name) => `${name} `,
  (name) => ` ${name}`,
  (name) => `${name}x`,
  (name) => `${name}/`,
  (name) => `${name}\u0301`,
  (name) => name.slice(0, -1),
  (name) => `_${name.slice(1)}`,
  (name) => name.replace(/[/: ].*$/u, ''),
  () => '%',
  () => '_',
];

/** Twins of a name that differ from it and are names themselves. */
export const twinsOf = (name: string): readonly string[] => [
  ...new Set(
    twinTransforms
      .map((transform) => transform(name))
      .filter((twin) => twin !== name && twin.length > 0 && [...twin].length <= 128),
  ),
];

/** Pairs (tenant, subject) that fall together when joined by a separator. */
export const joinable: readonly (readonly [string, string])[] = [
  ['a/b', 'c'],
  ['a', 'b/c'],
  ['a:b', 'c'],
  ['a', 'b:c'],
];

/** Families in which one name is easily taken for another; the last one is for order by code point. */
export const families: readonly (readonly string[])[] = [
  ['acme', 'acme/lin', 'lin', 'lin/acme'],
  ['a', 'ab', 'abc', 'b'],
  ['a_b', 'aXb', 'a%b', 'a*b'],
  ['A', 'a', '\uff41', '\u00e1'],
  ['\u00e9', 'e\u0301', 'e', 'E'],
  ['a', 'a ', ' a', 'a\t'],
  ['__proto__', 'constructor', 'toString', 'hasOwnProperty'],
  ['1', '01', '1.0', '1e0'],
  ["'", '"', "';--", '\\'],
  ['null', 'undefined', 'NaN', 'true'],
  ['\u{1f600}', '\ufb01', '\u{1f601}', '\ufffd'],
];
