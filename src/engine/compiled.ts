// Threads run what was compiled.

/** The URL of a module to load in a thread: for a TypeScript source of this package, its build. */
export function compiled(module: string): string {
  const sources = new URL('../../', import.meta.url).href;
  if (!module.endsWith('.ts') || !module.startsWith(sources)) return module;
  return `${sources}dist/${module.slice(sources.length, -'ts'.length)}js`;
}
