// Lesson "capstone": a store in memory, which is a list of records for each folder it is opened in.
import {
  type Identity,
  type Memory,
  type MemoryRecord,
  type MemoryStore,
  type Policy,
  Refusal,
  type RefusalCode,
  type StoreUnderTest,
} from 'touchstone';

type Fact = Parameters<Memory['remember']>[0];
type RememberTerms = Parameters<Memory['remember']>[1];
type SearchTerms = Parameters<Memory['search']>[1];
type DecisionTerms = Parameters<NonNullable<Memory['forget']>>[2];

/** A record as it is kept: the store itself may change it. */
type Row = { -readonly [Field in keyof MemoryRecord]: MemoryRecord[Field] };

interface Table {
  policy: Policy;
  rows: Row[];
  nothing: ReturnType<typeof envelope>;
}

const emptyTable = (policy: Policy): Table => ({ policy, rows: [], nothing: envelope([]) });

function refuse(code: RefusalCode): never {
  throw new Refusal(code);
}

// What an argument may look like

type Test = (value: unknown) => boolean;

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.isWellFormed() && !value.includes('\u0000');
const isNumber: Test = (value) => typeof value === 'number';
const isAnything: Test = () => true;
const maybe =
  (test: Test): Test =>
  (value) =>
    value === undefined || test(value);

const identityShape = {
  tenant: isText,
  subject: isText,
  scopes: (value: unknown) => Array.isArray(value) && value.every(isText),
};
const factShape = {
  scope: isText,
  kind: isText,
  key: isText,
  value: isText,
  sourceRef: isText,
  observedAt: isNumber,
  confidence: maybe(isNumber),
  expiresAt: maybe((value) => value === null || isNumber(value)),
};
const rememberShape = { evidence: isAnything, expectedVersion: isNumber, now: isNumber };
const searchShape = {
  now: isNumber,
  text: maybe(isText),
  minConfidence: maybe(isNumber),
  limit: maybe(isNumber),
};
const contextShape = { now: isNumber };
const decisionShape = { expectedVersion: isNumber, now: isNumber, userConfirmed: isAnything };

/** A copy of a plain object that has these fields and no other. */
function readShape<T>(given: unknown, shape: Readonly<Record<string, Test>>): T {
  if (typeof given !== 'object' || given === null) refuse('malformed');
  const prototype: unknown = Object.getPrototypeOf(given);
  if (prototype !== null && prototype !== Object.prototype) refuse('malformed');
  for (const name of Reflect.ownKeys(given)) {
    const field = Object.getOwnPropertyDescriptor(given, name);
    const isPlain = field?.enumerable === true && 'value' in field;
    if (typeof name !== 'string' || !isPlain || !Object.hasOwn(shape, name)) refuse('malformed');
  }
  const copy: Record<string, unknown> = { ...given };
  for (const [name, test] of Object.entries(shape)) if (!test(copy[name])) refuse('malformed');
  return copy as T;
}

// What a value may be

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
const isShare = (value: number): boolean => value >= 0 && value <= 1;

/** Lengths are counted in code points. */
function checkLength(text: string, least: number, most: number): void {
  const { length } = [...text];
  if (length < least || length > most) refuse('bad-text');
}

/** The key an alias stands for; any other key stays as it is. */
function canonicalKey(policy: Policy, key: string): string {
  const rule = policy.find(({ aliases }) => aliases !== undefined && Object.hasOwn(aliases, key));
  return rule?.aliases?.[key] ?? key;
}

/** The fact as it is kept, where the policy allows it on this evidence. */
function candidateOf(policy: Policy, given: Fact, evidence: unknown, now: number) {
  const { scope, kind, value, sourceRef, observedAt, confidence = 1, expiresAt = null } = given;
  const key = canonicalKey(policy, given.key);
  const rules = policy.filter((rule) => rule.kind === kind);
  if (rules.length === 0) refuse('unknown-kind');
  const rule = rules.find(({ keys }) =>
    'startsWith' in keys ? key.startsWith(keys.startsWith) : keys.includes(key),
  );
  if (rule === undefined) refuse('wrong-key');
  if (evidence !== rule.evidence) refuse('no-evidence');
  const fits =
    'exactly' in rule.scope
      ? scope === rule.scope.exactly
      : scope.startsWith(rule.scope.startsWith);
  if (!fits) refuse('wrong-scope');
  for (const text of [scope, key]) checkLength(text, 1, 128);
  for (const text of [value, sourceRef]) checkLength(text, 1, 300);
  if (rule.values !== undefined && !rule.values.includes(value)) refuse('bad-value');
  if (!isCount(now) || !isCount(observedAt)) refuse('bad-time');
  if (observedAt > now) refuse('future-observation');
  if (!isShare(confidence)) refuse('bad-confidence');
  if (expiresAt !== null && !(isCount(expiresAt) && expiresAt > now)) refuse('bad-expiry');
  // Adding 0 turns -0 into 0.
  const numbers = { observedAt: observedAt + 0, confidence: confidence + 0, expiresAt };
  return { scope, kind, key, value, sourceRef, ...numbers, evidence: rule.evidence };
}

// What is kept, and who sees it

type Person = Pick<Identity, 'tenant' | 'subject'>;

const isOf = (row: Person, who: Person): boolean =>
  `${row.tenant}/${row.subject}` === `${who.tenant}/${who.subject}`;

const hasEnded = ({ expiresAt }: Row, now: number): boolean =>
  expiresAt !== null && expiresAt <= now;

const isActive = (row: Row, now: number): boolean =>
  row.deletedAt === null && !hasEnded(row, now) && row.updatedAt <= now;

const holds = ({ value }: Row, text: string): boolean => value.includes(text.trim());

/** Below zero where the first text stands first, code point by code point. */
function compareTexts(one: string, other: string): number {
  const [left, right] = [[...one], [...other]];
  const at = left.findIndex((point, index) => point !== right[index]);
  if (at < 0) return left.length - right.length;
  return (left[at]?.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? -1);
}

const byRecency = (one: Row, other: Row): number =>
  other.updatedAt - one.updatedAt ||
  compareTexts(one.key, other.key) ||
  other.confidence - one.confidence;

/** What a search hands out of a record. */
function found(row: Row) {
  const { tenant: _t, subject: _s, deletedAt: _d, actor: _a, provenance: _p, ...fact } = row;
  return fact;
}

/** What a prompt is given is data: it gives nobody the right to do anything. */
const envelope = (facts: readonly ReturnType<typeof found>[]) =>
  ({ type: 'untrusted_memory_data', actionAuthority: false, facts }) as const;

/** The memory of one identity in a table. */
function openMemory(table: Table, who: Identity, checkOpen: () => void) {
  function checkScope(scope: string): void {
    if (!who.scopes.includes(scope)) refuse('scope');
  }
  function rowAt(scope: string, key: string): Row | undefined {
    return table.rows.find((row) => isOf(row, who) && row.scope === scope && row.key === key);
  }

  function remember(given: Fact, terms: RememberTerms): number {
    checkOpen();
    const asked = readShape<Fact>(given, factShape);
    const { evidence, expectedVersion, now } = readShape<RememberTerms>(terms, rememberShape);
    const fact = candidateOf(table.policy, asked, evidence, now);
    if (!isCount(expectedVersion)) refuse('bad-version');
    checkScope(fact.scope);
    const row = rowAt(fact.scope, fact.key);
    if (row === undefined) {
      if (expectedVersion !== 0) refuse('missing');
      const { tenant, subject } = who;
      const rest = { version: 1, deletedAt: null, actor: subject, provenance: null };
      table.rows.push({ tenant, subject, ...fact, updatedAt: now + 0, ...rest });
      return 1;
    }
    if (row.version !== expectedVersion) refuse('stale-version');
    if (row.deletedAt !== null) refuse('tombstoned');
    row.sourceRef = fact.sourceRef;
    if (fact.observedAt < row.observedAt) refuse('older-observation');
    if (now < row.updatedAt) refuse('clock-backwards');
    Object.assign(row, fact);
    row.updatedAt = now + 0;
    row.version += 1;
    return row.version;
  }

  function search(scope: string, asked: SearchTerms) {
    checkScope(scope);
    const { now, text = '', minConfidence = 0.8, limit = 8 } = asked;
    if (!isCount(now)) refuse('bad-time');
    if (!Number.isInteger(limit) || limit < 1 || limit > 20) refuse('bad-limit');
    if (!isShare(minConfidence)) refuse('bad-threshold');
    checkLength(text, 0, 300);
    return table.rows
      .filter((row) => isOf(row, who) && row.scope === scope && isActive(row, now))
      .filter((row) => row.confidence >= minConfidence && holds(row, text))
      .toSorted(byRecency)
      .slice(0, limit)
      .map(found);
  }

  /** The record that may be forgotten or restored, and when. */
  function decide(scope: string, name: string, terms: DecisionTerms) {
    checkOpen();
    if (!isText(scope) || !isText(name)) refuse('malformed');
    const asked = readShape<DecisionTerms>(terms, decisionShape);
    const { expectedVersion, now, userConfirmed } = asked;
    if (userConfirmed !== true) refuse('not-confirmed');
    if (!isCount(now)) refuse('bad-time');
    if (!isCount(expectedVersion)) refuse('bad-version');
    const key = canonicalKey(table.policy, name);
    checkLength(key, 1, 128);
    checkScope(scope);
    const row = rowAt(scope, key);
    if (row === undefined) refuse('missing');
    if (now < row.updatedAt) refuse('clock-backwards');
    return { row, now: now + 0 };
  }
  function settle(row: Row, now: number, deletedAt: number | null): number {
    row.deletedAt = deletedAt;
    row.updatedAt = now;
    row.version += 1;
    return row.version;
  }

  return {
    remember,
    search(scope: string, terms: SearchTerms) {
      checkOpen();
      if (!isText(scope)) refuse('malformed');
      return search(scope, readShape(terms, searchShape));
    },
    context(scope: string, terms: Pick<SearchTerms, 'now'>) {
      checkOpen();
      if (!isText(scope)) refuse('malformed');
      const facts = search(scope, readShape(terms, contextShape));
      return facts.length === 0 ? table.nothing : envelope(facts);
    },
    forget(scope: string, key: string, terms: DecisionTerms) {
      const { row, now } = decide(scope, key, terms);
      if (row.deletedAt !== null) refuse('tombstoned');
      return settle(row, now, now);
    },
    restore(scope: string, key: string, terms: DecisionTerms) {
      const { row, now } = decide(scope, key, terms);
      if (row.deletedAt === null) refuse('not-tombstoned');
      if (row.expiresAt !== null && row.expiresAt < now) refuse('expired');
      return settle(row, now, null);
    },
    inspect(scope: string, name: string) {
      checkOpen();
      if (!isText(scope) || !isText(name)) refuse('malformed');
      const key = canonicalKey(table.policy, name);
      checkLength(key, 1, 128);
      checkScope(scope);
      const row = rowAt(scope, key);
      return row && { ...row };
    },
  } satisfies Memory;
}

function openStore(table: Table): MemoryStore {
  let closed = false;
  function checkOpen(): void {
    if (closed) refuse('closed');
  }
  return {
    as(identity) {
      checkOpen();
      const { tenant, subject, scopes } = readShape<Identity>(identity, identityShape);
      for (const name of [tenant, subject, ...scopes]) checkLength(name, 1, 128);
      return openMemory(table, { tenant, subject, scopes: [...scopes] }, checkOpen);
    },
    close() {
      closed = true;
    },
    get policy() {
      return table.policy;
    },
    get closed() {
      return closed;
    },
  };
}

/** Tables by the folder they were opened in. */
const tables = new Map<string, Table>();

const backend: StoreUnderTest = {
  name: 'capstone',
  capabilities: [
    'versions',
    'expiry',
    'tombstones',
    'evidence',
    'confidence',
    'text-search',
    'inspect',
  ],
  open({ directory, policy }) {
    const table = emptyTable(policy);
    tables.set(directory, table);
    return openStore(table);
  },
  reset(policy, directory) {
    const table = tables.get(directory);
    if (table !== undefined) Object.assign(table, emptyTable(policy));
  },
  records(directory) {
    return (tables.get(directory)?.rows ?? []).map((row) => ({ ...row }));
  },
  destroy() {
    tables.clear();
  },
};

export default backend;
