// The stories of `touchstone demo`, in the order in which they are listed.
import { correction } from './correction.js';
import { proposal } from './proposal.js';
import { review } from './review.js';
import { runtime } from './runtime.js';
import type { Story } from './story.js';

/** Every story; each is performed on a store of its own each time it is told. */
export const stories: readonly Story[] = [correction, review, proposal, runtime];
