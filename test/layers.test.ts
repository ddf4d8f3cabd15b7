// The layer rule: every import points to an earlier layer, types included.
import { describe, expect, test } from 'vitest';
import { allowed, breachesOf, layers, scatteredDrivers } from './layers.js';
import { type Edge, edgesOf, parse, sourcesUnder } from './sources.js';

const edges = sourcesUnder('src', 'models', 'properties', 'lessons', 'bench', 'mutation').flatMap(
  edgesOf,
);
const edge = (from: string, to: string, typeOnly = false): Edge => ({ from, to, typeOnly });

describe('the tree', () => {
  test('imports only what the layer table allows', () => {
    expect(edges).not.toEqual([]);
    expect(breachesOf(edges)).toEqual([]);
  });

  test('names each driver in one file', () => {
    expect(scatteredDrivers(edges)).toEqual([]);
  });

  test('needs every exception it was granted', () => {
    const needed = edges.filter(({ typeOnly }) => !typeOnly).map((e) => `${e.from} -> ${e.to}`);
    expect(Object.keys(allowed).filter((name) => !needed.includes(name))).toEqual([]);
  });
});

describe('the table', () => {
  test.each(layers.map((layer, line) => ({ ...layer, line })))(
    'lets $at point only to lines above its own',
    ({ may, types = [], line }) => {
      const above = layers.slice(0, line).map(({ at }) => at);
      expect(above).toEqual(expect.arrayContaining([...may, ...types]));
    },
  );
});

describe('the checker', () => {
  test.each([
    [
      edge('src/guards/policy.ts', 'src/stores/sqlite/store.ts'),
      'src/guards may not import src/stores/sqlite',
    ],
    [
      edge('src/contract/fact.ts', 'src/guards/policy.ts', true),
      'src/contract may not import src/guards',
    ],
    [edge('models/step.ts', 'src/guards/policy.ts', true), 'models may not import src/guards'],
    [
      edge('models/step.ts', 'src/contract/limits.ts'),
      'models may import only types from src/contract',
    ],
    [
      edge('src/stores/sqlite/store.ts', 'src/stores/postgres/store.ts'),
      'src/stores/sqlite may not import src/stores/postgres',
    ],
    [
      edge('src/guards/policy.ts', 'better-sqlite3'),
      'src/guards may not import the package better-sqlite3',
    ],
    [edge('models/step.ts', 'node:crypto'), 'models may not import the package node:crypto'],
    [edge('src/cli/main.ts', 'test/layers.ts'), 'test/layers.ts belongs to no layer'],
    [
      edge('src/helpers/text.ts', 'src/contract/fact.ts'),
      'src/helpers/text.ts belongs to no layer',
    ],
  ])('reports %o', (forbidden, why) => {
    expect(breachesOf([forbidden])).toEqual([`${forbidden.from} -> ${forbidden.to}: ${why}`]);
  });

  test('passes what the table allows', () => {
    expect(
      breachesOf([
        edge('src/guards/policy.ts', 'src/contract/policy.ts'),
        edge('src/guards/policy.ts', 'src/guards/domains.ts'),
        edge('models/step.ts', 'src/contract/operations.ts', true),
        edge('src/stores/sqlite/driver.ts', 'better-sqlite3'),
        edge('src/cli/main.ts', 'node:fs'),
      ]),
    ).toEqual([]);
  });

  test('reports a driver that two files name', () => {
    const twice = ['driver.ts', 'store.ts'].map((file) =>
      edge(`src/stores/sqlite/${file}`, 'better-sqlite3'),
    );
    expect(scatteredDrivers(twice)).toEqual([
      'src/stores/sqlite: better-sqlite3 is named in src/stores/sqlite/driver.ts and src/stores/sqlite/store.ts',
    ]);
  });

  test('reads every form of import', () => {
    const text = `
      import type { A } from './a.js';
      import { type B } from '../b.js';
      export { c } from './c.js';
      export type { D } from './d.js';
      type E = import('./e.js').E;
      const f = await import('zod');
    `;
    expect(edgesOf(parse('src/x/x.ts', text))).toEqual([
      edge('src/x/x.ts', 'src/x/a.ts', true),
      edge('src/x/x.ts', 'src/b.ts'),
      edge('src/x/x.ts', 'src/x/c.ts'),
      edge('src/x/x.ts', 'src/x/d.ts', true),
      edge('src/x/x.ts', 'src/x/e.ts', true),
      edge('src/x/x.ts', 'zod'),
    ]);
  });
});
