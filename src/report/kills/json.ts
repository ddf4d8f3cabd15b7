// A hunt for mutants as JSON: a documented form with a stable order of keys and no times in it.
import type { Json } from '../../contract/escape.js';
import type { Kill, KillReport, Score } from '../../engine/kills/result.js';
import { counterexampleJson } from '../json.js';
import { guardRows, scoresOf } from './scores.js';

type JsonObject = { [name: string]: Json };

const optional = (name: string, value: Json | undefined): JsonObject =>
  value === undefined ? {} : { [name]: value };

const scoreJson = ({ killed, alive, timeouts, ignored, share }: Score): JsonObject => ({
  killed,
  alive,
  timeouts,
  ignored,
  ...optional('share', share),
});

function mutantJson(kill: Kill): JsonObject {
  const { mutation, status, by, sequences, seed, counterexample, reason, guards } = kill;
  const { id, kind, operator, sentence, original, replacement, place, statement } = mutation;
  return {
    id,
    kind,
    operator,
    sentence,
    original,
    replacement,
    ...(place === undefined
      ? {}
      : { place: { file: place.file, start: { ...place.start }, end: { ...place.end } } }),
    ...optional('statement', statement),
    guards: [...guards],
    status,
    ...optional('by', by),
    sequences,
    ...optional('seed', seed),
    ...optional('reason', reason),
    ...(counterexample === undefined ? {} : { counterexample: counterexampleJson(counterexample) }),
  };
}

/**
 * The report as JSON, in the form and order of `KillsJson` (docs/mutants-json.md). Values that JSON
 * lacks stand in the escaped form.
 */
export const killsJson = (report: KillReport): JsonObject => ({
  format: 'touchstone-mutants',
  formatVersion: 1,
  store: { name: report.store.name, ...optional('version', report.store.version) },
  seed: report.seed,
  ...optional('baseline', report.baseline),
  scores: Object.fromEntries(scoresOf(report).map(({ kind, score }) => [kind, scoreJson(score)])),
  mutants: report.kills.map(mutantJson),
  guards: guardRows(report).map(({ guard, properties, mutants, median, max }) => ({
    guard,
    properties: [...properties],
    mutants,
    median,
    max,
  })),
  stale: [...report.stale],
});
