// An operation and an identity as a person reads them.
import type { Identity } from '../contract/identity.js';
import type { DigestOf, Forgery, Label, Operation } from '../contract/operations.js';
import { isPlainObject } from '../contract/shapes.js';
import { anyName, details, factDetails, factWords } from './details.js';
import { type Emphasis, noEmphasis } from './emphasis.js';
import { nameWords, namesWords, valueWords } from './values.js';

/** An operation in three columns: who asks, what is asked, and under which terms. */
export interface OperationWords {
  readonly who: string;
  readonly what: string;
  readonly how: string;
}

type WhatAndHow = Omit<OperationWords, 'who'>;

/** An identity as `tenant/subject`; with the scopes it was granted where they matter. */
export function identityWords(identity: Identity, withScopes = false): string {
  const scopes = scopesOf(identity);
  const who = `${anyName(identity.tenant)}/${anyName(identity.subject)}`;
  if (scopes === undefined) return `${who}, who is nobody`;
  return withScopes ? `${who} [${namesWords(scopes)}]` : who;
}

/** What an identity may open; undefined where that is no list of names: nobody has such an identity. */
export function scopesOf(identity: Identity): readonly string[] | undefined {
  const scopes: unknown = identity.scopes;
  const isList = Array.isArray(scopes) && scopes.every((scope) => typeof scope === 'string');
  return isList ? scopes : undefined;
}

const place = (scope: unknown, key: unknown): string => `${anyName(scope)}/${anyName(key)}`;

function invocationWords(invocation: Label | Forgery): string {
  if (typeof invocation === 'string') return `with ${nameWords(invocation)}`;
  const of = nameWords(invocation.of);
  switch (invocation.forged) {
    case 'clone':
      return `with a clone of ${of}`;
    case 'hand-built':
      return `with a hand-built copy of ${of}`;
    case 'other-runtime':
      return `with one like ${of} of another runtime`;
  }
}

function digestWords(digest: DigestOf, proposal: Label): readonly string[] {
  if ('text' in digest) return [`with the digest ${valueWords(digest.text)}`];
  return digest.of === proposal ? [] : [`with the digest of ${nameWords(digest.of)}`];
}

const say = (what: string, ...how: readonly string[]): WhatAndHow => ({
  what,
  how: how.join(', '),
});

/** remember, prepare, propose, create and update: what holds a fact. */
function aboutFact(
  operation: Operation & { do: 'remember' | 'prepare' | 'propose' | 'create' | 'update' },
  emphasis: Emphasis,
): WhatAndHow {
  const terms = (argument: unknown, ...required: readonly string[]): readonly string[] =>
    details(argument, { required }, emphasis);
  switch (operation.do) {
    case 'remember': {
      const given = terms(operation.terms, 'expectedVersion', 'now', 'evidence');
      const { fact } = operation;
      return say(`remember ${factWords(fact)}`, ...given, ...factDetails(fact, emphasis));
    }
    case 'prepare':
    case 'propose': {
      const { candidate, label } = operation;
      const own = operation.do === 'prepare' ? ['attemptedVersion', 'evidence'] : ['provenance'];
      const given = [...terms(operation.terms, 'now', ...own), ...factDetails(candidate, emphasis)];
      return say(`${operation.do} ${factWords(candidate)}`, `as ${nameWords(label)}`, ...given);
    }
    case 'create':
    case 'update': {
      const { payload } = operation;
      const given = operation.do === 'update' ? terms(operation.terms, 'expectedVersion') : [];
      const how = [...given, invocationWords(operation.invocation)];
      const what = `${operation.do} ${factWords(payload, false)}`;
      return say(what, ...how, ...factDetails(payload, emphasis));
    }
  }
}

/** resolve and confirm: what decides about something that was labelled. */
function aboutDecision(
  operation: Operation & { do: 'resolve' | 'confirm' },
  emphasis: Emphasis,
): WhatAndHow {
  const { decision } = operation;
  if (operation.do === 'confirm') {
    const given = details(decision, { required: ['now', 'confirmed'] }, emphasis);
    const digest = digestWords(operation.digest, operation.proposal);
    return say(`confirm ${nameWords(operation.proposal)}`, ...digest, ...given);
  }
  const choice = isPlainObject(decision) ? anyName(decision['choice']) : valueWords(decision);
  const given = details(decision, { required: ['now', 'approved'], told: ['choice'] }, emphasis);
  return say(`resolve ${nameWords(operation.case)} ${choice}`, ...given);
}

function aboutInvoke(operation: Operation & { do: 'invoke' }, emphasis: Emphasis): WhatAndHow {
  const { request } = operation;
  const label = `as ${nameWords(operation.label)}`;
  if (!isPlainObject(request)) return say(`invoke ${valueWords(request)}`, label);
  const what = `invoke ${anyName(request['scope'])} by ${anyName(request['provenance'])}`;
  const given = details(request, { required: ['now'], told: ['scope', 'provenance'] }, emphasis);
  return say(what, label, ...given);
}

function about(operation: Operation, emphasis: Emphasis): WhatAndHow {
  switch (operation.do) {
    case 'search':
    case 'context': {
      const given = details(operation.terms, { required: ['now'] }, emphasis);
      return say(`${operation.do} ${anyName(operation.scope)}`, ...given);
    }
    case 'forget':
    case 'restore': {
      const required = ['expectedVersion', 'now', 'userConfirmed'];
      const given = details(operation.terms, { required }, emphasis);
      return say(`${operation.do} ${place(operation.scope, operation.key)}`, ...given);
    }
    case 'inspect':
      return say(`inspect ${place(operation.scope, operation.key)}`);
    case 'read':
      return say(`read ${anyName(operation.key)}`, invocationWords(operation.invocation));
    case 'resolve':
    case 'confirm':
      return aboutDecision(operation, emphasis);
    case 'invoke':
      return aboutInvoke(operation, emphasis);
    case 'records':
      return say('read every record as it is stored');
    case 'close':
      return say('close the handle');
    case 'reopen':
      return say(
        'close all handles and open again',
        ...(operation.policy === undefined ? [] : ['under another policy']),
      );
    default:
      return aboutFact(operation, emphasis);
  }
}

/** Who asks: an identity, the runtime, or the host that owns the store. */
function asker(operation: Operation, { scopes }: Emphasis): string {
  if ('as' in operation) return identityWords(operation.as, scopes);
  return 'invocation' in operation || operation.do === 'invoke' ? 'runtime' : 'host';
}

/** An operation in words; any handle but the first is named. */
export function operationWords(
  operation: Operation,
  client = 0,
  emphasis: Emphasis = noEmphasis,
): OperationWords {
  const handle = client === 0 ? '' : ` on handle ${client + 1}`;
  return { who: `${asker(operation, emphasis)}${handle}`, ...about(operation, emphasis) };
}
