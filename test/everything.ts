// A store that can be asked everything and claims everything, for tests of the generator alone.
import { operationNames } from '../src/contract/operations.js';
import { capabilities, type Capability } from '../src/contract/port.js';
import type { Offer } from '../src/engine/offer.js';

export const everything: Offer = {
  capabilities: new Set(Object.keys(capabilities) as Capability[]),
  operations: new Set(operationNames),
  missing: [],
  unclaimed: [],
};
