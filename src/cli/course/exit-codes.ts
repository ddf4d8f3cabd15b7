// Exit codes of the course.

/** Passed, not yet, nothing can be said, a wrong command, the course itself broke. */
export const courseExitCodes = {
  passed: 0,
  notYet: 1,
  undetermined: 2,
  usage: 64,
  internal: 70,
} as const;
