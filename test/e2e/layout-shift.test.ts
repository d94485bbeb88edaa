import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { closePages, desktop, hasBrowser, phone, sharedBrowser } from '../support/browser.ts';
import { serve, type TestServer } from '../support/serve.ts';
import { kinds } from './kinds.ts';

/** One page of each template, and whether its layout on a desktop differs from that on a phone by more than its width. */
const templates: readonly (readonly [path: string, differs: boolean])[] = [
  [kinds.home, true],
  [kinds.reviews, true],
  [kinds['a review'], false],
  [kinds.technicians, false],
  [kinds['a technician'], false],
  [kinds.insights, true],
  [kinds.questions, false],
  [kinds['how it works'], false],
  [kinds.proof, false],
  [kinds.reference, true],
  [kinds.mcp, true],
];
/** One page for each script that runs on it, and the three results that a search can have: reviews, none, and an error. */
const scripted: readonly (readonly [path: string, differs: boolean])[] = [
  [kinds.reviews, true],
  [`${kinds.reviews}?query=late+showed+up&min_rating=2`, true],
  [`${kinds.reviews}?query=zzzz`, false],
  [`${kinds.reviews}?rating=9`, false],
  [kinds['a technician'], false],
  [kinds.proof, false],
  [kinds.mcp, true],
];
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

  describe.concurrent.each([
    ['a phone', phone],
    ['a desktop', desktop],
  ] as const)('on %s', (_, options) => {
    const pathsOf = (pages: typeof templates) => pages.filter(([, differs]) => differs || options === phone).map(([path]) => path);

    it.each(pathsOf(scripted))('scripts that run after the first paint move nothing: %s', async (path) => {
      const context = await browser.newContext(options);
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

    it.each(pathsOf(templates))('a page that arrives in pieces doesn’t move what is already painted: %s', async (path) => {
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
      const context = await browser.newContext(options);
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
});
