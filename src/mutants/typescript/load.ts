// Loads a module graph with all its mutants in it, and switches between them.
import { addressIn } from './address.js';
import { openLoader } from './loader.js';
import type { Instrumented, LoadOptions, TypeScriptMutant } from './mutant.js';
import { createSwitch } from './switch.js';

/**
 * Imports a module, and what it imports inside the root, as an instance of its own in which
 * mutants can be switched without loading anything again. CommonJS, what `mutate` declines and
 * modules behind computed imports run unbroken. Rejects where the entry is not inside the root,
 * where a source cannot be parsed, naming it, and where the entry itself throws. Babel is loaded
 * on the first call. Node must load this package itself: no other loader knows of the mutants.
 */
export async function loadWithMutants<M>(options: LoadOptions): Promise<Instrumented<M>> {
  const { entryUrl, modulesOf } = await import('./graph.js');
  const { instrument } = await import('./instrument.js');
  const publish = openLoader();
  const entry = entryUrl(options);
  const found = (await modulesOf(options)).toSorted((one, other) =>
    one.source.file < other.source.file ? -1 : 1,
  );
  const mutated = found.filter((module) => module.mutated);
  const { id, declarations, use, takeCovered } = createSwitch();
  const { code, mutants, leftOut } = await instrument(mutated, declarations, options.naming);
  const numbers = new Map([...mutants].map(([number, mutant]) => [mutant.id, number]));
  publish({ id, code, modules: new Set(found.map(({ url }) => url)) });

  let instances = 0;
  function instance(): Promise<M> {
    instances += 1;
    return import(addressIn(entry, id, instances));
  }
  function select(mutant: TypeScriptMutant | undefined): void {
    const number = mutant && numbers.get(mutant.id);
    if (mutant !== undefined && number === undefined)
      throw new Error(`No such mutant was loaded: ${mutant.id}`);
    use(number);
  }
  const covered = (): ReadonlySet<string> =>
    new Set(takeCovered().flatMap((number) => mutants.get(number)?.id ?? []));

  const module = await instance();
  return {
    module,
    mutants: [...mutants.values()],
    leftOut,
    sources: new Map(mutated.map(({ source }) => [source.file, source.text])),
    use: select,
    covered,
    atLoad: covered(),
    async fresh(mutant) {
      select(mutant);
      try {
        return await instance();
      } catch (thrown) {
        use(undefined);
        throw thrown;
      }
    },
  };
}
