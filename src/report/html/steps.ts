// The calls of a counterexample as a list; each opens to the answers and records of both sides.
import type { Counterexample, ReportedStep } from '../../engine/result.js';
import { isDifferent } from '../difference.js';
import { emphasisOf } from '../emphasis.js';
import { outcomeWords } from '../outcome.js';
import { partingWords } from '../steps.js';
import { answerRows } from './answer.js';
import { addressWords, spelledWords } from './asker.js';
import { type Markup, markup, type Piece, slug } from './markup.js';
import { partingAt, refusalMeaning } from './parting.js';
import { holdSame, stateBodies } from './state.js';

/** The id of a property's part of the page. */
export const propertyAnchor = (property: string): string => `property-${slug(property)}`;

/** The id of a step; steps count from 1. */
export const stepAnchor = (property: string, number: number): string =>
  `${propertyAnchor(property)}-step-${number}`;

/** Fields of a record that a promise is about: they are never folded away. */
const fieldsOf: ReadonlyMap<string, readonly string[]> = new Map([
  ['cas', ['version']],
  ['clock-order', ['updatedAt']],
  ['confidence', ['confidence']],
  ['evidence', ['evidence', 'kind']],
  ['expiry', ['expiresAt']],
  ['observation-order', ['observedAt', 'confidence']],
  ['order-and-limit', ['updatedAt', 'confidence']],
  ['policy', ['kind']],
  ['provenance', ['actor', 'provenance']],
  ['tombstones', ['deletedAt']],
]);

function stateNote({ state }: ReportedStep, parts: boolean): string | undefined {
  if (state === undefined)
    return parts
      ? 'What both sides hold was not recorded here: only the answers are compared.'
      : 'What both sides hold was not recorded here.';
  const same = holdSame(state);
  if (same === undefined) return 'The store could not be looked into: only its answers are known.';
  if (same) return parts ? 'Both sides hold the same: only the answer is wrong.' : undefined;
  return 'What they hold differs: the rows marked “differs” say where.';
}

/** The answer and the records after the step. */
function stepTable(
  [before, step]: readonly [ReportedStep | undefined, ReportedStep],
  number: number,
  about: ReadonlySet<string>,
): Markup {
  return markup`<div class="scroll" tabindex="0" role="group" aria-label="Model and store after call ${number}">
<table class="sides"><caption class="hidden">Answer to call ${number}, and what model and store hold after it</caption>
<thead><tr><td></td><th scope="col">Model <small>how it must be</small></th><th scope="col">Store <small>how it is</small></th></tr></thead>
<tbody>${answerRows(step)}</tbody>
${step.state === undefined ? undefined : stateBodies(step.state, before?.state, about)}</table></div>
`;
}

function outcomePiece(step: ReportedStep, parts: boolean): Piece {
  const { wanted, got } = partingWords(step);
  if (!parts && !isDifferent(step.expected, step.actual))
    return markup`<span class="came">→ ${outcomeWords(step.call.operation.do, step.actual)}</span>`;
  const told = [refusalMeaning(step.expected), refusalMeaning(step.actual)].map((meaning) =>
    parts && meaning !== undefined ? markup` <small>${meaning}</small>` : undefined,
  );
  return markup`<span class="came"><span class="wanted">right answer: ${wanted}${told[0]}</span><br>
<span class="got">${wanted === got ? `the store: ${got}, but not as it must be` : `the store: ${got}`}${told[1]}</span></span>`;
}

/**
 * The steps as a list of disclosures that needs no script: the one where the store
 * answered otherwise is open.
 */
export function stepList({ property, steps }: Counterexample): Markup {
  const emphasis = emphasisOf(steps);
  const parting = partingAt(steps);
  const about = new Set([...emphasis.fields, ...(fieldsOf.get(property) ?? [])]);
  const group = `steps-${slug(property)}`;
  const item = (step: ReportedStep, at: number): Markup => {
    const last = at === parting;
    const { who, granted, what, how } = spelledWords(step, emphasis);
    const note = stateNote(step, last);
    const address = addressWords(step.call.operation);
    return markup`<li><details class="step${last ? ' parts' : ''}" name="${group}"${
      last ? markup` open` : undefined
    }>
<summary${last ? markup` aria-current="step"` : undefined}><span class="number">${
      last ? markup`<span aria-hidden="true">✗ </span>` : undefined
    }${at + 1}</span><span class="call"><span class="who">${granted === '' ? who : `${who}, ${granted}`}</span> <code>${what}</code>${
      how === '' ? undefined : markup` <span class="how">${how}</span>`
    }${last ? markup` <strong class="here">the store answered otherwise</strong>` : undefined}</span>
${outcomePiece(step, last)}</summary>
<div class="state" id="${stepAnchor(property, at + 1)}">
${note === undefined ? undefined : markup`<p class="note">${note}</p>`}${
      address === undefined
        ? undefined
        : markup`<p class="quiet">Asked for: <code>${address}</code></p>`
    }
${stepTable([steps[at - 1], step], at + 1, about)}</div></details></li>
`;
  };
  return markup`<ol class="steps" aria-label="Calls that break ${property}">
${steps.map(item)}</ol>
`;
}
