// The numbers of the contract, each in the unit its comment names.

/** Bounds of texts in code points, of counts, and of lifetimes in seconds (contract sections 2, 6, 8). */
export const limits = {
  /** Code points of tenant, subject, scope, kind and key. */
  name: { min: 1, max: 128 },
  /** Code points of value and sourceRef. */
  text: { min: 1, max: 300 },
  /** Code points of a search text. */
  searchText: { min: 0, max: 300 },
  /** Facts a search returns. */
  limit: { min: 1, max: 20, default: 8 },
  confidence: { min: 0, max: 1, default: 1 },
  minConfidence: { min: 0, max: 1, default: 0.8 },
  /** Seconds a review case stays open. */
  caseLifetime: { min: 1, max: 3600, default: 300 },
  /** Seconds a proposal stays open. */
  proposalLifetime: { min: 1, max: 2_592_000, default: 86_400 },
  /** Milliseconds a writer waits for another one. */
  busyTimeout: { default: 5000 },
} as const;
