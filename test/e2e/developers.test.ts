import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { closePages, desktop, hasBrowser, sharedBrowser, visit } from '../support/browser.ts';
import { serve, type TestServer } from '../support/serve.ts';

describe.skipIf(!hasBrowser)('the developer pages', () => {
  let browser: Browser;
  let demo: TestServer;
  beforeAll(async () => {
    [browser, demo] = await Promise.all([sharedBrowser(), serve({ DIST_DIR: inject('dists').demo, RATE_LIMIT: '0' })]);
  });
  afterAll(async () => {
    await closePages(browser);
    await demo?.close();
  });

  it('show requests in the language chosen by click or arrow key, also after a reload', async () => {
    const { page, complaints, close } = await visit(browser, demo, '/developers/reference/', desktop);
    const search = page.locator('#searchReviews');
    expect(await search.locator('.requests figure:visible').count()).toBe(1);
    await search.getByRole('radio', { name: 'curl' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await search.getByRole('radio', { name: 'JavaScript' }).isChecked()).toBe(true);
    expect(await search.locator('.requests figure:visible').textContent()).toContain('await fetch(');
    await search.getByText('Python', { exact: true }).first().click();
    expect(await page.locator('#getReviews .requests figure:visible').textContent()).toContain('urlopen(');
    await page.reload();
    expect(await page.locator('#getReviews').getByRole('radio', { name: 'Python' }).isChecked()).toBe(true);
    expect(complaints).toEqual([]);
    await close();
  });

  it('show every language and no search box without JavaScript', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${demo.url}/developers/reference/`);
    expect(await page.locator('#searchReviews figure:visible').count()).toBe(4);
    expect(await page.locator('#docs-search').isVisible()).toBe(false);
    await context.close();
  });

  it('have a search that finds headings first and opens the section', async () => {
    const { page, complaints, close } = await visit(browser, demo, '/developers/', desktop);
    await page.getByPlaceholder('Search the docs').fill('leases fail');
    await page.locator('#docs-found a').first().waitFor();
    expect(await page.locator('#docs-found a').first().textContent()).toBe('Webhooks: Leases and failures');
    expect(await page.locator('#docs-found p').first().textContent()).toMatch(/^\p{Lu}.*[.:…]$/u);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/developers/webhooks/#lease');
    await page.getByPlaceholder('Search the docs').fill('zeppelin');
    await expect.poll(() => page.locator('#docs-status').textContent()).toBe('No results for “zeppelin”.');
    expect(complaints).toEqual([]);
    await close();
  });

  it('list their sections under “On this page”, and headings link to themselves', async () => {
    const { page, close } = await visit(browser, demo, '/developers/webhooks/', desktop);
    const listed = page.getByRole('navigation', { name: 'On this page' });
    expect(await listed.getByRole('link').allTextContents()).toEqual(await page.locator('.prose h2').allTextContents());
    await page.locator('#lease a').click();
    expect(new URL(page.url()).hash).toBe('#lease');
    await close();
  });

  it('fold long lists of values and show code in 14 pixels', async () => {
    const { page, close } = await visit(browser, demo, '/developers/mcp/tools/', desktop);
    const values = page.locator('.fields details').first();
    expect(await values.locator('summary').textContent()).toMatch(/^one of \d+ values$/);
    expect(await values.getAttribute('open')).toBeNull();
    await page.goto(`${demo.url}/developers/mcp/`);
    const listing = page.locator('figure.listing').first();
    expect(await listing.locator('code').evaluate((code) => getComputedStyle(code).fontSize)).toBe('14px');
    await close();
  });

  it('scroll code on a phone instead of breaking words, and describe fields in lists that fit', async () => {
    const { page, close } = await visit(browser, demo, '/developers/', { viewport: { width: 360, height: 640 } });
    const code = await page.locator('figure.listing pre').evaluateAll((all) =>
      all.map((pre) => {
        const lines = (pre.textContent ?? '').split('\n').length;
        const { lineHeight } = getComputedStyle(pre);
        return {
          scrolls: pre.scrollWidth > pre.clientWidth,
          wraps: (pre.querySelector('code')?.getBoundingClientRect().height ?? 0) > (lines + 1) * Number.parseFloat(lineHeight),
          focusable: pre.tabIndex === 0,
        };
      }),
    );
    expect(code.some(({ scrolls }) => scrolls)).toBe(true);
    expect(code.filter(({ wraps, focusable }) => wraps || !focusable)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(await page.locator('.exchange figure:nth-child(2) figcaption').allTextContents()).toEqual(
      Array.from({ length: 3 }, () => 'Response, shortened'),
    );
    await page.goto(`${demo.url}/developers/data/`);
    expect(await page.locator('.fields dt').count()).toBeGreaterThan(50);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await close();
  });

  it('don’t name a software version on the stability page', async () => {
    const page = await (await fetch(`${demo.url}/developers/stability/`)).text();
    expect(page).not.toMatch(/\b1\.0\.0\b|Unreleased/);
  });
});
