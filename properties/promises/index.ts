// The properties in the order of blame: the first whose promise a finding breaks is the one that failed.
import type { Divergence } from '../../src/engine/drive.js';
import type { Finding } from '../findings/finding.js';
import { findingOf } from '../findings/index.js';
import { closedStaysClosed } from './closed-stays-closed.js';
import { compareAndSwap } from './compare-and-swap.js';
import { confidenceFilters } from './confidence-filters.js';
import { confirmationIsBound } from './confirmation-is-bound.js';
import { contextClaimsNoAuthority } from './context-claims-no-authority.js';
import { clockOrder } from './clock-order.js';
import { decisionIsExactlyTrue } from './decision-is-exactly-true.js';
import { domainsAreJudged } from './domains-are-judged.js';
import { evidenceGate } from './evidence-gate.js';
import { expiryIsExclusive } from './expiry-is-exclusive.js';
import { invocationGate } from './invocation-gate.js';
import { noAliasing } from './no-aliasing.js';
import { observationOrder } from './observation-order.js';
import { onlyRefusalsAreThrown } from './only-refusals-are-thrown.js';
import { orderAndLimit } from './order-and-limit.js';
import { policyGate } from './policy-gate.js';
import type { Property } from './property.js';
import { provenanceGate } from './provenance-gate.js';
import { readPathsAgree } from './read-paths-agree.js';
import { refusedChangesNothing } from './refused-changes-nothing.js';
import { roundTrip } from './round-trip.js';
import { scopeIsolation } from './scope-isolation.js';
import { staleReviewWritesNothing } from './stale-review-writes-nothing.js';
import { subjectIsolation } from './subject-isolation.js';
import { survivesReopening } from './survives-reopening.js';
import { tenantIsolation } from './tenant-isolation.js';
import { textSearchIsLiteral } from './text-search-is-literal.js';
import { tombstonesBlock } from './tombstones-block.js';

/** Order matters: special promises stand before general ones, `round-trip` near the end. */
export const properties: readonly Property[] = [
  onlyRefusalsAreThrown,
  noAliasing,
  closedStaysClosed,
  tenantIsolation,
  subjectIsolation,
  scopeIsolation,
  survivesReopening,
  decisionIsExactlyTrue,
  evidenceGate,
  policyGate,
  invocationGate,
  provenanceGate,
  staleReviewWritesNothing,
  confirmationIsBound,
  compareAndSwap,
  expiryIsExclusive,
  tombstonesBlock,
  clockOrder,
  observationOrder,
  confidenceFilters,
  textSearchIsLiteral,
  orderAndLimit,
  contextClaimsNoAuthority,
  domainsAreJudged,
  refusedChangesNothing,
  readPathsAgree,
  roundTrip,
];

export const unattributed = 'unattributed';

/** The property that a finding breaks. */
export const blameOf = (finding: Finding): string =>
  properties.find((property) => property.blames(finding))?.id ?? unattributed;

/** The property a divergence is blamed on; the same divergence always gives the same answer. */
export const blame = (divergence: Divergence): string => blameOf(findingOf(divergence));
