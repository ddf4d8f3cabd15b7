// What every page of ours stands in: one file that loads nothing, and a policy that says so.
import { createHash } from 'node:crypto';
import { type Markup, markup, type Piece } from './markup.js';

/** What a page is made of. */
export interface Shell {
  /** The language of its text as HTML names it, e.g. `en`. */
  readonly language: string;
  readonly title: string;
  /** A style sheet that stands in the page as it is. */
  readonly style: string;
  /** A script that stands in the page as it is; absent for none. */
  readonly script?: string;
  readonly main: Piece;
  readonly footer: string;
}

const sourceOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The only style and the only script that may run on the page, by their hash. */
const policyOf = ({ style, script }: Shell): string =>
  [
    "default-src 'none'",
    `style-src ${sourceOf(style)}`,
    ...(script === undefined ? [] : [`script-src ${sourceOf(script)}`]),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

/** The whole page: it opens from disk, asks for nothing, and runs nothing but its own script. */
export function shell(parts: Shell): Markup {
  const { language, title, style, script, main, footer } = parts;
  return markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(parts)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${{ markup: style }}</style>
</head>
<body>
<main>
${main}</main>
<footer><p>${footer}</p></footer>
${script === undefined ? undefined : markup`<script>${{ markup: script }}</script>\n`}</body>
</html>
`;
}
