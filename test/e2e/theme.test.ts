import type { Browser } from 'playwright';
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

  it.each([
    ['light', 'rgb(31, 78, 121)', 'rgb(31, 78, 121)'],
    ['dark', /^rgb\((?!31, 78, 121)/, /^rgb\((?!31, 78, 121)/],
  ] as const)('colors the band and links of a %s page, and sets the typeface of headings', async (colorScheme, band, link) => {
    const { page, complaints, otherOrigins, close } = await visit(browser, taberna, '/', { ...desktop, colorScheme });
    const styleOf = (selector: string, property: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
    const matches = (found: string, wanted: string | RegExp) =>
      typeof wanted === 'string' ? expect(found).toBe(wanted) : expect(found).toMatch(wanted);
    matches(await styleOf('.band', 'background-color'), band);
    matches(await styleOf('.tags a', 'color'), link);
    expect(await styleOf('h1', 'font-family')).toContain('Iowan Old Style');
    expect(await page.locator('.masthead img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(48);
    expect([complaints, otherOrigins]).toEqual([[], []]);
    await close();
  });

  it.each([
    ['light', 'rgb(31, 78, 121)'],
    ['dark', /^rgb\((?!31, 78, 121|127, 211, 184)/],
  ] as const)('colors the widget’s links on a %s page unless --vr-link overrides it', async (colorScheme, color) => {
    const { page, close } = await visit(browser, taberna, '/developers/widgets/', { ...desktop, colorScheme });
    const link = page.locator('verified-reviews .by a').first();
    expect(await link.evaluate((element) => getComputedStyle(element).color)).toMatch(color);
    expect(await page.locator('verified-reviews .by').first().textContent()).toMatch(/, \d{1,2} de \p{Ll}+ de \d{4}\./u);
    await page.locator('verified-reviews').evaluate((element) => element.style.setProperty('--vr-link', 'rgb(1, 2, 3)'));
    expect(await link.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(1, 2, 3)');
    await close();
  });
});
