import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { closePages, desktop, hasBrowser, narrow, phone, sharedBrowser, visit } from '../support/browser.ts';
import { listingsIn } from '../support/listings.ts';
import { isRelease, releaseGroup, withReleaseCases } from '../support/release-test.ts';
import { NOBODY } from '../support/run-script.ts';
import { serve, type TestServer } from '../support/serve.ts';
import { screenViolations, structureViolations } from './axe.ts';
import { kinds } from './kinds.ts';

/** Pages of the same template as another kind. */
const SAME_TEMPLATE: ReadonlySet<string> = new Set([
  kinds['a further page of reviews'],
  kinds['reviews by stars'],
  kinds['a rating without words'],
  kinds['a service'],
  kinds['a service area'],
]);

/** Pages of other templates whose elements and styles are those of another kind. */
const ALIKE: ReadonlySet<string> = new Set([kinds['data model'], kinds.webhooks, kinds['incremental sync'], kinds.mcp, kinds.stability]);

/** Kinds that only a release opens. The last two have a template of their own, but the elements of the reference and of prose. */
const LEFT_OUT: ReadonlySet<string> = new Set([...SAME_TEMPLATE, ...ALIKE, kinds['mcp tools'], kinds.changes]);

/** Links and buttons outside sentences. */
const TARGETS =
  ':is(.what, .by, figcaption, .contact, .beside, .review .who, .tags, .star-links, .directory, .colophon nav, .masthead, .manual nav, h2, h3, th, .alone-link) a:visible, button:visible, summary:visible, label.chip:visible';

/** Returns the targets that are less than 24 pixels high. */
const lowTargets = (page: Page) =>
  page.locator(TARGETS).evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 24).map((one) => one.outerHTML));

/** Returns by how many pixels a page is wider than the screen. */
const overflowOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe.skipIf(!hasBrowser)('pages in a browser', () => {
  let browser: Browser;
  let demo: TestServer;
  let corner: TestServer;
  let taberna: TestServer;
  beforeAll(async () => {
    [browser, demo, corner, taberna] = await Promise.all([
      sharedBrowser(),
      serve({ DIST_DIR: inject('dists').demo }),
      serve({ DIST_DIR: inject('dists').corner }),
      serve({ DIST_DIR: inject('dists').taberna }),
    ]);
  });
  afterAll(async () => {
    await closePages(browser);
    await Promise.all([demo?.close(), corner?.close(), taberna?.close()]);
  });

  releaseGroup('pages in a browser: axe on a small restaurant’s pages', () => {
    it.each(['/', '/reviews/', '/services/arroces/', '/proof/'])(
      '%s passes axe, fits the screen and makes no third-party requests, on a desktop in dark and a phone in light',
      async (path) => {
        const { page, complaints, otherOrigins, close } = await visit(browser, taberna, path, {
          ...phone,
          ...desktop,
          colorScheme: 'dark',
        });
        expect([await overflowOf(page), await structureViolations(page)]).toEqual([0, []]);
        await page.setViewportSize(phone.viewport);
        await page.emulateMedia({ colorScheme: 'light' });
        expect([await overflowOf(page), await screenViolations(page)]).toEqual([0, []]);
        await page.setViewportSize(desktop.viewport);
        await page.emulateMedia({ colorScheme: 'dark' });
        expect(await screenViolations(page)).toEqual([]);
        expect([complaints, otherOrigins]).toEqual([[], []]);
        await close();
      },
    );
  });

  it.each(
    withReleaseCases(
      'pages in a browser: pages of the same template, or with the same elements, as others',
      Object.entries(kinds).filter(([, path]) => !LEFT_OUT.has(path)),
      Object.entries(kinds).filter(([, path]) => LEFT_OUT.has(path)),
    ),
  )('%s passes axe, fits 320 pixels, makes no third-party requests and has targets of 24 pixels', async (_, path) => {
    const { page, complaints, otherOrigins, close } = await visit(browser, demo, path, { ...phone, ...desktop, colorScheme: 'light' });
    const isSame = SAME_TEMPLATE.has(path);
    expect([await overflowOf(page), isSame ? [] : await structureViolations(page)]).toEqual([0, []]);
    expect(complaints).toEqual([]);
    expect(otherOrigins).toEqual([]);
    expect(await page.locator('h1').count()).toBe(1);
    expect((await page.locator('meta[name=description]').getAttribute('content'))?.length).toBeGreaterThan(20);
    if (path.endsWith('/')) expect(new URL((await page.locator('link[rel=canonical]').getAttribute('href')) ?? '').pathname).toBe(path);
    if (isRelease) {
      await page.setViewportSize(phone.viewport);
      expect([await overflowOf(page), await lowTargets(page)]).toEqual([0, []]);
    }
    await page.setViewportSize(narrow.viewport);
    expect([await overflowOf(page), await lowTargets(page)]).toEqual([0, []]);
    expect(await page.getByText('is an invented business').first().isVisible()).toBe(true);
    if (!isSame && !ALIKE.has(path)) {
      expect(await screenViolations(page)).toEqual([]);
      if (isRelease) {
        await page.setViewportSize(phone.viewport);
        await page.emulateMedia({ colorScheme: 'dark' });
        expect(await screenViolations(page)).toEqual([]);
        await page.setViewportSize(desktop.viewport);
        await page.emulateMedia({ colorScheme: 'light' });
        expect(await screenViolations(page)).toEqual([]);
      }
    }
    await close();
  });

  it.each(withReleaseCases<'demo' | 'taberna'>('pages in a browser: the header of a small restaurant’s pages', ['demo'], ['taberna']))(
    'have a low header with all of its links on a phone: %s',
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

  it.each(
    withReleaseCases<readonly [string, BrowserContextOptions]>(
      'pages in a browser: bytes of the home page on a desktop',
      [['a phone with a pixel ratio of 3', { ...phone, deviceScaleFactor: 3 }]],
      [['a desktop', { ...desktop, deviceScaleFactor: 1 }]],
    ),
  )('load the home page and its pictures in less than 60 KB on %s', async (_, options) => {
    // No other test uses these options, so the page is new and its cache is empty.
    const { page, bytes, close } = await visit(browser, demo, '/', options);
    // Pictures further down load only when they come into view.
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

  it('show hostile texts as they are, without running them or exceeding the screen', async () => {
    const { page, complaints, close } = await visit(browser, corner, '/reviews/', narrow);
    expect(await page.getByText('<script>alert("1")</script> & <b>bold</b> &amp;').count()).toBeGreaterThan(0);
    expect(await page.locator('.words b, .words script').count()).toBe(0);
    expect(await overflowOf(page)).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  it('fit 5,000 characters without a space on the screen', async () => {
    const { page, close } = await visit(browser, demo, '/reviews/', narrow);
    await page.evaluate(() => {
      for (const element of document.querySelectorAll('.words, .said, bdi, blockquote')) element.textContent = 'x'.repeat(5_000);
    });
    expect(await overflowOf(page)).toBe(0);
    await close();
  });

  it('have JSON-LD that parses, even with hostile texts', async () => {
    for (const [server, type] of [
      [demo, 'Electrician'],
      [corner, 'LocalBusiness'],
    ] as const) {
      const html = await (await fetch(`${server.url}/`)).text();
      const text = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1];
      const data = JSON.parse(text ?? '') as { '@graph': { '@type': string; aggregateRating?: { reviewCount: number } }[] };
      expect(data['@graph'].map((node) => node['@type'])).toEqual([type, 'Dataset']);
      expect(data['@graph'][0]?.aggregateRating?.reviewCount).toBeGreaterThan(0);
      expect(text).not.toMatch(/[<>]/);
    }
  });

  it('print texts without navigation, search and pager', async () => {
    const { page, close } = await visit(browser, demo, '/reviews/');
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.masthead nav').isVisible()).toBe(false);
    expect(await page.locator('.search').isVisible()).toBe(false);
    expect(await page.locator('.pager').isVisible()).toBe(false);
    expect(await page.locator('.words').first().isVisible()).toBe(true);
    await close();
  });

  it('follow the reader’s preference for light or dark', async () => {
    const { page, close } = await visit(browser, demo, '/insights/');
    const background = async (colorScheme: 'light' | 'dark') => {
      await page.emulateMedia({ colorScheme });
      return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    };
    expect(await background('light')).toBe('rgb(247, 248, 246)');
    expect(await background('dark')).toBe('rgb(15, 22, 20)');
    await close();
  });

  it('have a first Tab stop that skips to the content', async () => {
    const { page, close } = await visit(browser, demo, '/');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toMatch(/^tel:/);
    await close();
  });

  describe('about the widget', () => {
    let page: Page;
    beforeAll(async () => {
      ({ page } = await visit(browser, demo, '/developers/widgets/'));
    });

    it('show the widget, whose script is under 10 KB', async () => {
      expect(await page.locator('verified-reviews').getByText('Read all reviews').isVisible()).toBe(true);
      expect(await page.locator('verified-reviews li').count()).toBe(3);
      expect((await (await fetch(`${demo.url}/embed.js`)).bytes()).length).toBeLessThan(10_000);
    });

    it('have a widget that inherits nothing from the page, and has its own language and direction', async () => {
      await page.locator('verified-reviews .all').waitFor();
      const stylesOf = () =>
        page.locator('verified-reviews section').evaluate((section) => {
          const inherited = [
            'text-transform',
            'letter-spacing',
            'text-align',
            'word-spacing',
            'font-style',
            'line-height',
            'white-space',
            'direction',
          ];
          return [section, ...section.querySelectorAll('*')].map((element) => {
            const style = getComputedStyle(element);
            return inherited.map((name) => style.getPropertyValue(name)).join(' ');
          });
        });
      const before = await stylesOf();
      await page.locator('verified-reviews').evaluate(({ parentElement }) => {
        parentElement?.setAttribute('dir', 'rtl');
        parentElement?.setAttribute('lang', 'ar');
        parentElement?.setAttribute(
          'style',
          'text-transform: uppercase; letter-spacing: 5px; text-align: right; word-spacing: 9px; font-style: italic; line-height: 3; white-space: pre',
        );
      });
      expect(await stylesOf()).toEqual(before);
      const section = page.locator('verified-reviews section');
      expect([await section.getAttribute('lang'), await section.getAttribute('dir')]).toEqual(['en', 'ltr']);
    });

    it('show as many reviews in a widget as its count attribute asks for', async () => {
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
    });

    it('have code examples for widgets that work on another site', async () => {
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
    });

    it('show the widget’s fallback link if its data can’t be loaded', async () => {
      await page.route('**/embed.json', (route) => route.abort());
      await page.goto(`${demo.url}/developers/widgets/`, { waitUntil: 'networkidle' });
      expect(await page.locator('verified-reviews > a').isVisible()).toBe(true);
    });
  });
});
