import type { Browser, BrowserContextOptions } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violationsOf } from '../e2e/axe.ts';
import { closePages, desktop, hasBrowser, sharedBrowser, small } from '../support/browser.ts';
import { buildDocuments } from '../support/call-command.ts';
import { deskFolders, openTestDesk } from '../support/desk.ts';
import { openDeskPage } from '../support/desk-browser.ts';
import { withReleaseCases } from '../support/release-test.ts';

describe.skipIf(!hasBrowser)('“Put it on your website” in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  afterAll(() => closePages(browser));

  test.each(
    withReleaseCases<readonly [string, string, BrowserContextOptions]>(
      '“Put it on your website” in a browser: Spanish, dark',
      [['360 pixels wide', 'corner shop', small]],
      [['Spanish, dark', 'taberna', { ...desktop, colorScheme: 'dark' }]],
    ),
  )('shows the widget under the desk’s Content-Security-Policy, copies its code and passes axe: %s', async (_name, fixture, options) => {
    const folders = await deskFolders(fixture);
    await buildDocuments(folders.CONTENT_DIR, folders.DIST_DIR, { DATA_DIR: folders.DATA_DIR });
    const desk = await openTestDesk({ ...folders, BASE_URL: 'https://reviews.example.com' });
    const { page, close } = await openDeskPage(browser, desk, '/website?count=2&theme=dark', options);
    try {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.locator('verified-reviews li').nth(1).waitFor();
      expect(await page.locator('verified-reviews li').count()).toBe(2);
      expect(await page.locator('img').evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)).toBe(216);
      expect(await violationsOf(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
      await page.locator('#widget-code ~ p button').click();
      await page.locator('#widget-code ~ p [role=status]:not(:empty)').waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await page.locator('#widget-code').inputValue());
    } finally {
      await close();
      await desk.close();
    }
  });
});
