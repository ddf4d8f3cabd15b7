// The curated mutants, in the order of blame of the properties that catch them.
import type { CuratedMutant } from '../mutant.js';
import { addressJoined } from './address-joined.js';
import { aliasesUnresolved } from './aliases-unresolved.js';
import { cachesUnaware } from './caches-unaware.js';
import { clockIgnored } from './clock-ignored.js';
import { confirmationUnbound } from './confirmation-unbound.js';
import { contentsChanged } from './contents-changed.js';
import { contextClaimsMore } from './context-claims-more.js';
import { decisionsTakenForGranted } from './decisions-taken-for-granted.js';
import { domainsWidened } from './domains-widened.js';
import { errorsInsteadOfRefusals } from './errors-instead-of-refusals.js';
import { evidenceOnTrust } from './evidence-on-trust.js';
import { expiryMisread } from './expiry-misread.js';
import { invocationsForged } from './invocations-forged.js';
import { lifeAfterClosing } from './life-after-closing.js';
import { lostOnReopening } from './lost-on-reopening.js';
import { olderObservationAccepted } from './older-observation-accepted.js';
import { orderAndLimitBent } from './order-and-limit-bent.js';
import { policyBent } from './policy-bent.js';
import { provenanceWidened } from './provenance-widened.js';
import { refusalsThatWrite } from './refusals-that-write.js';
import { reviewUnbound } from './review-unbound.js';
import { scopeOpened } from './scope-opened.js';
import { searchAcrossPeople } from './search-across-people.js';
import { sharedObjects } from './shared-objects.js';
import { subjectMapped } from './subject-mapped.js';
import { tenantMapped } from './tenant-mapped.js';
import { textInterpreted } from './text-interpreted.js';
import { thresholdMisread } from './threshold-misread.js';
import { tombstonesIgnored } from './tombstones-ignored.js';
import { versionNotCompared } from './version-not-compared.js';

/** Broken stores and services, each of which keeps every promise but one. */
export const curatedMutants: readonly CuratedMutant[] = [
  ...errorsInsteadOfRefusals,
  ...sharedObjects,
  ...lifeAfterClosing,
  ...tenantMapped,
  ...addressJoined,
  ...searchAcrossPeople,
  ...subjectMapped,
  ...scopeOpened,
  ...lostOnReopening,
  ...decisionsTakenForGranted,
  ...evidenceOnTrust,
  ...policyBent,
  ...aliasesUnresolved,
  ...invocationsForged,
  ...provenanceWidened,
  ...reviewUnbound,
  ...confirmationUnbound,
  ...versionNotCompared,
  ...expiryMisread,
  ...tombstonesIgnored,
  ...clockIgnored,
  ...olderObservationAccepted,
  ...thresholdMisread,
  ...textInterpreted,
  ...orderAndLimitBent,
  ...contextClaimsMore,
  ...domainsWidened,
  ...refusalsThatWrite,
  ...cachesUnaware,
  ...contentsChanged,
];
