// What a refusal names: the field, the argument; and what a guard answers where no sequence asks.
import { strict as assert } from 'node:assert';
import { defaultPolicy, readPolicy } from '../src/contract/policy.js';
import { checkCandidate } from '../src/guards/candidate.js';
import { checkSearchTerms } from '../src/guards/domains.js';
import { readIdentity, readOrigin, readPrincipal } from '../src/guards/identity.js';
import { findRule, indexPolicy } from '../src/guards/policy-index.js';
import { reviewRules } from '../src/guards/review.js';
import { type Check, story } from './check.js';
import { lin, nameIs, odd, recordOf, refusalOf } from './scene.js';

const long = 'x'.repeat(129);
const agent = { actorId: 'agent', ...lin, provenances: ['tool-verified'] };

/** Refused for this field. */
async function assertField(field: string, call: () => unknown): Promise<void> {
  const { code, facts } = await refusalOf(call);
  assert.deepEqual([code, facts['field']], ['bad-text', field]);
}

/** Refused as malformed, and the argument is named. */
async function assertArgument(argument: string, call: () => unknown): Promise<void> {
  const { code, facts } = await refusalOf(call);
  assert.equal(code, 'malformed');
  assert.ok(JSON.stringify(facts).includes(argument), `${JSON.stringify(facts)}: ${argument}`);
}

const anywhere = readPolicy([
  {
    kind: 'note',
    keys: { startsWith: '' },
    evidence: 'user_confirmed',
    scope: { startsWith: '' },
  },
]);

export const namingChecks: readonly Check[] = [
  story('names-of-people', 'A refused identity, principal or origin names its field.', async () => {
    for (const field of ['tenant', 'subject'])
      await assertField(field, () => readIdentity({ ...lin, [field]: long }));
    await assertField('scopes', () => readIdentity({ ...lin, scopes: [long] }));
    await assertField('actorId', () => readPrincipal({ ...agent, actorId: '' }));
    await assertField('actor', () => readOrigin({ actor: '', provenance: 'user-stated' }));
    await assertArgument('identity', () => readIdentity(7));
    await assertArgument('principal', () => readPrincipal(7));
    await assertArgument('origin', () => readOrigin(7));
    const scopes = Object.assign([...lin.scopes], { extra: 1 });
    for (const list of [
      { scopes },
      { provenances: Object.assign(['tool-verified'], { extra: 1 }) },
    ])
      await assertArgument('principal', () => readPrincipal({ ...agent, ...list }));
  }),
  story('names-of-fields', 'A refused candidate or search names its field.', async () => {
    const index = indexPolicy(anywhere);
    const fact = { ...nameIs('Lin'), kind: 'note' };
    for (const field of ['scope', 'key'])
      await assertField(field, () =>
        checkCandidate(index, { ...fact, [field]: long }, 'user_confirmed', 100),
      );
    const { facts } = await refusalOf(() => checkSearchTerms({ now: -1 }));
    assert.equal(facts['field'], 'now');
  }),
  story('answers-of-guards', 'A guard answers what no sequence asks it.', () => {
    assert.equal(indexPolicy(defaultPolicy), indexPolicy(defaultPolicy));
    assert.equal(findRule(indexPolicy(defaultPolicy), 'no such kind', 'key'), undefined);
    const record = recordOf();
    assert.equal(reviewRules.isAsShown(record, undefined, 'keep_current'), false);
    const { actor: _gone, ...less } = record;
    assert.equal(reviewRules.isAsShown(record, odd(less), 'keep_current'), false);
  }),
];
