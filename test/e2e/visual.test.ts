import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pixelmatch from 'pixelmatch';
import type { Browser, Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { hasBrowser, launch } from '../support/browser.ts';
import type { SharedSite } from '../support/build-sites.ts';
import { root } from '../support/run-script.ts';
import { serve, type TestServer } from '../support/serve.ts';

/** Pictures of pages as they were looked at. `UPDATE_SCREENSHOTS=1` takes them anew, to be looked at again. */
const FOLDER = path.join(root, 'test/e2e/screenshots');
const UPDATES = process.env['UPDATE_SCREENSHOTS'] === '1';
/** Letters look otherwise in other fonts, so pictures are compared only where these are found, as on Debian with its Chromium alone. */
const FONTS = ['sans-serif', 'serif', 'monospace', 'Liberation Sans', 'Georgia', 'Charter'];
const FONT_FILE = path.join(FOLDER, 'fonts.txt');
/** By how much a pixel may differ, 0 to 1, and how many of all may differ by more. */
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
const technician = '/technicians/marcus-oyelaran/';
const review = '/reviews/01M7BNN500K830F636P22FWH62/';

const views: readonly View[] = [
  view('demo', '/', 'phone'),
  view('demo', '/', 'tablet', 'dark'),
  view('demo', '/', 'desktop'),
  view('demo', '/', 'desktop', 'print'),
  view('demo', '/reviews/', 'phone'),
  view('demo', '/reviews/', 'phone', 'without script'),
  view('demo', '/reviews/', 'tablet', 'dark'),
  view('demo', '/reviews/', 'desktop'),
  view('demo', '/reviews/?query=panel', 'desktop'),
  view('demo', review, 'phone', 'dark'),
  view('demo', review, 'desktop'),
  view('demo', technician, 'phone'),
  view('demo', technician, 'desktop'),
  view('demo', '/services/', 'tablet'),
  view('demo', '/insights/', 'phone', 'dark'),
  view('demo', '/insights/', 'desktop'),
  view('demo', '/questions/', 'tablet'),
  view('demo', '/how-it-works/', 'phone'),
  view('demo', '/developers/', 'desktop'),
  view('demo', '/developers/reference/', 'desktop', 'dark'),
  view('demo', '/developers/sync/', 'phone'),
  view('demo', '/404.html', 'tablet'),
  view('taberna', '/', 'phone'),
  view('taberna', '/', 'desktop'),
  view('taberna', '/reviews/', 'phone', 'dark'),
  view('taberna', '/reviews/', 'desktop'),
  view('taberna', '/insights/', 'tablet'),
  view('taberna', '/how-it-works/', 'phone'),
  view('corner', '/', 'desktop', 'dark'),
  view('corner', '/reviews/', 'tablet'),
  view('minimal', '/', 'phone'),
  view('minimal', '/', 'desktop'),
];

const nameOf = ({ site, path, size, look }: View) => `${site} ${path} ${size} ${look}`.replace(/[^\w]+/g, '-').replace(/-+$/, '');

/** The names of the fonts that this machine has for ours; undefined where it can't say. */
function fontsHere(): string | undefined {
  try {
    return FONTS.map(
      (font) => `${font}: ${execFileSync('fc-match', ['-f', '%{file}', font], { encoding: 'utf8' }).replace(/^.*\//, '')}\n`,
    ).join('');
  } catch {
    return undefined;
  }
}

const isComparable = UPDATES || (existsSync(FONT_FILE) && readFileSync(FONT_FILE, 'utf8') === fontsHere());

describe.skipIf(!hasBrowser || !isComparable)('pages look as they were looked at (needs a browser and the same fonts)', () => {
  let browser: Browser;
  const servers = new Map<SharedSite, TestServer>();
  beforeAll(async () => {
    browser = await launch('--force-color-profile=srgb', '--font-render-hinting=none', '--hide-scrollbars');
    for (const site of new Set(views.map(({ site }) => site)))
      servers.set(site, await serve({ DIST_DIR: inject('dists')[site], RATE_LIMIT: '0' }));
    if (UPDATES) {
      mkdirSync(FOLDER, { recursive: true });
      writeFileSync(FONT_FILE, fontsHere() ?? '');
    }
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

/** What is in sight, in few colours so that the file is small. */
async function screenshot(page: Page): Promise<Buffer> {
  return sharp(await page.screenshot())
    .png({ palette: true, colours: 96, dither: 0, compressionLevel: 9 })
    .toBuffer();
}

async function pixelsOf(picture: Buffer) {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
