// Services with one of their rules replaced.
import type { Services } from '../contract/services.js';
import { type ReviewRules, reviewRules } from '../guards/review.js';
import { type ProposalRules, proposalRules } from '../services/proposal-rules.js';
import { proposalsWith } from '../services/proposals.js';
import { reviewQueueWith } from '../services/review-queue.js';
import { type RuntimeRules, runtimeRules } from '../services/runtime-rules.js';
import { runtimeWith } from '../services/runtime.js';

type Change = (services: Services) => Services;

/** Review queues that decide by these rules where they differ. */
export const withReviewRules =
  (rules: Partial<ReviewRules>): Change =>
  (services) => ({ ...services, createReviewQueue: reviewQueueWith({ ...reviewRules, ...rules }) });

/** Runtimes that decide by these rules where they differ. */
export const withRuntimeRules =
  (rules: Partial<RuntimeRules>): Change =>
  (services) => ({ ...services, createRuntime: runtimeWith({ ...runtimeRules, ...rules }) });

/** Proposals that are judged by these rules where they differ. */
export const withProposalRules =
  (rules: Partial<ProposalRules>): Change =>
  (services) => ({ ...services, createProposals: proposalsWith({ ...proposalRules, ...rules }) });
