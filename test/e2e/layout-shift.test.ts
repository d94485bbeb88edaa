import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { closePages, desktop, hasBrowser, phone, sharedBrowser } from '../support/browser.ts';
import { withReleaseCases } from '../support/release-test.ts';
import { serve, type TestServer } from '../support/serve.ts';
import { kinds } from './kinds.ts';

const sizes = { 'a phone': phone, 'a desktop': desktop } as const;
type Case = readonly [size: keyof typeof sizes, path: string];

const onPhone = (...paths: readonly string[]): Case[] => paths.map((path) => ['a phone', path]);
const onDesktop = (...paths: readonly string[]): Case[] => paths.map((path) => ['a desktop', path]);

/** One page of each template, and those whose layout on a desktop differs from that on a phone by more than its width. */
const templates = withReleaseCases(
  'layout shift: other templates that arrive in pieces',
  [...onPhone(kinds.home, kinds['a technician']), ...onDesktop(kinds.reviews)],
  [
    ...onPhone(kinds.reviews, kinds['a review'], kinds.technicians, kinds.insights, kinds.questions, kinds['how it works'], kinds.proof),
    ...onPhone(kinds.reference, kinds.mcp),
    ...onDesktop(kinds.home, kinds.insights, kinds.reference, kinds.mcp),
  ],
);
const results = `${kinds.reviews}?query=late+showed+up&min_rating=2`;
/** One page for each script that runs on it, and the three results that a search can have: reviews, none, and an error. */
const scripted = withReleaseCases(
  'layout shift: scripts on other pages',
  [...onPhone(results), ...onDesktop(kinds.reviews)],
  [
    ...onPhone(kinds.reviews, `${kinds.reviews}?query=zzzz`, `${kinds.reviews}?rating=9`, kinds['a technician'], kinds.proof, kinds.mcp),
    ...onDesktop(results, kinds.mcp),
  ],
);
const PIECES = 24;

/** Opens a page that records its layout shifts. */
async function watchedPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    interface LayoutShift extends PerformanceEntry {
      readonly sources: readonly { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[];
    }
    const shifts: unknown[] = [];
    const note = (entries: PerformanceEntryList) => {
      for (const { sources } of entries as LayoutShift[]) {
        for (const { node, previousRect: from, currentRect: to } of sources) {
          const element = node instanceof Element ? node : node?.parentElement;
          // The parser can pause anywhere, and a row that isn't complete yet moves.
          if (document.readyState === 'loading' && element?.closest('.line, nav, tr')) continue;
          shifts.push({ moved: element?.outerHTML.slice(0, 200), from: from.toJSON(), to: to.toJSON() });
        }
      }
    };
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ type: 'layout-shift' });
    Object.assign(window, {
      shifts: () => {
        note(observer.takeRecords());
        return shifts;
      },
    });
  });
  return page;
}

const painted = (page: Page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Cuts `html` into pieces that start with a block element. */
function cut(html: string): string[] {
  const blocks = [...html.matchAll(/<(?:article|aside|details|div|figure|footer|h[1-4]|main|p|section)\b/g)].map(({ index }) => index);
  const begins = Array.from({ length: PIECES }, (_, index) => blocks[Math.floor((index * blocks.length) / PIECES)]);
  const cuts = [...new Set([0, ...begins, html.length])];
  return cuts.slice(1).map((end, index) => html.slice(cuts[index], end));
}

describe.skipIf(!hasBrowser)('layout shift', () => {
  let browser: Browser;
  let demo: TestServer;
  beforeAll(async () => {
    [browser, demo] = await Promise.all([sharedBrowser(), serve({ DIST_DIR: inject('dists').demo })]);
  });
  afterAll(async () => {
    await closePages(browser);
    await demo?.close();
  });

  it.each(scripted)('scripts that run after the first paint move nothing, on %s: %s', async (size, path) => {
    const context = await browser.newContext(sizes[size]);
    const page = await watchedPage(context);
    const paint = async () => {
      await page.waitForFunction(() => document.readyState !== 'loading');
      await painted(page);
      await page.evaluate('shifts().length = 0');
    };
    // Wait for the paint only once: clearing the list again for a later script would lose the first script's shifts.
    let isPainted: Promise<void> | undefined;
    await page.route('**/_astro/*.js', async (route) => {
      isPainted ??= paint();
      await isPainted;
      await route.continue();
    });
    // `load` waits for module scripts. On a busy machine, the network can be idle before the page asks for them.
    await page.goto(demo.url + path, { waitUntil: 'load' });
    if (path.includes('?')) await page.locator('[data-say]:not(:empty)').waitFor();
    await painted(page);
    expect(isPainted).toBeDefined();
    expect(await page.evaluate('shifts()')).toEqual([]);
    await page.unrouteAll({ behavior: 'wait' });
    await context.close();
  });

  it.each(templates)('a page that arrives in pieces doesn’t move what is already painted, on %s: %s', async (size, path) => {
    const pieces = cut(await (await fetch(demo.url + path)).text());
    const opened = Promise.withResolvers<ServerResponse>();
    const slow = createServer((asked, response) => {
      if (asked.url === path) opened.resolve(response);
      else {
        const options = { method: asked.method, headers: asked.headers };
        asked.pipe(
          request(demo.url + asked.url, options, (answer) => {
            response.writeHead(answer.statusCode ?? 500, answer.headers);
            answer.pipe(response);
          }),
        );
      }
    });
    await new Promise<void>((listening) => slow.listen(0, '127.0.0.1', listening));
    const context = await browser.newContext(sizes[size]);
    try {
      const page = await watchedPage(context);
      const begun = page.goto(`http://127.0.0.1:${(slow.address() as AddressInfo).port}${path}`, { waitUntil: 'commit' });
      const response = await opened.promise;
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
      response.write(pieces[0]);
      await begun;
      for (const piece of pieces.slice(1)) {
        await painted(page);
        response.write(piece);
      }
      response.end();
      await page.waitForLoadState();
      await painted(page);
      expect(await page.evaluate('shifts()')).toEqual([]);
    } finally {
      await context.close();
      slow.closeAllConnections();
      slow.close();
    }
  });
});
