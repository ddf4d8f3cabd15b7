// Results are ordered and limited as the contract says.
import { accepts, type Property } from './property.js';

const lists: ReadonlySet<string> = new Set(['search', 'context']);

/** Two facts at least: order cannot be seen in one. */
const isCrowd = (answer: unknown): boolean =>
  Array.isArray(answer) ? answer.length > 1 : typeof answer === 'object';

export const orderAndLimit: Property = {
  id: 'order-and-limit',
  sentence:
    'Results come newest first, then surest, then by key in code point order, and the limit cuts last.',
  sections: [5],
  needs: [],
  atStake: (call, expected) =>
    accepts(expected) && lists.has(call.operation.do) && isCrowd(expected.ok),
  blames: (finding) =>
    finding.what === 'order' || (finding.what === 'lost' && finding.where === 'limit'),
};
