// Which folder may import what: the layer table of DESIGN.md as data, and its checker.
import type { Edge } from './sources.js';

interface Layer {
  /** A folder, or one file that is a layer of its own. */
  readonly at: string;
  /** Layers it may import. Its own files are always allowed. */
  readonly may: readonly string[];
  /** Layers of which it may import types alone. */
  readonly types?: readonly string[];
  /** Packages it may import; `node:` stands for every module of Node. */
  readonly packages?: readonly string[];
}

const kernel = ['src/contract', 'models', 'src/guards'];
const drivers = { 'src/stores/sqlite': 'better-sqlite3', 'src/stores/postgres': 'pg' };
const stores = Object.keys(drivers);
const middle = [...kernel, ...stores, 'src/services', 'src/mutants', 'src/engine', 'properties'];

/** Every layer points to lines above its own. */
export const layers: readonly Layer[] = [
  { at: 'src/contract', may: [], packages: ['zod'] },
  { at: 'models', may: [], types: ['src/contract'] },
  { at: 'src/guards', may: ['src/contract'], packages: ['zod'] },
  {
    at: 'src/stores/sqlite',
    may: ['src/contract', 'src/guards'],
    packages: ['better-sqlite3', 'node:', 'zod'],
  },
  {
    at: 'src/stores/postgres',
    may: ['src/contract', 'src/guards'],
    packages: ['pg', 'node:', 'zod'],
  },
  { at: 'src/services', may: ['src/contract', 'src/guards'], packages: ['node:crypto'] },
  {
    at: 'src/mutants',
    may: ['src/contract', 'src/guards', 'src/services'],
    packages: ['@babel/core', '@babel/parser', '@stryker-mutator/instrumenter', 'node:'],
  },
  {
    at: 'src/engine',
    may: ['src/contract', 'models', 'src/mutants'],
    packages: ['node:', 'zod'],
  },
  {
    at: 'properties',
    may: ['src/contract', 'models', 'src/engine'],
    packages: ['fast-check'],
  },
  {
    at: 'src/report',
    may: ['src/contract'],
    types: ['src/engine', 'src/mutants'],
    packages: ['node:crypto', 'zod'],
  },
  { at: 'src/lesson.ts', may: ['src/contract'], packages: ['fast-check'] },
  {
    at: 'src/course',
    may: [...middle, 'src/report', 'src/lesson.ts'],
    packages: ['fast-check', 'node:', 'zod'],
  },
  { at: 'src/index.ts', may: middle, packages: ['node:'] },
  {
    at: 'src/cli',
    may: [...middle, 'src/report', 'src/course', 'src/index.ts'],
    packages: ['commander', 'node:', 'zod'],
  },
  { at: 'lessons', may: [], packages: ['fast-check', 'touchstone', 'touchstone/lesson'] },
  {
    at: 'bench',
    may: [...middle, 'src/report', 'src/index.ts'],
    packages: ['better-sqlite3', 'fast-check', 'node:'],
  },
  {
    at: 'mutation',
    may: middle,
    packages: [
      ...['core', 'ignore', 'plugin', 'test-runner'].map((part) => `@stryker-mutator/api/${part}`),
      'better-sqlite3',
      'node:',
      'typescript',
      'zod',
    ],
  },
];

/** Edges the table forbids and we want all the same, each with the reason. */
export const allowed: Readonly<Record<string, string>> = {
  'models/state.ts -> src/contract/refusals.ts':
    'the registry says which kind a code has; the model has no other opinion on that',
  'models/model-store.ts -> src/contract/policy.ts':
    'a policy is vocabulary: it is read once, before anything is judged by it',
  'models/model-store.ts -> src/contract/refusals.ts':
    'behind the port a refusal is thrown, and it is recognised by the class the contract has',
  'mutation/input-checks.ts -> test/bad-inputs.ts':
    'one table of bad inputs, for tests and mutants',
  'mutation/generator-checks.ts -> test/bad-inputs.ts': 'the model is judged by the same table',
  'mutation/generator-checks.ts -> test/blame-table.ts':
    'one table of blame, for tests and mutants',
  'mutation/generator-checks.ts -> test/everything.ts': 'one offer, for tests and mutants',
  'mutation/generator-checks.ts -> test/promise-table.ts': 'one table, for tests and mutants',
  'mutation/generator-checks.ts -> test/reach-table.ts': 'one table, for tests and mutants',
  'bench/runners.ts -> mutation/report.ts':
    'one reader of mutation reports, for the gate and the bench',
  'src/report/kills/scores.ts -> src/engine/kills/result.ts':
    'the exit code is made from the same count: a second one could say otherwise',
};

/** The layer a file belongs to. */
const layerOf = (file: string): Layer | undefined =>
  layers.find(({ at }) => file === at || file.startsWith(`${at}/`));

const isFile = (to: string): boolean => to.endsWith('.ts');

/** Why an edge is forbidden, or undefined where it is fine. */
function objection({ from, to, typeOnly }: Edge): string | undefined {
  const layer = layerOf(from);
  if (layer === undefined) return `${from} belongs to no layer`;
  if (!isFile(to))
    return layer.packages?.some((name) => to === name || (name === 'node:' && to.startsWith(name)))
      ? undefined
      : `${layer.at} may not import the package ${to}`;
  const target = layerOf(to);
  if (target === undefined) return `${to} belongs to no layer`;
  if (target === layer || layer.may.includes(target.at)) return undefined;
  if (!layer.types?.includes(target.at)) return `${layer.at} may not import ${target.at}`;
  return typeOnly ? undefined : `${layer.at} may import only types from ${target.at}`;
}

/** One line for each forbidden edge: the importing file, the imported one, and why. */
export const breachesOf = (edges: readonly Edge[]): readonly string[] =>
  edges.flatMap((edge) => {
    const name = `${edge.from} -> ${edge.to}`;
    const why = Object.hasOwn(allowed, name) ? undefined : objection(edge);
    return why === undefined ? [] : [`${name}: ${why}`];
  });

/** One line for each store whose driver is named in more than one file. */
export const scatteredDrivers = (edges: readonly Edge[]): readonly string[] =>
  Object.entries(drivers).flatMap(([store, driver]) => {
    const naming = edges.filter(({ from, to }) => to === driver && from.startsWith(`${store}/`));
    const files = [...new Set(naming.map(({ from }) => from))];
    return files.length > 1 ? [`${store}: ${driver} is named in ${files.join(' and ')}`] : [];
  });
