// A real browser for tests of pages: opened once a file, and a page that tells everything it did.
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Debian's Chromium; a browser that is missing is an error, so that no test is passed over. */
export function openBrowser(): Promise<Browser> {
  const executablePath = places.find((place) => existsSync(place));
  if (executablePath === undefined)
    throw new Error('Chromium is missing: apt-get install --no-install-recommends chromium');
  return chromium.launch({ executablePath });
}

export interface Watched {
  readonly page: Page;
  /** Addresses asked for, in order. */
  readonly requests: readonly string[];
  /** What the console said, errors of the page and dialogs included. */
  readonly said: readonly string[];
}

/** Opens an address and writes down what the page asks for and says. */
export async function visit(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<Watched> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const [requests, said]: [string[], string[]] = [[], []];
  page.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => said.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    said.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(address);
  return { page, requests, said };
}

// What is asked of a page runs there, not here: it is text, because these tests know no document.

/** Whether nothing sticks out sideways. */
export const fits = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>('document.documentElement.scrollWidth <= window.innerWidth');

/** Opens everything that can be opened, so that all of it is seen. */
export const openAll = (page: Page): Promise<unknown> =>
  page.evaluate(`document.querySelectorAll('details').forEach((each) => {
    each.removeAttribute('name');
    each.open = true;
  })`);

const contrast = String.raw`(() => {
  const parts = (colour) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const light = (colour) => {
    const [r, g, b] = parts(colour).map((part) =>
      part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (node) => {
    if (node === document.documentElement) return getComputedStyle(document.body).backgroundColor;
    const colour = getComputedStyle(node).backgroundColor;
    return parts(colour)[3] === 0 ? ground(node.parentElement) : colour;
  };
  let lowest = { ratio: 21, where: '' };
  for (const node of document.querySelectorAll('body *:not(script)')) {
    if (![...node.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim()))
      continue;
    const { color, fill } = getComputedStyle(node);
    const ink = node.namespaceURI.endsWith('svg') ? fill : color;
    const [more, less] = [light(ink), light(ground(node))].sort((a, b) => b - a);
    const ratio = (more + 0.05) / (less + 0.05);
    if (ratio < lowest.ratio)
      lowest = { ratio, where: (node.tagName + ': ' + node.textContent).slice(0, 60) };
  }
  return lowest;
})()`;

/** The lowest contrast between a text of the page and what it stands on (WCAG 2), and where. */
export const lowestContrast = (page: Page): Promise<{ ratio: number; where: string }> =>
  page.evaluate<{ ratio: number; where: string }>(contrast);
