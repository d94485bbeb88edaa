import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { desktop, hasBrowser, launch, visit } from '../support/browser.ts';
import { serve, type TestServer } from '../support/serve.ts';

describe.skipIf(!hasBrowser)('the developers’ pages', () => {
  let browser: Browser;
  let demo: TestServer;
  beforeAll(async () => {
    [browser, demo] = await Promise.all([launch(), serve({ DIST_DIR: inject('dists').demo, RATE_LIMIT: '0' })]);
  });
  afterAll(async () => {
    await browser?.close();
    await demo?.close();
  });

  it('show each request in the language chosen last, on the next page load too, and by arrow keys', async () => {
    const { page, complaints, close } = await visit(browser, demo, '/developers/reference/', desktop);
    const search = page.locator('#searchReviews');
    expect(await search.getByRole('tabpanel').allTextContents()).toHaveLength(1);
    await search.getByRole('tab', { name: 'curl' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await search.getByRole('tab', { name: 'JavaScript' }).getAttribute('aria-selected')).toBe('true');
    expect(await search.getByRole('tabpanel').textContent()).toContain('await fetch(');
    await search.getByRole('tab', { name: 'Python' }).click();
    expect(await page.locator('#getReviews').getByRole('tabpanel').textContent()).toContain('urlopen(');
    await page.reload();
    expect(await page.locator('#getReviews').getByRole('tab', { name: 'Python' }).getAttribute('aria-selected')).toBe('true');
    expect(complaints).toEqual([]);
    await close();
  });

  it('stand whole without script: each language below the other', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${demo.url}/developers/reference/`);
    expect(await page.locator('#searchReviews figure:visible').count()).toBe(4);
    expect(await page.locator('#docs-search').isVisible()).toBe(false);
    await context.close();
  });

  it('are searched by words, in headings first, and lead to the place', async () => {
    const { page, complaints, close } = await visit(browser, demo, '/developers/', desktop);
    await page.getByPlaceholder('Search the docs').fill('leases fail');
    await page.locator('#docs-found a').first().waitFor();
    expect(await page.locator('#docs-found a').first().textContent()).toBe('Webhooks: Leases and failures');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/developers/webhooks/#lease');
    await page.getByPlaceholder('Search the docs').fill('zeppelin');
    await expect.poll(() => page.locator('#docs-status').textContent()).toBe('No results for “zeppelin”.');
    expect(complaints).toEqual([]);
    await close();
  });
});
