// Lesson "invocations": who may write. As shipped, only the right way in is tried.
import * as fc from 'fast-check';
import { codeOf, forAll, lin, someFact } from 'touchstone/lesson';

export const property = forAll(
  // From where a statement came. Which others are there, and what may they do?
  { provenance: fc.constantFrom('user-confirmed' as const) },

  async ({ store, createRuntime }, { provenance }) => {
    const principal = { ...lin(), actorId: 'assistant', provenances: [provenance] };
    const runtime = createRuntime(store, principal);
    const { scope, ...payload } = someFact();
    const invocation = runtime.invoke({ scope, provenance, now: 2000 });

    // A good invocation is accepted. What about one that this runtime never issued?
    return (await codeOf(() => runtime.create(invocation, payload))) === 'accepted';
  },
);
