// Which files a `mutate` list of Stryker means.

/** A pattern of a `mutate` list as an expression: stars, double stars and one level of braces. */
export function patternOf(glob: string): RegExp {
  const source = glob
    .replaceAll(/[.+^$()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/\{([^}]*)\}/g, (_, names: string) => `(?:${names.replaceAll(',', '|')})`)
    .replaceAll('**/', '\u0000')
    .replaceAll('*', '[^/]*')
    .replaceAll('\u0000', '(?:.*/)?');
  return new RegExp(`^${source}$`);
}

/** The files of a list of patterns, in order; a pattern behind `!` takes some away again. */
export const filesOf = (patterns: readonly string[], all: readonly string[]): readonly string[] =>
  all.filter((file) =>
    patterns.reduce((taken, pattern) => {
      const without = pattern.startsWith('!');
      return patternOf(without ? pattern.slice(1) : pattern).test(file) ? !without : taken;
    }, false),
  );
