import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runBuild } from '../../scripts/desk/build/run-build.ts';
import { freePort } from '../../scripts/lab/free-port.ts';
import { takeoutOf, zipOf } from '../support/archives.ts';
import { hasBrowser, launch, small } from '../support/browser.ts';
import { deskFolders, openTestDesk } from '../support/desk.ts';
import { AxeBuilder } from '../third-party/axe.ts';

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
    browser = await launch();
  });
  afterAll(() => browser?.close());

  /** Runs axe on the page in light and dark, and checks that the page isn't wider than the screen. */
  async function expectSound(page: Page) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
      // Only colors depend on the scheme.
      const { violations } = await (colorScheme === 'light' ? axe : axe.withRules(['color-contrast', 'link-in-text-block'])).analyze();
      expect(violations.map(({ id, nodes }) => [page.url(), colorScheme, id, nodes.map(({ html }) => html.slice(0, 160))])).toEqual([]);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
  }

  /** Presses Tab until an element that matches `selector` has the focus. */
  async function tabTo(page: Page, selector: string) {
    for (let steps = 0; steps < 80; steps++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    }
    throw new Error(`${selector} can’t be reached with Tab`);
  }

  /** Tabs to an element, presses Enter, waits for the page with this heading and checks it. */
  async function enter(page: Page, selector: string, heading: string) {
    await tabTo(page, selector);
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
    // A page of a job reloads until the job has ended, however long that takes.
    await page.waitForFunction(() => document.readyState === 'complete' && !document.querySelector('[data-waiting]'), undefined, {
      timeout: 0,
    });
    const shown = await page.getByRole('heading', { level: 1 }).first().textContent();
    if (shown !== heading) throw new Error(`"${heading}" was expected, and the page is:\n${await page.locator('main').textContent()}`);
    await expectSound(page);
  }

  it('works by keyboard alone, 360 pixels wide, in light and dark', async () => {
    const port = String(await freePort());
    const folders = await deskFolders('minimal');
    const desk = await openTestDesk({ ...folders, BASE_URL: `http://127.0.0.1:${port}`, PORT: port, build: runBuild });
    const context = await browser.newContext(small);
    try {
      const [name = '', value = ''] = desk.cookie.split('=');
      await context.addCookies([{ name, value, url: desk.origin, httpOnly: true, sameSite: 'Strict' }]);
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(error.message));
      const notice = () => page.getByRole('status').first().textContent();

      await page.goto(desk.origin);
      await expectSound(page);
      await enter(page, '.steps a[href="/import"]', 'Import reviews');
      await tabTo(page, '#files');
      const buffer = await zipOf(takeoutOf(REVIEWS), new Date('2024-02-01'));
      await page.locator('#files').setInputFiles({ name: 'takeout-1.zip', mimeType: 'application/zip', buffer });
      await enter(page, 'main button', 'What this import would change');
      await enter(page, 'main button', 'Import reviews');
      expect(await notice()).toMatch(/^Imported: 3 new reviews\./);

      await enter(page, 'header a[href="/"]', 'Today');
      await enter(page, 'main a[href^="/reviews/"]', '1 star from Bob');
      await tabTo(page, '#text');
      await page.keyboard.type('Please call us.');
      await enter(page, 'form[action$="/reply"] button', '1 star from Bob');
      expect(await notice()).toMatch(/^The reply is saved\./);

      await enter(page, 'header a[href="/business"]', 'Business');
      await tabTo(page, '#name');
      await page.keyboard.type('Acme Dental');
      await enter(page, 'main form p.buttons button', 'Business');
      expect(await notice()).toMatch(/^Saved\./);

      await enter(page, 'header a[href="/publish"]', 'Publish');
      await enter(page, 'form[action="/publish"] button', 'Published');
      await enter(page, 'form[action="/publish/site"] button', 'Published');
      await tabTo(page, `a[href="http://127.0.0.1:${port}/"]`);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      expect(await page.title()).toContain('Acme Dental');
      expect(await page.getByText('They pulled the wrong tooth').count()).toBeGreaterThan(0);
      await page.goBack();

      await enter(page, 'header a[href="/backup"]', 'Backup');
      await enter(page, 'header a[href="/reviews"]', 'Reviews');
      expect(complaints).toEqual([]);
      expect(readFileSync(path.join(folders.CONTENT_DIR, 'business.yaml'), 'utf8')).toContain('name: Acme Dental\n');
      expect(existsSync(path.join(folders.DIST_DIR, 'reviews.json'))).toBe(true);
    } finally {
      await context.close();
      await desk.close();
    }
  });
});
