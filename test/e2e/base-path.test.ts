import path from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../scripts/lab/free-port.ts';
import { wrongSearch } from '../../site/developers/examples.ts';
import { closePages, hasBrowser, sharedBrowser, visit } from '../support/browser.ts';
import { buildSite } from '../support/build-site.ts';
import { decode } from '../support/listings.ts';
import { root } from '../support/run-script.ts';
import { serve, type TestServer } from '../support/serve.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// The site's path is also the folder of its review pages, so a link without the path can still lead to a page.

let base: string;
let site: TestServer;
beforeAll(async () => {
  const port = await freePort();
  base = `http://127.0.0.1:${port}/reviews`;
  const dist = path.join(temporaryFolder(), 'dist');
  await buildSite(path.join(root, 'test/fixtures/corner shop'), dist, { BASE_URL: base });
  site = await serve({ DIST_DIR: dist, BASE_URL: base, PORT: String(port) });
});
afterAll(() => site.close());

/** Returns the addresses at this origin that a document names: links of pages, and full URLs in any text. */
function addressesIn(text: string, type: string, at: string): readonly string[] {
  const { origin } = new URL(base);
  const whole = [...decode(text).matchAll(/http:\/\/127\.0\.0\.1:\d+[\w./~%?&=#+-]*/g)].map(([found]) => found.replace(/[.,?&]+$/, ''));
  const attributes = type.startsWith('text/html')
    ? [...text.matchAll(/\s(?:href|src|action|data-api)="([^"]*)"/g)].map(([, value = '']) => new URL(decode(value), at).href)
    : [];
  return [...whole, ...attributes].filter((address) => address.startsWith(origin)).map((address) => decode(address).replace(/#.*$/, ''));
}

/** Crawls the site from the home page. Returns the status of each address, with a page or document that names it. */
async function walk(): Promise<ReadonlyMap<string, { readonly status: number; readonly from: string }>> {
  const found = new Map([[`${base}/`, { status: 0, from: '' }]]);
  for (const [address, { from }] of found) {
    const response = await fetch(address, { redirect: 'manual' });
    found.set(address, { status: response.status, from });
    const type = response.headers.get('content-type') ?? '';
    const isText = /^(text\/|application\/(json|atom|xml|linkset))/.test(type);
    const text = isText ? await response.text() : '';
    if (!isText) await response.body?.cancel();
    for (const next of addressesIn(text, type, address)) if (!found.has(next)) found.set(next, { status: 0, from: address });
  }
  return found;
}

test('every link of every page and document is under the base path and works', async () => {
  const found = [...(await walk())];
  expect(found.length).toBeGreaterThan(70);
  expect(
    // The page about the widget names the origin alone, because content security policies list origins.
    found
      .filter(([address]) => !address.startsWith(`${base}/`) && address !== base && address !== new URL(base).origin)
      .map(([address, { from }]) => `${from}: ${address}`),
  ).toEqual([]);
  // Agents and programs use these addresses; pages don't send readers there, and one is the sample of a mistake.
  const asked = new Set([`${base}/mcp`, base, new URL(base).origin, `${base}/api/reviews/search?${wrongSearch}`]);
  expect(found.filter(([address, { status }]) => status !== 200 && !asked.has(address))).toEqual([]);
});

describe.skipIf(!hasBrowser)('under a base path, in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  afterAll(() => closePages(browser));

  test('the search finds reviews and links to their pages', async () => {
    const { page, complaints, close } = await visit(browser, site, '/reviews/reviews/?query=lamp');
    await page.locator('[data-results] article h3 a').first().click();
    await page.waitForURL(/\/reviews\/reviews\/[0-9A-Z]{26}\/$/);
    expect([complaints, await page.locator('article.review').count()]).toEqual([[], 1]);
    await close();
  });

  test('the proof page checks the log', async () => {
    const { page, complaints, close } = await visit(browser, site, '/reviews/proof/');
    await page.locator('#check-all').click();
    await page.getByText('Every review is in the log').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test('the widget on another site links to the reviews', async () => {
    const page = await browser.newPage();
    await page.setContent(
      `<script type="module" src="${base}/embed.js"></script><verified-reviews><a href="#">Reviews</a></verified-reviews>`,
    );
    const link = page.locator('verified-reviews .all a');
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe(`${base}/reviews/`);
    await page.close();
  });
});
