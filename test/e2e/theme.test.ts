import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { closePages, desktop, hasBrowser, sharedBrowser, visit } from '../support/browser.ts';
import { serve, type TestServer } from '../support/serve.ts';

describe.skipIf(!hasBrowser)('the theme of a business', () => {
  let browser: Browser;
  let taberna: TestServer;
  beforeAll(async () => {
    [browser, taberna] = await Promise.all([sharedBrowser(), serve({ DIST_DIR: inject('dists').taberna })]);
  });
  afterAll(async () => {
    await closePages(browser);
    await taberna?.close();
  });

  const styleOf = (page: Page, selector: string, property: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

  it('colors the band and links of a page in light and dark, and sets the typeface of headings', async () => {
    const { page, complaints, otherOrigins, close } = await visit(browser, taberna, '/', { ...desktop, colorScheme: 'light' });
    for (const [colorScheme, color] of [
      ['light', /^rgb\(31, 78, 121\)$/],
      ['dark', /^rgb\((?!31, 78, 121)/],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await styleOf(page, '.band', 'background-color')).toMatch(color);
      expect(await styleOf(page, '.tags a', 'color')).toMatch(color);
    }
    expect(await styleOf(page, 'h1', 'font-family')).toContain('Iowan Old Style');
    expect(await page.locator('.masthead img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(48);
    expect([complaints, otherOrigins]).toEqual([[], []]);
    await close();
  });

  it('colors the widget’s links in light and dark unless --vr-link overrides it', async () => {
    const { page, close } = await visit(browser, taberna, '/developers/widgets/', { ...desktop, colorScheme: 'light' });
    for (const [colorScheme, color] of [
      ['light', /^rgb\(31, 78, 121\)$/],
      ['dark', /^rgb\((?!31, 78, 121|127, 211, 184)/],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await styleOf(page, 'verified-reviews .by a', 'color')).toMatch(color);
    }
    expect(await page.locator('verified-reviews .by').first().textContent()).toMatch(/, \d{1,2} de \p{Ll}+ de \d{4}\./u);
    await page.locator('verified-reviews').evaluate((element) => element.style.setProperty('--vr-link', 'rgb(1, 2, 3)'));
    expect(await styleOf(page, 'verified-reviews .by a', 'color')).toBe('rgb(1, 2, 3)');
    await close();
  });
});
