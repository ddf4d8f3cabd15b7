// The register: every guard of the real stores and services, area by area.
import { confirmation } from './confirmation.js';
import { decisions } from './decisions.js';
import { domains } from './domains.js';
import { explanations } from './explanations.js';
import type { Guard } from './guard.js';
import { identity } from './identity.js';
import { operations } from './operations.js';
import { policy } from './policy.js';
import { proposalRules } from './proposal-rules.js';
import { proposals } from './proposals.js';
import { reviewRules } from './review-rules.js';
import { review } from './review.js';
import { runtimeRules } from './runtime-rules.js';
import { runtime } from './runtime.js';
import { schema } from './schema.js';
import { search } from './search.js';
import { states } from './states.js';
import { transactions } from './transactions.js';
import { writes } from './writes.js';

/** Each condition once, in the one layer that keeps it. */
export const guards: readonly Guard[] = [
  ...identity,
  ...states,
  ...domains,
  ...policy,
  ...transactions,
  ...writes,
  ...decisions,
  ...explanations,
  ...operations,
  ...search,
  ...reviewRules,
  ...review,
  ...runtimeRules,
  ...runtime,
  ...proposals,
  ...proposalRules,
  ...confirmation,
  ...schema,
];
