// Which story of the tests tries a guard that no sequence of operations can.

/** By the id of the guard: the id of the story that fails without it. */
export const guardStories: Readonly<Record<string, string>> = {
  'identity-stays': 'frozen-identities',
  'names-of-principal': 'principal-is-judged',
  'principal-stays': 'frozen-identities',
  'owner-of-queue': 'owner-is-judged',
  'failures-leave-a-case-open': 'failing-case',
  'refused-case-is-gone': 'failing-case',
  'only-answers-are-explained': 'failing-confirmation',
  'failures-leave-a-proposal-open': 'failing-confirmation',
  'refused-proposal-is-closed': 'failing-confirmation',
  'open-for-confirm': 'closed-ledger',
  'open-for-propose': 'closed-ledger',
};
