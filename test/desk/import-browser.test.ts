import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { violationsOf } from '../e2e/axe.ts';
import { takeoutOf, zipOf } from '../support/archives.ts';
import { closePages, hasBrowser, sharedBrowser, small } from '../support/browser.ts';
import { afterJob, enter, openDeskPage, tabTo } from '../support/desk-browser.ts';
import { type ImportDesk, openImportDesk } from '../support/desk-import.ts';
import { isRelease, releaseTest } from '../support/release-test.ts';

const REVIEWS = Array.from({ length: 12 }, (_, index) => ({ id: `r${index}`, author: `Ann ${index}`, comment: 'They fixed the lamp.' }));
const archive = (reviews: Parameters<typeof takeoutOf>[0], day: string) => zipOf(takeoutOf(reviews), new Date(day));

describe.skipIf(!hasBrowser)('the import screen', () => {
  let browser: Browser;
  let on: ImportDesk;
  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  beforeEach(async () => {
    on = await openImportDesk();
  });
  afterEach(() => on.desk.close());
  afterAll(() => closePages(browser));

  const open = (options: BrowserContextOptions = small) => openDeskPage(browser, on.desk, '/import', options);
  /** What the console says apart from forms that are shown again. */
  const errors = (complaints: readonly string[]) => complaints.filter((one) => !/status of 422/.test(one));

  /** Returns the axe violations of a page and its horizontal overflow. */
  async function faults(page: Page) {
    const violations = await violationsOf(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    return { violations, overflow };
  }
  const NONE = { violations: [], overflow: 0 };

  it('works with only the keyboard at 360 pixels wide', async () => {
    const { page, complaints, close } = await open();
    expect(await faults(page)).toEqual(NONE);
    await tabTo(page, '#files');
    await page
      .locator('#files')
      .setInputFiles({ name: '1.zip', mimeType: 'application/zip', buffer: await archive(REVIEWS, '2026-02-01') });
    await enter(page, 'main button', 'What this import would change');
    if (isRelease) expect(await faults(page)).toEqual(NONE);
    await tabTo(page, '.counts a');
    await page.keyboard.press('Enter');
    await page.waitForURL(/kind=new#changes$/);
    await tabTo(page, 'a[href="#decide"]');
    await page.keyboard.press('Enter');
    await enter(page, 'main button', 'Import reviews');
    expect(await page.getByRole('status').first().textContent()).toMatch(/Imported: 12 new reviews/);

    await page
      .locator('#files')
      .setInputFiles({ name: '2.zip', mimeType: 'application/zip', buffer: await archive(REVIEWS.slice(0, 4), '2026-02-02') });
    await enter(page, 'main button', 'What this import would change');
    await tabTo(page, 'button.plain');
    await page.keyboard.press('Shift+Tab');
    await afterJob(page, () => page.keyboard.press('Enter'), 'What this import would change');
    expect(await page.locator('#removals-error').count()).toBe(1);
    expect(await faults(page)).toEqual(NONE);
    await tabTo(page, '#removals');
    await page.keyboard.press('Space');
    await tabTo(page, '[name="gone"]');
    await page.keyboard.press('ArrowDown');
    await enter(page, 'main button', 'Import reviews');
    expect(await on.read('policy.yaml')).toBe('removed_at_source: publish\n');
    expect(errors(complaints)).toEqual([]);
    await close();
  });

  it('accepts files dropped anywhere on the page and asks for the columns of a table', async () => {
    const { page, complaints, close } = await open();
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['Tag;Smileys\n2024-01-01;5\n'], 'own.csv'));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    });
    expect(await page.locator('#files').evaluate((field: HTMLInputElement) => field.files?.[0]?.name)).toBe('own.csv');
    await enter(page, 'main button', 'Which column is which?');
    if (isRelease) expect(await faults(page)).toEqual(NONE);
    await tabTo(page, '#column-0');
    await page.keyboard.type('Date of the review');
    await enter(page, 'main button', 'Which column is which?');
    expect(await page.getByText('Still missing: Rating in stars.').count()).toBe(1);
    expect(await faults(page)).toEqual(NONE);
    expect(await page.locator('#column-0').inputValue()).toBe('date');
    await tabTo(page, '#column-1');
    await page.keyboard.type('Rating');
    await enter(page, 'main button', 'What this import would change');
    expect(await page.locator('main').textContent()).toContain('1 new review');
    expect(errors(complaints)).toEqual([]);
    await close();
  });

  releaseTest('the import screen: works without JavaScript', async () => {
    const { page, close } = await open({ ...small, javaScriptEnabled: false });
    await page
      .locator('#files')
      .setInputFiles({ name: '1.zip', mimeType: 'application/zip', buffer: await archive(REVIEWS, '2026-02-01') });
    await afterJob(page, () => page.getByRole('button', { name: 'Show what would change' }).click(), 'What this import would change');
    await afterJob(page, () => page.getByRole('button', { name: 'Import', exact: true }).click(), 'Import reviews');
    expect(await on.stored()).toHaveLength(12);
    await close();
  });
});
