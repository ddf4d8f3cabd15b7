// Why texts are left out, in words; they are apart from the rules, which need Babel.

/** Each reason to leave a text out is one sentence. */
export const reasons = {
  sql: 'It is SQL text: it would break on the spot, and mutants of SQL change what it says.',
  message: 'It is the message of an error: no property reads how one is worded.',
  facts: 'It is a fact of a refusal, or the name of one: what is compared is kind and code.',
} as const;
