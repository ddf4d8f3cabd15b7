// The calls of a counterexample as TypeScript: one awaited comparison for each, labels as variables.
import type { z } from 'zod';
import { ContextTerms, DecisionTerms, Fact, RememberTerms, SearchTerms } from '../contract/fact.js';
import { Identity } from '../contract/identity.js';
import { InvocationRequest, Payload, UpdateTerms } from '../contract/invocation.js';
import type {
  Call,
  Forgery,
  Label,
  Operation,
  OperationName,
  Outcome,
} from '../contract/operations.js';
import { defaultPolicy, type Policy } from '../contract/policy.js';
import { Confirmation, ProposeTerms } from '../contract/proposal.js';
import { Decision, PrepareTerms } from '../contract/review.js';
import { isPlainObject, text } from '../contract/shapes.js';
import type { Counterexample } from '../engine/result.js';
import { emphasisOf } from './emphasis.js';
import { fieldLiteral as field, isOdd, literal, textLiteral } from './literal.js';
import { outcomeWords } from './outcome.js';
import { createNames, plainName } from './program-names.js';
import { operationWords } from './words.js';

/** What the frame of a program has to provide. */
export interface ProgramCalls {
  /** The lines of the calls, indented by two. */
  readonly lines: readonly string[];
  /** Constants before the calls: people, policies, the principal. */
  readonly constants: readonly string[];
  /** Values of the package that the lines use. */
  readonly imports: ReadonlySet<string>;
  readonly readsRecords: boolean;
}

export interface CallOptions {
  /** Fields that are not compared. */
  readonly ignored: ReadonlySet<string>;
  /** Whether arguments are scribbled on afterwards. */
  readonly lends: boolean;
  /** Whether `open` takes the number of the handle. */
  readonly numbersHandles: boolean;
}

const fits = (schema: z.ZodType, value: unknown): boolean =>
  !isOdd(value) && schema.safeParse(value).success;

/** What is asked of a memory; the other operations name their caller to a service. */
const ofMemory: ReadonlySet<OperationName> = new Set<OperationName>([
  'remember',
  'search',
  'context',
  'inspect',
  'forget',
  'restore',
]);

const isName = (name: string): boolean => name !== '' && [...name].length <= 128;

/** Whether somebody can have this identity; a store refuses any other at once (contract section 2). */
const isSomebody = (identity: Identity): boolean =>
  fits(Identity, identity) && [identity.tenant, identity.subject, ...identity.scopes].every(isName);

/** The expected outcome without what is not compared. */
function comparedPart(outcome: Outcome, ignored: ReadonlySet<string>): unknown {
  const part = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(part);
    if (!isPlainObject(value)) return value;
    const kept = Object.entries(value).filter(([name]) => !ignored.has(name));
    return Object.fromEntries(kept.map(([name, inner]) => [name, part(inner)]));
  };
  if (!('ok' in outcome)) return outcome;
  const isVersion = typeof outcome.ok === 'number' && ignored.has('version');
  return { ok: isVersion ? 'a version' : part(outcome.ok) };
}

/** A handle: its variable, and that of its proposals. */
interface HandleNames {
  readonly store: string;
  readonly proposals: string;
  isOpen: boolean;
  isDeclared: boolean;
}

/** A call on one line where it fits, else with a line for each argument. */
function called(callee: string, ...given: readonly string[]): string {
  const inline = `${callee}(${given.join(', ')})`;
  if (!inline.includes('\n') && inline.length <= 90) return inline;
  return `${callee}(\n${given.map((each) => `      ${each},\n`).join('')}    )`;
}

const uses = (steps: Counterexample['steps'], ...names: readonly Operation['do'][]): boolean =>
  steps.some(({ call }) => names.includes(call.operation.do));

/** Writes the calls, in order. */
export function programCalls(
  { setup, steps }: Counterexample,
  { ignored, lends, numbersHandles }: CallOptions,
): ProgramCalls {
  const names = createNames();
  const imports = new Set<string>();
  const constants: string[] = [];
  const lines: string[] = [];
  const people = new Map<string, string>();
  const policies = new Map<string, string>();
  const labels = new Map<Label, string>();
  const handles = new Map<number, HandleNames>();
  const memories = new Map<string, string>();
  const closed = new Set<number>();
  const emphasis = emphasisOf(steps);
  const reopens = uses(steps, 'reopen');
  const queues = uses(steps, 'prepare', 'resolve');
  const runs = uses(steps, 'invoke', 'create', 'update', 'read');
  const proposes = (client: number): boolean =>
    uses(
      steps.filter(({ call }) => call.client === client),
      'propose',
      'confirm',
    );
  let policy = setup.policy;

  function person(identity: Identity): string {
    const content = literal(identity);
    const known = people.get(content);
    if (known !== undefined) return known;
    const name = names.fresh(plainName(String(identity.subject), 'caller'));
    people.set(content, name);
    const cast = fits(Identity, identity) ? '' : ' as never';
    constants.push(`const ${name} = ${content}${cast};`);
    return name;
  }
  function policyName(of: Policy): string {
    const content = JSON.stringify(of);
    if (content === JSON.stringify(defaultPolicy)) {
      imports.add('defaultPolicy');
      return 'defaultPolicy';
    }
    const known = policies.get(content);
    if (known !== undefined) return known;
    const name = policies.size === 0 ? 'policy' : names.fresh('policy');
    policies.set(content, name);
    imports.add('type Policy');
    constants.push(`const ${name}: Policy = ${literal(of)};`);
    return name;
  }

  /** An argument; `as never` stands behind what its type does not allow. */
  function argument(schema: z.ZodType, value: unknown, isLent = false): string {
    const written = literal(value, '      ') + (fits(schema, value) ? '' : ' as never');
    const isCopied = isPlainObject(value) && !Object.isFrozen(value);
    return lends && isLent && isCopied ? `lend(${written})` : written;
  }
  const lent = (schema: z.ZodType, value: unknown): string => argument(schema, value, true);

  /** Lines that open a handle, with the services that live on it. */
  function opening(client: number, pad = '  '): readonly string[] {
    const known = handles.get(client);
    const store =
      known?.store ?? (client === 0 ? 'store' : names.fresh(client === 1 ? 'second' : 'another'));
    const proposals = known?.proposals ?? (client === 0 ? 'proposals' : names.fresh('proposals'));
    const word = known?.isDeclared === true ? '' : reopens ? 'let ' : 'const ';
    handles.set(client, { store, proposals, isOpen: true, isDeclared: true });
    const given = numbersHandles ? `${client}, ${policyName(policy)}` : policyName(policy);
    const made = [`${pad}${word}${store} = await open(${given});`];
    if (client === 0 && queues) {
      imports.add('createReviewQueue');
      made.push(`${pad}${word}queue = createReviewQueue(${store}, ${person(setup.owner)});`);
    }
    if (client === 0 && runs) {
      imports.add('createRuntime');
      if (word !== '') {
        imports.add('type Principal');
        constants.push(`const principal: Principal = ${literal(setup.principal)};`);
      }
      made.push(`${pad}${word}runtime = createRuntime(${store}, principal);`);
    }
    if (proposes(client)) {
      imports.add('createProposals');
      made.push(`${pad}${word}${proposals} = createProposals(${store});`);
    }
    return made;
  }
  const handle = (client: number): HandleNames => handles.get(client) as HandleNames;

  function invocation(named: Label | Forgery): string {
    if (typeof named === 'string') return labels.get(named) ?? '{} as never';
    const original = labels.get(named.of);
    if (original === undefined)
      return `{ scope: 'profile', provenance: 'user-confirmed', now: 100 }`;
    if (named.forged === 'clone') return `structuredClone(${original})`;
    const fields = `{ scope: ${original}.scope, provenance: ${original}.provenance, now: ${original}.now }`;
    return named.forged === 'hand-built'
      ? fields
      : `createRuntime(store, principal).invoke(${fields})`;
  }
  function confirmation(operation: Operation & { do: 'confirm' }): string {
    const { decision, digest, proposal } = operation;
    if (!isPlainObject(decision)) return `${literal(decision)} as never`;
    const id = labels.has(proposal) ? `${labels.get(proposal)}.id` : textLiteral(proposal);
    const of =
      'text' in digest
        ? textLiteral(digest.text)
        : labels.has(digest.of)
          ? `${labels.get(digest.of)}.digest`
          : textLiteral('no digest of anything');
    const isTyped = fits(Confirmation, { id: '', digest: '', ...decision });
    const rest = Object.entries(decision).map(([name, value]) => `, ${field(name, value)}`);
    const named = Object.hasOwn(decision, 'id') || Object.hasOwn(decision, 'digest');
    const fields = named ? `, ...${literal({ ...decision })}` : rest.join('');
    return `{ id: ${id}, digest: ${of}${fields} }${isTyped ? '' : ' as never'}`;
  }
  /** A memory; one that must outlive the closing of its handle is made once, as a variable. */
  function memoryOf(client: number, identity: Identity): string {
    const made = `${handle(client).store}.as(${person(identity)})`;
    // Nobody gets no memory: asking for one is part of the call.
    if (!isSomebody(identity)) return made;
    if (!steps.some(({ call }) => call.client === client && call.operation.do === 'close'))
      return made;
    const known = memories.get(made);
    // A handle that is closed gives no new memory: asking it is part of the call.
    if (known !== undefined || closed.has(client)) return known ?? made;
    const name = names.fresh('memory');
    memories.set(made, name);
    lines.push(`  const ${name} = ${made};`);
    return name;
  }
  /** The call as an expression. */
  function expression({ client, operation }: Call): string {
    const { store, proposals } = handle(client);
    const memory =
      'as' in operation && ofMemory.has(operation.do) ? memoryOf(client, operation.as) : '';
    switch (operation.do) {
      case 'remember':
        return called(
          `${memory}.remember`,
          lent(Fact, operation.fact),
          lent(RememberTerms, operation.terms),
        );
      case 'search':
        return called(
          `${memory}.search`,
          argument(text, operation.scope),
          argument(SearchTerms, operation.terms),
        );
      case 'context':
        return called(
          `${memory}.context?.`,
          argument(text, operation.scope),
          argument(ContextTerms, operation.terms),
        );
      case 'inspect':
        return called(
          `${memory}.inspect?.`,
          argument(text, operation.scope),
          argument(text, operation.key),
        );
      case 'forget':
      case 'restore':
        return called(
          `${memory}.${operation.do}?.`,
          argument(text, operation.scope),
          argument(text, operation.key),
          lent(DecisionTerms, operation.terms),
        );
      case 'prepare':
        return called(
          'queue.prepare',
          person(operation.as),
          lent(Fact, operation.candidate),
          lent(PrepareTerms, operation.terms),
        );
      case 'resolve': {
        const known = labels.get(operation.case);
        const id = known === undefined ? textLiteral(operation.case) : `${known}.id`;
        return called(
          'queue.resolve',
          person(operation.as),
          id,
          lent(Decision, operation.decision),
        );
      }
      case 'invoke':
        return called('runtime.invoke', lent(InvocationRequest, operation.request));
      case 'create':
        return called(
          'runtime.create',
          invocation(operation.invocation),
          lent(Payload, operation.payload),
        );
      case 'update':
        return called(
          'runtime.update',
          invocation(operation.invocation),
          lent(Payload, operation.payload),
          lent(UpdateTerms, operation.terms),
        );
      case 'read':
        return called(
          'runtime.read',
          invocation(operation.invocation),
          argument(text, operation.key),
        );
      case 'propose':
        return called(
          `${proposals}.propose`,
          person(operation.as),
          lent(Fact, operation.candidate),
          lent(ProposeTerms, operation.terms),
        );
      case 'confirm':
        return called(`${proposals}.confirm`, person(operation.as), confirmation(operation));
      case 'close':
        closed.add(client);
        return `${store}.close()`;
      case 'records':
        return 'records()';
      case 'reopen':
        return reopening(operation);
    }
  }
  /** All handles are closed; the first one is opened again, with its services. */
  function reopening(operation: Operation & { do: 'reopen' }): string {
    const closing = [...handles.values()]
      .filter(({ isOpen }) => isOpen)
      .map(({ store }) => `    await ${store}.close();`);
    for (const each of handles.values()) each.isOpen = false;
    memories.clear();
    closed.clear();
    policy = operation.policy ?? policy;
    return ['{', ...closing, ...opening(0, '    '), '  }'].join('\n');
  }
  /** `const review = ` where a later call names what this one returns. */
  function declaration({ operation }: Call, expected: Outcome, at: number): string {
    if (!('label' in operation) || !('ok' in expected)) return '';
    const { label } = operation;
    const later = steps
      .slice(at + 1)
      .map(({ call }) => JSON.stringify(call.operation, unseenNumbers));
    if (!later.some((written) => written.includes(JSON.stringify(label)))) return '';
    const wish = { prepare: 'review', propose: 'proposal', invoke: 'invocation' }[operation.do];
    const name = names.fresh(wish);
    labels.set(label, name);
    return `const ${name} = `;
  }

  lines.push(...opening(0));
  for (const [at, { call, expected, actual }] of steps.entries()) {
    const { operation, client } = call;
    if (handles.get(client)?.isOpen !== true) lines.push(...opening(client));
    const { what, how } = operationWords(operation, client, emphasis);
    lines.push('', `  // ${at + 1}. ${[what, how].filter((part) => part !== '').join(', ')}`);
    if (at === steps.length - 1) {
      const [wanted, got] = [expected, actual].map((each) => outcomeWords(operation.do, each));
      lines.push(`  //    expected  ${wanted}`, `  //    got       ${got}`);
    }
    const asked = expression(call);
    const closure = `${operation.do === 'reopen' ? 'async ' : ''}() => ${asked}`;
    const wanted = literal(comparedPart(expected, ignored), '  ');
    const start = `  ${declaration(call, expected, at)}await expect(${at + 1}, ${wanted}, `;
    const oneLine = `${start}${closure});`;
    const isShort = !oneLine.includes('\n') && oneLine.length <= 100;
    const isFlat = isShort || operation.do === 'reopen';
    lines.push(isFlat ? oneLine : `${start}() =>\n    ${asked},\n  );`);
  }
  const code = lines.slice(1).filter((line) => !line.startsWith('  //'));
  const opensOnly = !code.some((line) => /\bstore\b/.test(line));
  if (opensOnly) lines[0] = (lines[0] ?? '').replace('const store = ', '');
  return { lines, constants, imports, readsRecords: uses(steps, 'records') };
}

/** Operations are searched for labels alone: numbers that JSON lacks do not matter. */
const unseenNumbers = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? value.toString() : value;
