// The services of this package as the harness takes them: together, so that one can be replaced.
import type { Services } from '../contract/services.js';
import { createProposals } from './proposals.js';
import { createReviewQueue } from './review-queue.js';
import { createRuntime } from './runtime.js';

/** What works on any store (contract sections 6 to 8). */
export const services: Services = { createReviewQueue, createRuntime, createProposals };
