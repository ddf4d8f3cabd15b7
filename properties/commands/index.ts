// The alphabet of the sequences: one command for each operation, in the order of the contract.
import type { Command } from './command.js';
import { context } from './context.js';
import { forget, restore } from './decide.js';
import { inspect } from './inspect.js';
import { close, reopen } from './lifecycle.js';
import { prepare } from './prepare.js';
import { confirm, propose } from './proposals.js';
import { remember } from './remember.js';
import { resolve } from './resolve.js';
import { create, invoke, read, update } from './runtime.js';
import { search } from './search.js';

export const commands: readonly Command[] = [
  remember,
  search,
  forget,
  restore,
  inspect,
  context,
  prepare,
  resolve,
  invoke,
  create,
  update,
  read,
  propose,
  confirm,
  close,
  reopen,
];
