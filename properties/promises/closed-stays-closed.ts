// After closing, every operation is refused as closed before anything else is looked at.
import { aboutCode, type Property, refusedWith } from './property.js';

export const closedStaysClosed: Property = {
  id: 'closed',
  sentence:
    'After closing, every operation is refused as closed before anything else is looked at.',
  sections: [5],
  needs: ['durable'],
  atStake: refusedWith('closed'),
  blames: aboutCode('closed'),
};
