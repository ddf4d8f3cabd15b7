// The colours a report is written in; whoever prints decides what they are.

/** Each wraps a text; none may change its width. */
export interface Palette {
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly unsure: (text: string) => string;
  readonly strong: (text: string) => string;
  readonly quiet: (text: string) => string;
}

const asIs = (text: string): string => text;

/** No colours: for files, pipes and tests. */
export const plain: Palette = { good: asIs, bad: asIs, unsure: asIs, strong: asIs, quiet: asIs };
