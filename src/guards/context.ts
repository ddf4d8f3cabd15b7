// Memories as data for a prompt, below trusted instructions (contract section 5).
import type { ContextEnvelope, FoundFact } from '../contract/fact.js';

/** Wraps facts so that nothing in them can pass for an instruction or a right to act. */
export function contextEnvelope(facts: readonly FoundFact[]): ContextEnvelope {
  return { type: 'untrusted_memory_data', actionAuthority: false, facts };
}
