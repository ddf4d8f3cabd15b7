// A maintainer's module: whether its default export is a store under test, and what is missing where it is not.
import { capabilities } from '../contract/port.js';
import type { Capability, MemoryStore, OpenEnvironment, StoreUnderTest } from '../contract/port.js';
import { type Policy, readPolicy } from '../contract/policy.js';
import { defaultDeadline, inTime } from '../engine/deadline.js';
import { reasonOf, Usage } from './usage.js';

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isCapability = (name: unknown): name is Capability =>
  typeof name === 'string' && Object.hasOwn(capabilities, name);

const optionalMethods = ['reset', 'records', 'destroy'] as const;

/** A store under test as far as a look at it can tell; throws the first thing that is missing. */
function checkFields(exported: Fields, spec: string): StoreUnderTest {
  const lacking = (what: string, remedy: string): never => {
    throw new Usage(`The default export of ${spec} ${what}: ${remedy}.`);
  };
  if (typeof exported['open'] !== 'function')
    lacking('has no open(environment)', 'add it, it returns a store with as(identity) and close()');
  if (typeof exported['name'] !== 'string' || exported['name'].trim() === '')
    lacking('has no name', 'add one, reports and replay files use it');
  const claimed = exported['capabilities'];
  if (!Array.isArray(claimed))
    return lacking('has no list of capabilities', 'add one, an empty list claims nothing');
  const unknown = claimed.findIndex((each) => !isCapability(each));
  if (unknown >= 0)
    lacking(
      `claims ${JSON.stringify(claimed[unknown]) ?? 'nothing'}, which is no capability`,
      `the capabilities are ${Object.keys(capabilities).join(', ')}`,
    );
  for (const method of optionalMethods)
    if (exported[method] !== undefined && typeof exported[method] !== 'function')
      lacking(`has a ${method} that is no function`, 'make it one, or leave it out');
  if (exported['version'] !== undefined && typeof exported['version'] !== 'string')
    lacking('has a version that is no text', 'make it one, or leave it out');
  return exported as unknown as StoreUnderTest;
}

/** Opens a handle and looks at it: a store that cannot even be asked is no store. */
async function openChecked(
  sut: StoreUnderTest,
  spec: string,
  environment: OpenEnvironment,
  deadline: number,
): Promise<MemoryStore> {
  let store: unknown;
  try {
    store = await inTime(sut.open(environment), deadline);
  } catch (thrown) {
    throw new Usage(`${spec} cannot open its store (${reasonOf(thrown)}): mend its open().`);
  }
  for (const method of ['as', 'close'])
    if (!isObject(store) || typeof store[method] !== 'function')
      throw new Usage(
        `What open() of ${spec} returns has no ${method}(): ` +
          'return a store with as(identity) and close().',
      );
  return store as MemoryStore;
}

/** Asks a memory once for what every memory must have. */
function checkMemory(store: MemoryStore, spec: string): void {
  let memory: unknown;
  try {
    memory = store.as({ tenant: 'acme', subject: 'lin', scopes: ['profile'] });
  } catch (thrown) {
    throw new Usage(`${spec} gives no memory (${reasonOf(thrown)}): mend its as(identity).`);
  }
  for (const method of ['remember', 'search'])
    if (!isObject(memory) || typeof memory[method] !== 'function')
      throw new Usage(
        `The memory that as(identity) of ${spec} returns has no ${method}(): every memory needs it.`,
      );
}

function readOwnPolicy(policy: unknown, spec: string): Policy {
  try {
    return readPolicy(policy);
  } catch (thrown) {
    throw new Usage(
      `The policy of ${spec} is none (${reasonOf(thrown)}): mend it, or leave it out.`,
    );
  }
}

/**
 * Reads a module's default export: a store under test, or a function that returns one. Its first
 * opening is checked too. Throws `Usage`, one sentence that says what is missing.
 */
export async function readAdapter(
  exported: unknown,
  spec: string,
  url: string,
  deadline = defaultDeadline,
): Promise<StoreUnderTest> {
  if (exported === undefined)
    throw new Usage(
      `${spec} has no default export: export a store under test, or a function that returns one.`,
    );
  let made = exported;
  if (typeof exported === 'function')
    try {
      made = await inTime(exported(), deadline);
    } catch (thrown) {
      throw new Usage(
        `The default export of ${spec} throws (${reasonOf(thrown)}): ` +
          'it must return a store under test.',
      );
    }
  if (!isObject(made))
    throw new Usage(
      `The default export of ${spec} is no store under test: ` +
        'export an object with name, capabilities and open(environment).',
    );
  const sut = checkFields(made, spec);
  let looked = false;
  return {
    name: sut.name,
    capabilities: [...sut.capabilities],
    module: sut.module ?? url,
    ...(sut.version === undefined ? {} : { version: sut.version }),
    ...(sut.policy === undefined ? {} : { policy: readOwnPolicy(sut.policy, spec) }),
    async open(environment) {
      if (looked) return sut.open(environment);
      const store = await openChecked(sut, spec, environment, deadline);
      checkMemory(store, spec);
      looked = true;
      return store;
    },
    ...(sut.reset === undefined
      ? {}
      : { reset: (policy: Policy, directory: string) => sut.reset?.(policy, directory) }),
    ...(sut.records === undefined
      ? {}
      : { records: (directory: string) => sut.records?.(directory) ?? [] }),
    ...(sut.destroy === undefined ? {} : { destroy: () => sut.destroy?.() }),
  };
}
