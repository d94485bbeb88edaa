import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closePages, desktop, hasBrowser, sharedBrowser, small, visit } from '../support/browser.ts';
import { buildSite } from '../support/build-site.ts';
import { releaseTest, withReleaseCases } from '../support/release-test.ts';
import { serve, type TestServer } from '../support/serve.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { violationsOf } from './axe.ts';

const ANN = '01HKNWZVG06T9K93VCVBJV8MJ1';
const BEN = '01HKKAJCG06T9K93VCVBJV8MJ2';
const reviews = `
- { id: ${ANN}, date: 2024-01-09, rating: 5, author: Ann B., text: "They fixed the panel and swept up.", verified: true, photos: [panel.jpg, street.jpg] }
- { id: ${BEN}, date: 2024-01-08, rating: 4, author: Ben, text: "On time, and the lights work again.", verified: true, photos: [street.jpg] }
- { id: 01HKGR4XG06T9K93VCVBJV8MJ3, date: 2024-01-07, rating: 5, author: Cy, text: "On time.", verified: true }
${Array.from({ length: 9 }, (_, index) => `- { source_id: more-${index}, date: 2023-01-0${index + 1}, rating: 5, author: Di, text: "Good.", verified: true }`).join('\n')}
`;
const picture = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();

describe.skipIf(!hasBrowser)('review photos', () => {
  let browser: Browser;
  let server: TestServer;

  async function build(business: string): Promise<TestServer> {
    const folder = temporaryFolder();
    const [content, dist] = [path.join(folder, 'content'), path.join(folder, 'dist')];
    const files = {
      'business.yaml': business,
      'reviews/all.yaml': reviews,
      'pictures/panel.jpg': await picture(1500, 2000, '#a67'),
      'pictures/street.jpg': await picture(1600, 900, '#36a'),
    };
    for (const [name, body] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(content, name)), { recursive: true });
      await writeFile(path.join(content, name), body);
    }
    await buildSite(content, dist, { DATA_DIR: path.join(folder, 'data') });
    return serve({ DIST_DIR: dist });
  }

  beforeAll(async () => {
    browser = await sharedBrowser();
    server = await build('name: Acme Electric\naddress: { country: US }\n');
  });
  afterAll(async () => {
    await closePages(browser);
    await server?.close();
  });

  it.each(
    withReleaseCases<readonly [string, BrowserContextOptions & Pick<typeof small | typeof desktop, 'viewport'>]>(
      'review photos: on a desktop',
      [['a small phone in dark mode', { ...small, colorScheme: 'dark' }]],
      [['a desktop', desktop]],
    ),
  )('are on the page of their review, uncropped and with alt text: %s', async (_name, size) => {
    const { page, complaints, otherOrigins, close } = await visit(browser, server, `/reviews/${ANN}/`, size);
    const photos = page.locator('figure img');
    expect(await photos.evaluateAll((all) => all.map((one) => [one.getAttribute('alt'), one.getAttribute('loading')]))).toEqual([
      ['Photo 1 of 2 by Ann B. with the review', 'lazy'],
      ['Photo 2 of 2 by Ann B. with the review', 'lazy'],
    ]);
    expect(await page.locator('figcaption').textContent()).toBe('The customer’s photos, added to this review by Acme Electric.');
    for (const photo of await photos.all()) {
      await photo.scrollIntoViewIfNeeded();
      await expect.poll(() => photo.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
      const { ratio, natural } = await photo.evaluate((one: HTMLImageElement) => ({
        ratio: one.clientWidth / one.clientHeight,
        natural: one.naturalWidth / one.naturalHeight,
      }));
      expect(Math.abs(ratio - natural)).toBeLessThan(0.02);
      const { x = -1, width = 0, height = 0 } = (await photo.boundingBox()) ?? {};
      expect([x >= 0, x + width <= size.viewport.width, height <= size.viewport.height]).toEqual([true, true, true]);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
    expect(otherOrigins).toEqual([]);
    await close();
  });

  it('reserve their space while they load', async () => {
    const { page, close } = await visit(browser, server, '/reviews/', desktop);
    await page.route('**/photos/*', () => {});
    await page.goto(`${server.url}/reviews/${ANN}/`, { waitUntil: 'domcontentloaded' });
    const { width = 0, height = 0 } = (await page.locator('figure img').first().boundingBox()) ?? {};
    expect(Math.abs(width / height - 3 / 4)).toBeLessThan(0.02);
    await close();
  });

  it('are visible in print', async () => {
    const { page, close } = await visit(browser, server, `/reviews/${ANN}/`, desktop);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('figure img').evaluateAll((all) => all.map((one) => one.checkVisibility()))).toEqual([true, true]);
    await close();
  });

  it('are counted in lists and search results', async () => {
    const { page, close } = await visit(browser, server, '/reviews/', small);
    const counts = (list: string) =>
      page.locator(`${list} .who`).evaluateAll((all) => all.map((one) => /\d photos?/.exec(one.textContent)?.[0]));
    expect(await counts('[data-prebuilt]')).toEqual(['2 photos', '1 photo', ...Array(10).fill(undefined)]);
    expect(await page.locator('main img').count()).toBe(0);
    await page.goto(`${server.url}/reviews/?query=lights`);
    await page.locator('[data-results] li').waitFor();
    expect(await counts('[data-results]')).toEqual(['1 photo']);
    await close();
  });

  releaseTest('review photos: have alt text and captions in the language of the page', async () => {
    const spanish = await build('name: Casa Luz\nlanguage: es\naddress: { country: ES }\n');
    const { page, close } = await visit(browser, spanish, `/reviews/${BEN}/`, small);
    expect(await page.locator('figure img').getAttribute('alt')).toBe('Foto de Ben con su opinión');
    expect(await page.locator('figcaption').textContent()).toBe('Foto del cliente, añadida a esta opinión por Casa Luz.');
    await close();
    await spanish.close();
  });
});
