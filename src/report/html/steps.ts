// The calls of a counterexample as a list; each opens to the answers and records of both sides.
import { refusals } from '../../contract/refusals.js';
import type { Outcome } from '../../contract/operations.js';
import type { Counterexample, ReportedStep } from '../../engine/result.js';
import { isDifferent } from '../difference.js';
import { type Emphasis, emphasisOf } from '../emphasis.js';
import { outcomeWords } from '../outcome.js';
import { partingWords } from '../steps.js';
import { operationWords } from '../words.js';
import { answerRows } from './answer.js';
import { type Markup, markup, type Piece, slug } from './markup.js';
import { holdSame, stateBodies } from './state.js';

/** The id of a property's part of the page. */
export const propertyAnchor = (property: string): string => `property-${slug(property)}`;

/** The id of a step; steps count from 1. */
export const stepAnchor = (property: string, number: number): string =>
  `${propertyAnchor(property)}-step-${number}`;

/** Where model and store part: the last step, except between threads. */
export function partingAt(steps: readonly ReportedStep[]): number {
  const at = steps.findLastIndex(({ expected, actual }) => isDifferent(expected, actual));
  return at < 0 ? steps.length - 1 : at;
}

/** What a refusal means, for a reader who does not know its code. */
export function refusalMeaning(outcome: Outcome): string | undefined {
  if (!('code' in outcome)) return undefined;
  return Object.hasOwn(refusals, outcome.code) ? refusals[outcome.code].doc : undefined;
}

/** The call in one line: who asks, what, under which terms. */
export const callWords = ({ call }: ReportedStep, emphasis: Emphasis): string => {
  const { who, what, how } = operationWords(call.operation, call.client, emphasis);
  return `${who}: ${what}${how === '' ? '' : `, ${how}`}`;
};

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
function stepTable(step: ReportedStep, before: ReportedStep | undefined, number: number): Markup {
  return markup`<div class="scroll" tabindex="0" role="group" aria-label="Model and store after call ${number}">
<table class="sides"><caption class="hidden">Answer to call ${number}, and what model and store hold after it</caption>
<thead><tr><td></td><th scope="col">Model <small>how it must be</small></th><th scope="col">Store <small>how it is</small></th></tr></thead>
<tbody>${answerRows(step)}</tbody>
${step.state === undefined ? undefined : stateBodies(step.state, before?.state)}</table></div>
`;
}

function outcomePiece(step: ReportedStep, parts: boolean): Piece {
  const { wanted, got } = partingWords(step);
  if (!parts && !isDifferent(step.expected, step.actual))
    return markup`<span class="came">→ ${outcomeWords(step.call.operation.do, step.actual)}</span>`;
  return markup`<span class="came"><span class="wanted">right answer: ${wanted}</span><br>
<span class="got">${wanted === got ? `the store: ${got}, but not as it must be` : `the store: ${got}`}</span></span>`;
}

/**
 * The steps as a list of disclosures that needs no script: the one where model and store part
 * is open.
 */
export function stepList({ property, steps }: Counterexample): Markup {
  const emphasis = emphasisOf(steps);
  const parting = partingAt(steps);
  const group = `steps-${slug(property)}`;
  const item = (step: ReportedStep, at: number): Markup => {
    const last = at === parting;
    const { who, what, how } = operationWords(step.call.operation, step.call.client, emphasis);
    const note = stateNote(step, last);
    return markup`<li><details class="step${last ? ' parts' : ''}" name="${group}"${
      last ? markup` open` : undefined
    }>
<summary${last ? markup` aria-current="step"` : undefined}><span class="number">${
      last ? markup`<span aria-hidden="true">✗ </span>` : undefined
    }${at + 1}</span><span class="call"><span class="who">${who}</span> <code>${what}</code>${
      how === '' ? undefined : markup` <span class="how">${how}</span>`
    }${last ? markup` <strong class="here">here they part</strong>` : undefined}</span>
${outcomePiece(step, last)}</summary>
<div class="state" id="${stepAnchor(property, at + 1)}">
${note === undefined ? undefined : markup`<p class="note">${note}</p>`}
${stepTable(step, steps[at - 1], at + 1)}</div></details></li>
`;
  };
  return markup`<ol class="steps" aria-label="Calls that break ${property}">
${steps.map(item)}</ol>
`;
}
