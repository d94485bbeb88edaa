import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { AxeBuilder } from '../strangers/axe.ts';
import { desktop, hasBrowser, launch, narrow, phone, visit } from '../support/browser.ts';
import { listingsIn } from '../support/listings.ts';
import { NOBODY } from '../support/run-script.ts';
import { serve, type TestServer } from '../support/serve.ts';
import { kinds } from './kinds.ts';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds. It would describe each element that passes as well, which takes longer than finding those that don't. */
async function axe(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .withTags(WCAG)
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

/** Links and buttons outside of sentences. */
const TARGETS =
  ':is(.what, .by, figcaption, .contact, .beside, .review .who, .tags, .star-links, .directory, .colophon nav, .masthead, .manual nav, h2, h3, th, .alone-link) a:visible, button:visible, summary:visible, label.chip:visible';

/** Those of less than 24 pixels. */
const lowTargets = (page: Page) =>
  page.locator(TARGETS).evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 24).map((one) => one.outerHTML));

/** By how many pixels a page is wider than the screen. */
const overflowOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe.skipIf(!hasBrowser)('pages in a browser', () => {
  let browser: Browser;
  let demo: TestServer;
  let corner: TestServer;
  let taberna: TestServer;
  beforeAll(async () => {
    [browser, demo, corner, taberna] = await Promise.all([
      launch(),
      serve({ DIST_DIR: inject('dists').demo }),
      serve({ DIST_DIR: inject('dists').corner }),
      serve({ DIST_DIR: inject('dists').taberna }),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([demo?.close(), corner?.close(), taberna?.close()]);
  });

  describe.concurrent.each(['/', '/reviews/', '/reviews/stars/5/', '/services/arroces/', '/questions/', '/how-it-works/', '/proof/'])(
    'a small restaurant’s page %s',
    (path) => {
      it('has no finding of axe, fits and asks nobody else, on a desktop in dark and on a phone in light', async () => {
        const { page, complaints, strangers, close } = await visit(browser, taberna, path, { ...phone, ...desktop, colorScheme: 'dark' });
        expect([await overflowOf(page), await axe(page)]).toEqual([0, []]);
        await page.setViewportSize(phone.viewport);
        await page.emulateMedia({ colorScheme: 'light' });
        expect([await overflowOf(page), await axe(page)]).toEqual([0, []]);
        expect([complaints, strangers]).toEqual([[], []]);
        await close();
      });
    },
  );

  describe.concurrent.each(Object.entries(kinds))('%s', (_, path) => {
    it('has no finding of axe, fits, asks nobody else and has targets of 24 pixels, on a desktop in light, on a phone in dark and on 320 pixels', async () => {
      const { page, complaints, strangers, close } = await visit(browser, demo, path, { ...phone, ...desktop, colorScheme: 'light' });
      expect([await overflowOf(page), await axe(page)]).toEqual([0, []]);
      await page.setViewportSize(phone.viewport);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect([await overflowOf(page), await axe(page), await lowTargets(page)]).toEqual([0, [], []]);
      expect(complaints).toEqual([]);
      expect(strangers).toEqual([]);
      expect(await page.locator('h1').count()).toBe(1);
      expect((await page.locator('meta[name=description]').getAttribute('content'))?.length).toBeGreaterThan(20);
      if (path.endsWith('/')) expect(new URL((await page.locator('link[rel=canonical]').getAttribute('href')) ?? '').pathname).toBe(path);
      await page.setViewportSize(narrow.viewport);
      expect(await overflowOf(page)).toBe(0);
      expect(await page.getByText('is an invented business').first().isVisible()).toBe(true);
      await close();
    });
  });

  it.each(['demo', 'taberna'] as const)(
    'leaves the screen of a phone to the page: the header of %s with all of its links is low',
    async (site) => {
      const server = site === 'demo' ? demo : taberna;
      const { page, close } = await visit(browser, server, '/', { ...phone, javaScriptEnabled: false });
      const links = page.locator('.masthead nav a');
      expect(await links.evaluateAll((all) => all.filter((link) => link.getBoundingClientRect().right > innerWidth).length)).toBe(0);
      expect(await links.count()).toBeGreaterThan(2);
      expect((await links.first().boundingBox())?.height).toBeGreaterThanOrEqual(24);
      expect((await page.locator('.masthead').boundingBox())?.height).toBeLessThan(115);
      await close();
    },
  );

  it.each([
    ['a desktop', desktop],
    ['a phone with three pixels for one', { ...phone, deviceScaleFactor: 3 }],
  ])('home comes in less than 60 KB, all of it, on %s', async (_, options) => {
    const { page, bytes, close } = await visit(browser, demo, '/', options);
    // Pictures further down are loaded when they come into view.
    const pictures = page.locator('.pictures img');
    expect(await pictures.count()).toBe(2);
    for (const picture of await pictures.all())
      await picture.evaluate((image: HTMLImageElement) => {
        image.loading = 'eager';
        return image.decode();
      });
    await page.waitForTimeout(50);
    expect(bytes()).toBeGreaterThan(15_000);
    expect(bytes()).toBeLessThan(60_000);
    await close();
  });

  it('shows hostile texts as they are, runs nothing of them and stays within the screen', async () => {
    const { page, complaints, close } = await visit(browser, corner, '/reviews/', narrow);
    expect(await page.getByText('<script>alert("1")</script> & <b>bold</b> &amp;').count()).toBeGreaterThan(0);
    expect(await page.locator('.words b, .words script').count()).toBe(0);
    expect(await overflowOf(page)).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  it('keeps 5,000 characters without a space within the screen', async () => {
    const { page, close } = await visit(browser, demo, '/reviews/', narrow);
    await page.evaluate(() => {
      for (const element of document.querySelectorAll('.words, .said, bdi, blockquote')) element.textContent = 'x'.repeat(5_000);
    });
    expect(await overflowOf(page)).toBe(0);
    await close();
  });

  it('describes itself in JSON-LD that parses, whatever the texts hold', async () => {
    for (const [server, type] of [
      [demo, 'Electrician'],
      [corner, 'LocalBusiness'],
    ] as const) {
      const { page, close } = await visit(browser, server, '/');
      const text = await page.locator('script[type="application/ld+json"]').textContent();
      const data = JSON.parse(text ?? '') as { '@graph': { '@type': string; aggregateRating?: { reviewCount: number } }[] };
      expect(data['@graph'].map((node) => node['@type'])).toEqual([type, 'Dataset']);
      expect(data['@graph'][0]?.aggregateRating?.reviewCount).toBeGreaterThan(0);
      expect(text).not.toMatch(/[<>]/);
      await close();
    }
  });

  it('prints the words and leaves out what is to be pressed', async () => {
    const { page, close } = await visit(browser, demo, '/reviews/');
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.masthead nav').isVisible()).toBe(false);
    expect(await page.locator('.search').isVisible()).toBe(false);
    expect(await page.locator('.pager').isVisible()).toBe(false);
    expect(await page.locator('.words').first().isVisible()).toBe(true);
    await close();
  });

  it('turns dark where the reader likes it dark', async () => {
    const background = async (colorScheme: 'light' | 'dark') => {
      const { page, close } = await visit(browser, demo, '/insights/', { ...desktop, colorScheme });
      const color = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      await close();
      return color;
    };
    expect(await background('light')).toBe('rgb(247, 248, 246)');
    expect(await background('dark')).toBe('rgb(15, 22, 20)');
  });

  it('is usable by keyboard: the first stop skips to the content', async () => {
    const { page, close } = await visit(browser, demo, '/');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe('/proof/');
    await close();
  });

  it('shows the widget, in its shadow and within 10 KB', async () => {
    const { page, close } = await visit(browser, demo, '/developers/widgets/');
    expect(await page.locator('verified-reviews').getByText('Read all reviews').isVisible()).toBe(true);
    expect(await page.locator('verified-reviews li').count()).toBe(3);
    expect((await (await fetch(`${demo.url}/embed.js`)).bytes()).length).toBeLessThan(10_000);
    await close();
  });

  it('shows as many reviews in a widget as its count asks for', async () => {
    const { page, close } = await visit(browser, demo, '/developers/widgets/');
    for (const [count, shown] of [
      ['5', 5],
      ['0', 0],
      ['-1', 0],
      ['many', 3],
      ['1e9', 1],
      ['999999999999', 20],
    ] as const) {
      await page.evaluate((wanted) => {
        const widget = document.createElement('verified-reviews');
        widget.setAttribute('count', wanted);
        document.querySelector('verified-reviews')?.replaceWith(widget);
      }, count);
      await page.locator('verified-reviews .all').waitFor();
      expect([count, await page.locator('verified-reviews li').count()]).toEqual([count, shown]);
    }
    await close();
  });

  it('the listings of the page on widgets work on a page of somebody else', async () => {
    const { page, close } = await visit(browser, demo, '/developers/widgets/');
    const listings = listingsIn(await page.content()).map(({ code }) => code.replaceAll(NOBODY, demo.url));
    const [badge = '', markdown = '', widget = ''] = listings;
    expect(markdown).toBe(
      badge.replace(/^<a href="(.+)"><img src="(.+)" width.* alt="(.+)"><\/a>$/, '[![$3]($2)]($1)').replaceAll('&amp;', '&'),
    );
    const shop = createServer((_, response) => response.setHeader('Content-Type', 'text/html; charset=utf-8').end(badge + widget));
    await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
    await page.goto(`http://127.0.0.1:${(shop.address() as AddressInfo).port}/`, { waitUntil: 'networkidle' });
    expect(await page.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(216);
    expect(await page.locator('verified-reviews li').count()).toBe(3);
    shop.close();
    await close();
  });

  it('shows the link inside the widget where its data cannot be had', async () => {
    const context = await browser.newContext(desktop);
    const page = await context.newPage();
    await page.route('**/embed.json', (route) => route.abort());
    await page.goto(`${demo.url}/developers/widgets/`, { waitUntil: 'networkidle' });
    expect(await page.locator('verified-reviews > a').isVisible()).toBe(true);
    await context.close();
  });
});
