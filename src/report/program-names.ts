// Names of variables in a program: speaking where the data allows it, never twice the same.

const taken = [
  'store queue runtime proposals policy owner principal opened directory open expect shown main',
  'require module exports global storeModule load records lend lent scribble ignored underTest calls defaultPolicy isRefusal',
  'await break case catch class const continue debugger default delete do else enum export extends',
  'false finally for function if implements import in instanceof interface let new null package',
  'private protected public return static super switch this throw true try typeof var void while',
  'with yield async undefined console process arguments eval',
].flatMap((words) => words.split(' '));

export interface Names {
  /** A name like this one that was not given out before. */
  fresh(wish: string): string;
}

/** `task one` becomes `taskOne`; what holds no Latin letter becomes `instead`. */
export function plainName(text: string, instead: string): string {
  const words = text.match(/[A-Za-z0-9]+/g) ?? [];
  const joined = words
    .map(
      (word, at) =>
        (at === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) + word.slice(1),
    )
    .join('');
  return /^[a-z]/.test(joined) && joined.length <= 20 ? joined : instead;
}

/** Starts with the names that the rest of a program uses. */
export function createNames(): Names {
  const used = new Set(taken);
  return {
    fresh(wish) {
      let name = wish;
      for (let count = 2; used.has(name); count += 1) name = `${wish}${count}`;
      used.add(name);
      return name;
    },
  };
}
