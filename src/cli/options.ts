// The options of a check: texts from the command line to values, or a sentence that says what is allowed.
import { randomInt } from 'node:crypto';
import { properties } from '../../properties/promises/index.js';
import { type MutantKind, mutantKinds } from '../engine/kills/result.js';
import { singleWinner } from '../engine/race.js';
import { Usage } from './usage.js';

/** The seed of a check that was given none: the same for everybody. */
export const defaultSeed = 1;

const seedsBelow = 2 ** 32;

/** Every property that can be named, in the order of the report. */
export const propertyIds: readonly string[] = [...properties.map(({ id }) => id), singleWinner.id];

/** The promise of a property, where it has one. */
export const sentenceOf = (id: string): string | undefined =>
  [...properties, singleWinner].find((property) => property.id === id)?.sentence;

const wholeNumber = (text: string): number =>
  /^\d{1,15}$/u.test(text) ? Number(text) : Number.NaN;

/** `--runs`: a whole number from 0. */
export function readRuns(text: string): number {
  const runs = wholeNumber(text);
  if (Number.isNaN(runs))
    throw new Usage(`--runs ${text} is no number of sequences: give a whole number such as 200.`);
  return runs;
}

/** `--seconds`: more than 0, parts of a second allowed. */
export function readSeconds(text: string): number {
  const seconds = /^\d+(?:\.\d+)?$/u.test(text) ? Number(text) : Number.NaN;
  if (!(seconds > 0 && seconds <= 1e6))
    throw new Usage(`--seconds ${text} is no time to check for: give seconds such as 10.`);
  return seconds;
}

/** `--deadline`: seconds from 0.1 to an hour; milliseconds come back. */
export function readDeadline(text: string): number {
  const seconds = /^\d+(?:\.\d+)?$/u.test(text) ? Number(text) : Number.NaN;
  if (!(seconds >= 0.1 && seconds <= 3600))
    throw new Usage(`--deadline ${text} is no time to wait for a call: give seconds such as 10.`);
  return seconds * 1000;
}

/** `--seed`: a whole number below 2^32, or `random` for a fresh one. */
export function readSeed(text: string): number {
  if (text === 'random') return randomInt(seedsBelow);
  const seed = wholeNumber(text);
  if (!(seed < seedsBelow))
    throw new Usage(
      `--seed ${text} is no seed: give a whole number from 0 to ${seedsBelow - 1}, or random.`,
    );
  return seed;
}

/** `--properties a,b`: known ids, each once. */
export function readProperties(text: string): readonly string[] {
  const ids = [...new Set(text.split(',').map((id) => id.trim()))].filter((id) => id !== '');
  const unknown = ids.find((id) => !propertyIds.includes(id));
  if (unknown !== undefined || ids.length === 0)
    throw new Usage(
      `${unknown === undefined ? '--properties names none' : `There is no property ${unknown}`}: ` +
        `choose from ${propertyIds.join(', ')}.`,
    );
  return ids;
}

/** One of several parts of a hunt, so that machines can share it. */
export interface Shard {
  /** Counted from 1. */
  readonly part: number;
  readonly of: number;
}

/** `--shard 2/4`. */
export function readShard(text: string): Shard {
  const [, part = '', of = ''] = /^(\d{1,4})\/(\d{1,4})$/u.exec(text) ?? [];
  const shard = { part: wholeNumber(part), of: wholeNumber(of) };
  if (!(shard.part >= 1 && shard.part <= shard.of))
    throw new Usage(`--shard ${text} is no part of a hunt: give k/n such as 1/4.`);
  return shard;
}

/** `--kind sql,curated`: each once. */
export function readKinds(text: string): readonly MutantKind[] {
  const named = new Set(text.split(',').map((kind) => kind.trim()));
  const unknown = [...named].find((kind) => !mutantKinds.some((known) => known === kind));
  if (unknown !== undefined)
    throw new Usage(`There is no kind ${unknown}: choose from ${mutantKinds.join(', ')}.`);
  return mutantKinds.filter((kind) => named.has(kind));
}

/** `--seeds`: how many, from 1 to 1,000. */
export function readSeeds(text: string): number {
  const seeds = wholeNumber(text);
  if (!(seeds >= 1 && seeds <= 1000))
    throw new Usage(`--seeds ${text} is no number of seeds: give a whole number such as 10.`);
  return seeds;
}
