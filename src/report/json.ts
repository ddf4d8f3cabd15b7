// The report of a check as JSON: a documented form with a stable order of keys and no times in it.
import { escape, type Json } from '../contract/escape.js';
import { operationNames } from '../contract/operations.js';
import type { Comparison, KnownFailure } from '../engine/baseline.js';
import type {
  CheckReport,
  Counterexample,
  Coverage,
  PropertyResult,
  SituationResult,
} from '../engine/result.js';
import type { PastResult } from '../engine/past.js';
import type { Sensitivity } from '../engine/sensitivity.js';
import type { ToldStep } from './emphasis.js';

type JsonObject = { [name: string]: Json };

const optional = (name: string, value: Json | undefined): JsonObject =>
  value === undefined ? {} : { [name]: value };

/** Steps in the escaped form of `src/contract/escape.ts`, so that bad arguments are kept. */
export const stepsJson = (steps: readonly ToldStep[]): Json[] =>
  steps.map(({ call, expected, actual }) => ({
    client: call.client,
    ...optional('versionOffset', call.versionOffset),
    operation: escape(call.operation),
    expected: escape(expected),
    actual: escape(actual),
  }));

/** A counterexample as JSON, in the form of `Counterexample` of the schema. */
export const counterexampleJson = (found: Counterexample): JsonObject => ({
  property: found.property,
  sequence: found.sequence,
  from: found.from,
  reproduced: found.reproduced,
  ladder: [...found.ladder],
  durableProposals: found.durableProposals,
  setup: escape(found.setup),
  steps: stepsJson(found.steps),
});

const propertyJson = (
  result: PropertyResult,
  replay: string | undefined,
  program: string | undefined,
): JsonObject => ({
  id: result.id,
  sentence: result.sentence,
  core: result.core,
  verdict: result.verdict,
  ...optional('reason', result.reason),
  observations: result.observations,
  ...(result.counterexample === undefined
    ? {}
    : { counterexample: counterexampleJson(result.counterexample) }),
  ...optional('replay', replay),
  ...optional('program', program),
});

const pastJson = ({ name, property, outcome, now, reason }: PastResult): JsonObject => ({
  name,
  property,
  outcome,
  ...optional('now', now),
  ...optional('reason', reason),
});

const failuresJson = (failures: readonly KnownFailure[]): Json[] =>
  failures.map(({ property, reason }) => ({ property, reason }));

const comparisonJson = ({ known, fresh, gone, unchecked }: Comparison): JsonObject => ({
  known: failuresJson(known),
  fresh: failuresJson(fresh),
  gone: failuresJson(gone),
  unchecked: failuresJson(unchecked),
});

const situationJson = (situation: SituationResult): JsonObject => ({
  id: situation.id,
  sentence: situation.sentence,
  properties: [...situation.properties],
  sequences: situation.sequences,
  minimumShare: situation.minimumShare,
  enough: situation.enough,
});

const sensitivityJson = ({ tried, notTried, notApplicable }: Sensitivity): JsonObject => ({
  tried: tried.map(({ id, property, misconception, isCaught, sequences, operations }) => ({
    id,
    property,
    misconception,
    isCaught,
    sequences,
    operations,
  })),
  notTried: [...notTried],
  notApplicable: [...notApplicable],
});

/** Operations in the order of the contract, outcomes by name. */
const coverageJson = (coverage: Coverage): JsonObject =>
  Object.fromEntries(
    operationNames.flatMap((name) => {
      const counts = coverage[name];
      if (counts === undefined) return [];
      return [[name, Object.fromEntries(Object.entries(counts).toSorted(byName))]];
    }),
  );

const byName = ([a]: readonly [string, number], [b]: readonly [string, number]): number =>
  a < b ? -1 : 1;

/** What a report says besides what the check found. */
export interface JsonExtras {
  /** Files with the program of a counterexample, by property. */
  readonly programs?: Readonly<Record<string, string>>;
  readonly comparison?: Comparison | undefined;
}

/**
 * The report as JSON, in the form and order of `ReportJson` (docs/report-json.md). Values that JSON
 * lacks stand in the escaped form; `replays` names files by property.
 */
export const checkJson = (
  report: CheckReport,
  replays: Readonly<Record<string, string>> = {},
  { programs = {}, comparison }: JsonExtras = {},
): JsonObject => ({
  format: 'touchstone-report',
  formatVersion: 1,
  contractRevision: report.contractRevision,
  store: { name: report.store.name, ...optional('version', report.store.version) },
  seed: report.seed,
  verdict: report.verdict,
  sequences: report.sequences,
  withSecondHandle: report.withSecondHandle,
  withReopen: report.withReopen,
  operations: report.operations,
  partedElsewhere: report.partedElsewhere,
  claimed: [...report.claimed],
  missing: [...report.missing],
  unclaimed: [...report.unclaimed],
  properties: report.properties.map((result) =>
    propertyJson(result, replays[result.id], programs[result.id]),
  ),
  ...(report.past === undefined ? {} : { past: report.past.map(pastJson) }),
  ...(comparison === undefined ? {} : { baseline: comparisonJson(comparison) }),
  coverage: coverageJson(report.coverage),
  situations: report.situations.map(situationJson),
  ...(report.sensitivity === undefined ? {} : { sensitivity: sensitivityJson(report.sensitivity) }),
  ...optional('error', report.error),
});
