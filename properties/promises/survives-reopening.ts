// What was accepted is there after closing and opening again, also under a revised policy.
import { type Property } from './property.js';

export const survivesReopening: Property = {
  id: 'durability',
  sentence:
    'What was accepted is there after closing and opening again, also under a revised policy.',
  sections: [3, 5],
  needs: ['durable'],
  atStake: (call) => call.operation.do === 'reopen',
  blames: (finding) =>
    (finding.what === 'lost' && finding.where === 'reopened') ||
    (finding.what === 'changed' && finding.when === 'reopened') ||
    finding.operation === 'reopen',
};
