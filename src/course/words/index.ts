// The runner's words by language.
import type { Language } from '../text.js';
import { en, type Words } from './en.js';
import { zh } from './zh.js';

export type { Words } from './en.js';

export const wordsIn = (language: Language): Words => ({ en, zh })[language];
