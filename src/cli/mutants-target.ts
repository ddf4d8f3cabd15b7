// What `touchstone mutants <store>` breaks: the store, its services, its sources, and what is known of its guards.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { StoreUnderTest } from '../contract/port.js';
import type { Services } from '../contract/services.js';
import type { Register } from '../engine/kills/register.js';
import type { Target } from '../engine/kills/target.js';
import { compiled } from '../engine/compiled.js';
import { services } from '../services/index.js';
import {
  type CodeLookup,
  guards,
  guardsInCode,
  guardsOfSql,
  isMustKill,
} from '../mutants/register/index.js';
import { readAdapter } from './adapter.js';
import { resolveStore, urlOfStore } from './store.js';
import { Usage } from './usage.js';

/** A target and what the project knows of it. */
export interface MutantsTarget {
  readonly target: Target;
  readonly register?: Register;
  /** Texts of the sources by path, among which the places of SQL mutants are looked for. */
  readonly sources: () => ReadonlyMap<string, string>;
}

/** The folder of the nearest manifest. */
function projectOf(path: string): string {
  let folder = dirname(path);
  while (!existsSync(join(folder, 'package.json'))) {
    const above = dirname(folder);
    if (above === folder) return dirname(path);
    folder = above;
  }
  return folder;
}

/** This package, from its sources or from its build. */
export const ownRoot = projectOf(fileURLToPath(import.meta.url));
/** The register of this package; places in a source are looked for once. */
function ownRegister(): Register {
  const lookups = new Map<string, CodeLookup>();
  return {
    kindOf: (id) => guards.find((guard) => guard.id === id)?.place.layer,
    guardsOfSql,
    guardsOfCode({ file, start, end }, source) {
      const lookup = lookups.get(file) ?? guardsInCode(file, source);
      lookups.set(file, lookup);
      return lookup(start, end);
    },
    isMustKill: (ids, { operator, original, replacement }) =>
      guards.some(
        (guard) => ids.includes(guard.id) && isMustKill(guard, operator, original, replacement),
      ),
  };
}

const isSource = (name: string): boolean =>
  ['.ts', '.mts', '.js', '.mjs'].includes(extname(name)) && !name.endsWith('.d.ts');

/** More files than this are no store's. */
const sourcesAtMost = 200;

/** Every source file below a folder, by its path from there. */
function sourcesBelow(
  top: string,
  isWanted: (file: string) => boolean,
  root = top,
): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (found.size >= sourcesAtMost) return;
      const path = join(folder, entry.name);
      const file = relative(root, path).split(sep).join('/');
      if (entry.isDirectory()) {
        if (entry.name !== 'node_modules' && !entry.name.startsWith('.')) visit(path);
      } else if (entry.isFile() && isSource(entry.name) && isWanted(file))
        found.set(file, readFileSync(path, 'utf8'));
    }
  };
  visit(top);
  return found;
}

/** A store of this package, and which of its sources are broken: folders, or files without ending. */
interface Own {
  readonly module: 'own-sqlite' | 'own-model';
  readonly of: readonly string[];
  readonly isRegistered?: true;
}

const own: Readonly<Record<string, Own>> = {
  sqlite: {
    module: 'own-sqlite',
    of: ['src/stores/sqlite/', 'src/guards/', 'src/services/', 'src/contract/shapes.'],
    isRegistered: true,
  },
  model: { module: 'own-model', of: ['models/'] },
};

/** Functions of this package that are told a name for the facts of a refusal. */
const naming = [
  'checkLength',
  'checkTime',
  'checkVersion',
  'readIdentity',
  'readOrigin',
  'readPrincipal',
  'readShape',
  'readText',
];

interface OwnModule {
  readonly open: () => StoreUnderTest;
  readonly services: Services;
}

async function ownTarget(name: string, { module, of, isRegistered }: Own): Promise<MutantsTarget> {
  const here = new URL(`${module}${extname(import.meta.url)}`, import.meta.url).href;
  const take = (loaded: unknown): OwnModule => loaded as OwnModule;
  const isOf = (file: string): boolean =>
    of.some((start) => file.startsWith(start) || file.startsWith(`dist/${start}`));
  const entry = compiled(here);
  const isBuilt = !existsSync(join(ownRoot, 'src'));
  return {
    target: {
      name,
      ...take(await import(here)),
      code: { entry, root: ownRoot, mutate: isOf, naming, hasServices: true, take },
    },
    ...(isRegistered === true ? { register: ownRegister() } : {}),
    // The same texts stand in sources and build: one of them is enough.
    sources: () =>
      sourcesBelow(ownRoot, (file) => isOf(file) && file.startsWith('dist/') === isBuilt),
  };
}

/** The target that a user named; throws `Usage` with what is missing. */
export async function resolveTarget(
  spec: string,
  cwd: string,
  deadline: number,
): Promise<MutantsTarget> {
  const named = Object.hasOwn(own, spec) ? own[spec] : undefined;
  if (named !== undefined) return ownTarget(spec, named);
  const first = await resolveStore(spec, cwd, deadline);
  const url = urlOfStore(spec, cwd);
  if (!url.startsWith('file:')) throw new Usage(`${spec} is no file: name the path of its module.`);
  const path = fileURLToPath(url);
  const root = projectOf(path);
  let copies = 0;
  const read = (module: unknown): Promise<StoreUnderTest> =>
    readAdapter((module as { readonly default?: unknown }).default, spec, url, deadline);
  return {
    target: {
      name: first.name,
      ...(first.version === undefined ? {} : { version: first.version }),
      // Two places at once must not share what a module keeps.
      open: async () => read(await import(`${url}?copy=${(copies += 1)}`)),
      services,
      code: {
        entry: url,
        root,
        // This package is nobody's store to break, also where a store lies in it.
        mutate: (file) => root !== ownRoot || !/^(?:dist|src|models|properties)\//u.test(file),
        take: async (module) => {
          const store = await read(module);
          return { open: () => store, services };
        },
      },
    },
    sources: () => sourcesBelow(dirname(path), () => true, root),
  };
}
