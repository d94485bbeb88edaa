import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { desktop, hasBrowser, launch, phone } from '../support/browser.ts';
import { serve, type TestServer } from '../support/serve.ts';
import { kinds } from './kinds.ts';

const searches = [
  'query=panel',
  'query=chowder',
  'query=late+showed+up&min_rating=2',
  'aspect=pricing%3Anegative',
  'query=zzzz',
  'rating=9',
];
const paths = [...searches.map((search) => `/reviews/?${search}`), ...Object.values(kinds).filter((path) => path.endsWith('/'))];

describe.skipIf(!hasBrowser)('a page that was painted before its scripts ran', () => {
  let browser: Browser;
  let demo: TestServer;
  beforeAll(async () => {
    [browser, demo] = await Promise.all([launch(), serve({ DIST_DIR: inject('dists').demo })]);
  });
  afterAll(async () => {
    await browser?.close();
    await demo?.close();
  });

  describe.concurrent.each([
    ['a phone', phone],
    ['a desktop', desktop],
  ] as const)('on %s', (_, options) => {
    it.each(paths)('moves nothing when they do: %s', async (path) => {
      const context = await browser.newContext(options);
      const page = await context.newPage();
      await page.addInitScript(() => {
        const shifts: unknown[] = [];
        const note = (entries: PerformanceEntryList) => shifts.push(...entries.map((entry) => entry.toJSON()));
        const observer = new PerformanceObserver((list) => note(list.getEntries()));
        observer.observe({ type: 'layout-shift' });
        Object.assign(window, {
          shifts: () => {
            note(observer.takeRecords());
            return shifts;
          },
        });
      });
      await page.route('**/_astro/*.js', async (route) => {
        await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
        await route.continue();
      });
      await page.goto(demo.url + path, { waitUntil: 'networkidle' });
      if (path.includes('?')) await page.locator('[data-say]:not(:empty)').waitFor();
      await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
      expect(await page.evaluate('shifts()')).toEqual([]);
      await context.close();
    });
  });
});
