// Mutants of the source of guards and services are hunted by the same properties, in loaded modules.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as Targets from '../src/cli/mutants-target.js';
import type { Kill } from '../src/engine/kills/result.js';
import type * as Code from '../src/engine/kills/typescript.js';
import type * as Touchstone from '../src/index.js';

/** Node loads mutated modules, which it can do for compiled code alone: vite stays out of it. */
const require = createRequire(import.meta.url);
const { mutantSuite }: typeof Touchstone = require('../dist/src/index.js');
const { openCodeField }: typeof Code = require('../dist/src/engine/kills/typescript.js');
const { resolveTarget }: typeof Targets = require('../dist/src/cli/mutants-target.js');

const root = mkdtempSync(path.join(tmpdir(), 'touchstone-kills-'));
afterAll(() => rmSync(root, { recursive: true }));

const files = [
  'src/guards/record-state.ts',
  'src/guards/identity.ts',
  'src/services/proposal-rules.ts',
];

let field: Code.CodeField;

beforeAll(async () => {
  const { target, register } = await resolveTarget('sqlite', root, 10_000);
  if (target.code === undefined) throw new Error('the store has sources');
  const opened = await openCodeField(
    { ...target.code, mutate: (file) => files.includes(file) },
    {
      root,
      suite: mutantSuite,
      seed: 1,
      register,
      rounds: [{ medium: 'memory', runs: 40 }],
      lastRound: { medium: 'memory', runs: 1 },
    },
  );
  if ('fault' in opened) throw new Error(opened.fault);
  field = opened;
});

const judge = (file: string, original: string, replacement: string): Promise<Kill> => {
  const found = field.mutations.find(
    (mutation) =>
      mutation.place?.file === file &&
      mutation.original === original &&
      mutation.replacement === replacement,
  );
  if (found === undefined) throw new Error(`No mutant makes ${replacement} of ${original}`);
  return field.judge(found, 1);
};

test('a boundary that is shifted is killed by its property, with a counterexample', async () => {
  const kill = await judge(files[0] ?? '', 'record.expiresAt <= now', 'record.expiresAt < now');
  expect(kill).toMatchObject({ status: 'killed', by: 'expiry' });
  expect(kill.counterexample).toMatchObject({ reproduced: true });
});

test('the same mutant always comes to the same, whatever was in force before it', async () => {
  const again = () => judge(files[0] ?? '', 'record.deletedAt !== null', 'false');
  const first = await again();
  await judge(files[0] ?? '', 'record.updatedAt > now', 'true');
  expect(await again()).toEqual(first);
  expect(first.status).toBe('killed');
});

test('what is refused when a runtime is made needs no sequence', async () => {
  const kill = await judge(
    files[1] ?? '',
    "checkLength(principal.actorId, limits.name, 'actorId')",
    'principal.actorId',
  );
  expect(kill).toMatchObject({ status: 'killed', by: 'construction', sequences: 1 });
  expect(kill.reason).toMatch(
    /^a runtime for a principal with an empty actorId: expected bad-text/,
  );
});

test('services for a store without proposals are played as well', async () => {
  const kill = await judge(files[2] ?? '', "kind === 'conflict'", 'false');
  expect(kill).toMatchObject({ status: 'killed', by: 'confirmation', before: 40 });
});

test('names and facts of refusals are no mutants, and each mutant has its place', () => {
  for (const { place, original } of field.mutations) {
    expect(files).toContain(place?.file);
    expect(original).not.toBe("'tenant'");
  }
});
