import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runBuild } from '../../scripts/desk/build/run-build.ts';
import { freePort } from '../../scripts/lab/free-port.ts';
import { takeoutOf, zipOf } from '../support/archives.ts';
import { closePages, hasBrowser, sharedBrowser, small } from '../support/browser.ts';
import { deskFolders, openTestDesk } from '../support/desk.ts';
import { enter, openDeskPage, tabTo } from '../support/desk-browser.ts';
import { isRelease } from '../support/release-test.ts';
import { violationsOf } from './axe.ts';

const REVIEWS = [
  {
    id: 'a',
    author: 'Ann',
    comment: 'Dr. Chen was gentle and explained everything.',
    reply: { comment: 'Thank you!', updateTime: '2024-01-02T00:00:00Z' },
  },
  { id: 'b', author: 'Bob', stars: 'ONE', comment: 'They pulled the wrong tooth and nobody called back.' },
  { id: 'c', author: 'Cleo' },
];

describe.skipIf(!hasBrowser)('going from a Google archive to a published site', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  afterAll(() => closePages(browser));

  const COLORS = ['color-contrast', 'link-in-text-block'];
  const checked = new Set<string>();

  /**
   * Checks that the page isn't wider than the screen, and runs axe: all rules in light and those about colors in dark. Of screens whose own
   * tests run all rules, only the colors in the scheme that they don't use are left. Only a release checks an address twice, and in dark if it
   * was checked in light.
   */
  async function expectSound(page: Page) {
    const { pathname } = new URL(page.url());
    const screen = pathname.split('/')[1] ?? '';
    const isChecked = checked.has(pathname);
    checked.add(pathname);
    const schemes = { import: ['dark'], business: ['light'], publish: [], backup: [] }[screen] ?? ['light', 'dark'];
    for (const colorScheme of (isRelease ? schemes : schemes.slice(0, isChecked ? 0 : 1)) as ('light' | 'dark')[]) {
      await page.emulateMedia({ colorScheme });
      const isWhole = colorScheme === 'light' && schemes.length > 1;
      expect([page.url(), colorScheme, await violationsOf(page, isWhole ? {} : { runOnly: COLORS })]).toEqual([
        page.url(),
        colorScheme,
        [],
      ]);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
  }

  /** Tabs to an element, presses Enter, waits for the page with this heading and checks it. */
  async function enterSound(page: Page, selector: string, heading: string) {
    await enter(page, selector, heading);
    await expectSound(page);
  }

  it('works by keyboard alone, 360 pixels wide, in light and dark', async () => {
    const port = String(await freePort());
    const folders = await deskFolders('minimal');
    const desk = await openTestDesk({ ...folders, BASE_URL: `http://127.0.0.1:${port}`, PORT: port, build: runBuild });
    const { page, complaints, close } = await openDeskPage(browser, desk, '/', small);
    try {
      const notice = () => page.getByRole('status').first().textContent();

      await expectSound(page);
      await enterSound(page, '.steps a[href="/import"]', 'Import reviews');
      await tabTo(page, '#files');
      const buffer = await zipOf(takeoutOf(REVIEWS), new Date('2024-02-01'));
      await page.locator('#files').setInputFiles({ name: 'takeout-1.zip', mimeType: 'application/zip', buffer });
      await enterSound(page, 'main button', 'What this import would change');
      await enterSound(page, 'main button', 'Import reviews');
      expect(await notice()).toMatch(/^Imported: 3 new reviews\./);

      await enterSound(page, 'header a[href="/"]', 'Today');
      await enterSound(page, 'main a[href^="/reviews/"]', '1 star from Bob');
      await tabTo(page, '#text');
      await page.keyboard.type('Please call us.');
      await enterSound(page, 'form[action$="/reply"] button', '1 star from Bob');
      expect(await notice()).toMatch(/^The reply is saved\./);

      await enterSound(page, 'header a[href="/business"]', 'Business');
      await tabTo(page, '#name');
      await page.keyboard.type('Acme Dental');
      await enterSound(page, 'main form p.buttons button', 'Business');
      expect(await notice()).toMatch(/^Saved\./);

      await enterSound(page, 'header a[href="/publish"]', 'Publish');
      await enterSound(page, 'form[action="/publish"] button', 'Published');
      await enterSound(page, 'form[action="/publish/site"] button', 'Published');
      await tabTo(page, `a[href="http://127.0.0.1:${port}/"]`);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      expect(await page.title()).toContain('Acme Dental');
      expect(await page.getByText('They pulled the wrong tooth').count()).toBeGreaterThan(0);
      await page.goBack();

      await enterSound(page, 'header a[href="/backup"]', 'Backup');
      await enterSound(page, 'header a[href="/reviews"]', 'Reviews');
      expect(complaints).toEqual([]);
      expect(readFileSync(path.join(folders.CONTENT_DIR, 'business.yaml'), 'utf8')).toContain('name: Acme Dental\n');
      expect(existsSync(path.join(folders.DIST_DIR, 'reviews.json'))).toBe(true);
    } finally {
      await close();
      await desk.close();
    }
  });
});
