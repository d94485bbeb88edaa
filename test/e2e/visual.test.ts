import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pixelmatch from 'pixelmatch';
import type { Browser, Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { hasBrowser, launch } from '../support/browser.ts';
import type { SharedSite } from '../support/build-sites.ts';
import { withReleaseCases } from '../support/release-test.ts';
import { root } from '../support/run-script.ts';
import { serve, type TestServer } from '../support/serve.ts';

/** Screenshots that someone has approved. `UPDATE_SCREENSHOTS=1` takes new ones (of all views with --release), which someone must approve again. */
const FOLDER = path.join(root, 'test/e2e/screenshots');
const UPDATES = process.env['UPDATE_SCREENSHOTS'] === '1';
/** How much a pixel may differ, from 0 to 1, and the share of pixels that may differ by more. */
const PIXEL = 0.25;
const SHARE = 0.01;

const sizes = { phone: { width: 390, height: 844 }, tablet: { width: 820, height: 1000 }, desktop: { width: 1440, height: 900 } } as const;

interface View {
  readonly site: SharedSite;
  readonly path: string;
  readonly size: keyof typeof sizes;
  readonly look: 'light' | 'dark' | 'print' | 'without script';
}

const view = (site: SharedSite, path: string, size: View['size'], look: View['look'] = 'light'): View => ({ site, path, size, look });
const review = '/reviews/01M7BNN500K830F636P22FWH62/';

const views = withReleaseCases(
  'pages match their approved screenshots: other pages, sizes and looks',
  [view('demo', '/', 'phone'), view('demo', '/reviews/?query=panel', 'desktop'), view('taberna', '/', 'phone', 'dark')],
  [
    view('demo', '/', 'desktop'),
    view('demo', '/', 'desktop', 'print'),
    view('demo', '/reviews/', 'phone', 'without script'),
    view('demo', review, 'phone', 'dark'),
    view('demo', '/insights/', 'tablet'),
    view('demo', '/developers/reference/', 'desktop', 'dark'),
    view('minimal', '/', 'phone'),
  ],
);

const nameOf = ({ site, path, size, look }: View) => `${site} ${path} ${size} ${look}`.replace(/[^\w]+/g, '-').replace(/-+$/, '');

describe.skipIf(!hasBrowser)('pages match their approved screenshots', () => {
  let browser: Browser;
  const servers = new Map<SharedSite, TestServer>();
  beforeAll(async () => {
    browser = await launch('--force-color-profile=srgb', '--font-render-hinting=none', '--hide-scrollbars');
    for (const site of new Set(views.map(({ site }) => site)))
      servers.set(site, await serve({ DIST_DIR: inject('dists')[site], RATE_LIMIT: '0' }));
    if (UPDATES) mkdirSync(FOLDER, { recursive: true });
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([...servers.values()].map((server) => server.close()));
  });

  it.each(views.map((view) => [nameOf(view), view] as const))('%s', async (name, view) => {
    const context = await browser.newContext({
      viewport: sizes[view.size],
      colorScheme: view.look === 'dark' ? 'dark' : 'light',
      javaScriptEnabled: view.look !== 'without script',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    if (view.look === 'print') await page.emulateMedia({ media: 'print' });
    await page.goto(`${servers.get(view.site)?.url}${view.path}`, { waitUntil: 'networkidle' });
    const picture = await screenshot(page);
    await context.close();
    const file = path.join(FOLDER, `${name}.png`);
    if (UPDATES) writeFileSync(file, picture);
    const [seen, now] = await Promise.all([pixelsOf(readFileSync(file)), pixelsOf(picture)]);
    expect([now.width, now.height]).toEqual([seen.width, seen.height]);
    const others = pixelmatch(seen.data, now.data, undefined, seen.width, seen.height, { threshold: PIXEL });
    expect(others / (seen.width * seen.height)).toBeLessThan(SHARE);
  });
});

/** Takes a screenshot of the visible part, with few colors to keep the file small. */
async function screenshot(page: Page): Promise<Buffer> {
  return sharp(await page.screenshot())
    .png({ palette: true, colours: 96, dither: 0, compressionLevel: 9 })
    .toBuffer();
}

async function pixelsOf(picture: Buffer) {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
