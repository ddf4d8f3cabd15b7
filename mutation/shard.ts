// Which files one of several machines mutates: `node dist/mutation/shard.js 1/4`, or `--among names.txt`.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { canaries } from './gate.js';
import { filesOf } from './patterns.js';

/** A file, and what it costs to mutate it. */
export interface Weighed {
  readonly file: string;
  readonly weight: number;
}

/** The files of a shard, counted from 1: each file is in one of them, and all weigh about the same. */
export function shardOf(files: readonly Weighed[], shard: number, of: number): readonly string[] {
  const shards = Array.from({ length: of }, () => ({ weight: 0, files: [] as string[] }));
  const heaviestFirst = files.toSorted((a, b) => b.weight - a.weight || (a.file < b.file ? -1 : 1));
  for (const { file, weight } of heaviestFirst) {
    const lightest = shards.reduce((a, b) => (b.weight < a.weight ? b : a));
    lightest.weight += weight;
    lightest.files.push(file);
  }
  return shards[shard - 1]?.files ?? [];
}

const Configuration = z.object({ mutate: z.array(z.string()) });

/** Every TypeScript file below these folders, from the top. */
const sourcesIn = (folders: readonly string[]): readonly string[] =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name).replaceAll('\\', '/'))
      .toSorted(),
  );

/** What a shard is asked for: `2/4`. */
export function readShard(text: string): readonly [shard: number, of: number] {
  const [, shard = '', of = ''] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  if (shard === '' || Number(shard) < 1 || Number(shard) > Number(of))
    throw new Error(`${text} is no shard: give one such as 1/4.`);
  return [Number(shard), Number(of)];
}

/** Prints the files for `stryker --mutate`, the canaries with them; nothing where there are none. */
function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      among: { type: 'string' },
      configuration: { type: 'string', default: 'stryker.conf.json' },
    },
  });
  const { mutate } = Configuration.parse(JSON.parse(readFileSync(values.configuration, 'utf8')));
  const named = values.among && new Set(readFileSync(values.among, 'utf8').split(/\r?\n/));
  const files = filesOf(mutate, sourcesIn(['src', 'models', 'properties']))
    .filter((file) => !named || named.has(file))
    .map((file) => ({ file, weight: statSync(file).size }));
  const chosen = shardOf(files, ...readShard(positionals[0] ?? '1/1'));
  if (chosen.length > 0) process.stdout.write(`${[...canaries, ...chosen].join(',')}\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
