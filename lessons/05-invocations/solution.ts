// Lesson "invocations", solution: forgeries of each kind, each provenance, and who is named at last.
import * as fc from 'fast-check';
import { codeOf, forAll, lin, someFact } from 'touchstone/lesson';

const all = [
  'user-confirmed',
  'tool-verified',
  'user-stated',
  'model-inferred',
  'agent-inferred',
  'external-untrusted',
] as const;

export const property = forAll(
  { granted: fc.subarray([...all]), provenance: fc.constantFrom(...all) },
  async ({ store, createRuntime }, { granted, provenance }) => {
    const holder = { ...lin(), actorId: 'assistant' };
    const { scope, ...payload } = someFact();
    const confirmed = { scope, provenance: 'user-confirmed', now: 2000 } as const;

    const runtime = createRuntime(store, { ...holder, provenances: ['user-confirmed'] });
    const other = createRuntime(store, { ...holder, provenances: ['user-confirmed'] });
    const forged = [
      { ...runtime.invoke(confirmed) },
      { ...confirmed, now: 1999 },
      other.invoke(confirmed),
    ];
    for (const invocation of forged)
      if ((await codeOf(() => runtime.create(invocation, payload))) !== 'forged-invocation')
        return false;

    const office = createRuntime(store, { ...holder, provenances: granted });
    const request = { scope, provenance, now: 2000 };
    const isGranted = granted.includes(provenance);
    const issued = await codeOf(() => office.invoke(request));
    if (issued !== (isGranted ? 'accepted' : 'provenance')) return false;
    if (!isGranted) return true;

    const invocation = office.invoke(request);
    const created = await codeOf(() => office.create(invocation, payload));
    // A preference needs the evidence `user_confirmed`; a tool has another one, and the rest none.
    if (provenance === 'tool-verified') return created === 'no-evidence';
    if (provenance !== 'user-confirmed') return created === 'provenance';
    const record = await office.read(invocation, payload.key);
    return record?.actor === 'assistant' && record.provenance === provenance;
  },
);
