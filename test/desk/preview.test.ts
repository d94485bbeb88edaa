import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { withContentLock } from '../../scripts/content/lock.ts';
import { deskFolder } from '../../scripts/content/own-folders.ts';
import type { RunBuild } from '../../scripts/desk/build/run-build.ts';
import type { GenerationDocument } from '../../site/contract/generation.ts';
import type { ReviewsDocument } from '../../site/contract/reviews-document.ts';
import { closePages, desktop, hasBrowser, sharedBrowser } from '../support/browser.ts';
import { callScript } from '../support/call-command.ts';
import { buildDocuments, buildPages, deskFolders, type OpenDesk, openTestDesk } from '../support/desk.ts';
import { openDeskPage } from '../support/desk-browser.ts';
import { withReleaseCases } from '../support/release-test.ts';
import { NOBODY } from '../support/run-script.ts';

/** The time of all builds, because the log and security.txt have dates. */
const SOURCE_DATE_EPOCH = String(Math.floor(Date.now() / 1000));

let folders: Awaited<ReturnType<typeof deskFolders>>;
let desk: OpenDesk;
let close: () => Promise<void>;
/** Resolves when the last build has ended. */
let ended: Promise<unknown>;

const open = async (build: RunBuild, BASE_URL = NOBODY) => {
  const watched: RunBuild = (...given) => {
    const built = build(...given);
    ended = built.catch(() => {});
    return built;
  };
  desk = await openTestDesk({ BASE_URL, LOG_KEY: '', SOURCE_DATE_EPOCH, ...folders, build: watched });
  // As the command does, so commands know that the desk is open.
  const { promise, resolve } = Promise.withResolvers<void>();
  const held = withContentLock(deskFolder(folders.DATA_DIR), () => promise, 0);
  close = async () => {
    await desk.close();
    resolve();
    await held;
  };
};
afterEach(() => close());

/** Submits a form that starts a build, and returns the page with its result. */
async function build(place: string): Promise<string> {
  const started = await desk.post(place);
  let page = await started.text();
  while (page.includes('data-waiting')) {
    await ended;
    page = await (await desk.get(new URL(started.url).pathname)).text();
  }
  return page;
}

/** The links that open in a new tab, by their text. */
const linksOf = (page: string) =>
  new Map([...page.matchAll(/<a href="([^"]+)" target="_blank">([^<]*)<\/a>/g)].map(([, address = '', words = '']) => [words, address]));
const homeOf = (page: string) => linksOf(page).get('Home page') ?? 'no link';

/** Requests an address like the desk's browser that follows a link in the preview. */
const look = (address: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(address, { redirect: 'manual', headers: { Cookie: desk.cookie, Accept: 'text/html', ...headers } });

const review = (...args: readonly string[]) => callScript('review', folders, args);
/** Adds a review and returns its id. */
async function add(author: string, words: string): Promise<string> {
  const given = ['--date', '2025-03-14', '--rating', '4', '--author', author, '--text', words, '--method', 'invoice', '--reference', '1'];
  return /^\w{26}(?= is in )/m.exec((await review('add', ...given)).stdout)?.[0] ?? 'no id';
}

/** The ids of the published reviews. */
function publishedIds(): readonly string[] {
  const { reviews } = JSON.parse(readFileSync(path.join(folders.DIST_DIR, 'reviews.json'), 'utf8')) as ReviewsDocument;
  return reviews.map(({ id }) => id);
}

/** The details of a page below this summary. */
const sectionOf = (page: string, summary: string) => page.split(`<summary>${summary}</summary>`)[1]?.split('</details>')[0];

/** Sends a request with any headers, including those that `fetch` wouldn't send. */
function ask(
  address: string,
  headers: Readonly<Record<string, string>>,
  method = 'GET',
): Promise<{ status: number; text: string; headers: IncomingHttpHeaders }> {
  return new Promise((resolve, reject) => {
    request(address, { method, headers, agent: false }, (response) => {
      const { statusCode: status = 0, headers: sent } = response;
      text(response).then((body) => resolve({ status, text: body, headers: sent }), reject);
    })
      .once('error', reject)
      .end();
  });
}

/** The files in a folder, by path. */
function filesIn(folder: string): Readonly<Record<string, string>> {
  if (!existsSync(folder)) return {};
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(path.join(folder, name)).isFile());
  return Object.fromEntries(files.map((name) => [name, readFileSync(path.join(folder, name), 'latin1')]));
}
/** The folder of the preview, and everything in it. */
const place = () => path.join(folders.DATA_DIR, 'desk/preview');
const previewed = () => Object.values(filesIn(place())).join('\n');

// Nothing can be fetched from this port.
describe.each(withReleaseCases('the preview of a site under a path', [NOBODY], ['https://shop.example:9/all/reviews']))(
  'the preview of %s',
  (baseUrl) => {
    const base = new URL(baseUrl).pathname.replace(/\/$/, '');
    beforeEach(async () => {
      folders = await deskFolders();
      await open(buildPages, baseUrl);
    });

    test('has the bytes of what is published next, and its links stay in it', async () => {
      await build('/publish');
      const [replied, removed] = publishedIds() as [string, string];
      const added = await add('Zoe', 'They came at once and explained everything.');
      expect((await review('reply', replied, '--text', 'See you soon.', '--replace')).code).toBe(0);
      expect((await review('takedown', removed, '--keep')).code).toBe(0);
      const before = filesIn(folders.DIST_DIR);
      const page = await build('/publish/preview');
      expect(filesIn(folders.DIST_DIR)).toEqual(before);

      const home = homeOf(page);
      const { origin } = new URL(home);
      expect(home).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//);
      expect(new URL(home).pathname).toBe(`${base}/`);
      const example = linksOf(page).get('One review') ?? '';
      expect(example).toBe(`${origin}${base}/reviews/${replied}/`);
      expect(await (await look(example)).text()).toContain('See you soon.');
      expect(sectionOf(page, '1 new review')).toContain(`<a href="${origin}${base}/reviews/${added}/" target="_blank">4 stars from Zoe`);
      expect(sectionOf(page, '1 changed review')).toContain(`<a href="${example}" target="_blank">`);
      const gone = `${origin}${base}/reviews/${removed}/`;
      expect(sectionOf(page, '1 review no longer shown')).toContain(`<a href="${gone}" target="_blank">`);
      const missing = await look(gone);
      expect([missing.status, missing.headers.get('Content-Type')]).toEqual([404, 'text/html; charset=utf-8']);

      const { files } = (await (await look(`${home}generation.json`)).json()) as GenerationDocument;
      const shown = new Map<string, string>();
      for (const name of Object.keys(files)) {
        const answer = await look(home.slice(0, -1) + name);
        expect([name, answer.status]).toEqual([name, 200]);
        shown.set(name, Buffer.from(await answer.arrayBuffer()).toString('latin1'));
      }
      expect(await strayLinks(home, shown, baseUrl)).toEqual([]);

      await build('/publish');
      const published = filesIn(folders.DIST_DIR);
      const differing = [...shown].filter(([name, body]) => published[name.slice(1) + (name.endsWith('/') ? 'index.html' : '')] !== body);
      expect(differing.map(([name]) => name)).toEqual([]);
    });
  },
);

/** The links on pages that leave the preview for the public address, or lead to something that isn't there. */
async function strayLinks(home: string, files: ReadonlyMap<string, string>, baseUrl: string): Promise<readonly string[]> {
  const stray: string[] = [];
  const seen = new Set<string>();
  for (const [name, body] of files) {
    if (!name.endsWith('/')) continue;
    // The links of the search's template are placeholders.
    const page = body.replace(/<template.*?<\/template>/gs, '');
    for (const [, address = ''] of page.matchAll(LINK)) {
      const { href, origin } = new URL(address.replaceAll('&amp;', '&'), home.slice(0, -1) + name);
      if (href.startsWith(baseUrl)) stray.push(`${name}: ${address}`);
      if (origin !== new URL(home).origin || seen.has(href)) continue;
      seen.add(href);
      if ((await look(href)).status !== 200) stray.push(`${name}: ${address}`);
    }
  }
  return stray;
}
const LINK = /<(?:a|img|script|form|link rel="(?:stylesheet|icon)")\b[^>]*? (?:href|src|action)="([^"]*)"/g;

describe('the preview', () => {
  beforeEach(async () => {
    folders = await deskFolders('minimal');
    await open(buildDocuments, 'https://shop.example:9');
  });

  test('changes nothing else, even before the first publication', async () => {
    await desk.get('/publish');
    const before = filesIn(path.dirname(folders.DATA_DIR));
    const page = await build('/publish/preview');
    expect(linksOf(page).get('Home page')).toBeDefined();
    expect(existsSync(path.join(place(), 'dist/reviews.json'))).toBe(true);
    const after = Object.entries(filesIn(path.dirname(folders.DATA_DIR)));
    expect(Object.fromEntries(after.filter(([name]) => !name.startsWith('data/desk/preview/')))).toEqual(before);
    expect(await build('/publish')).toContain('<h1>Published</h1>');
    expect(existsSync(place())).toBe(false);
  });

  test('opens only in the browser of the desk, and no other site can read it', async () => {
    const address = `${homeOf(await build('/publish/preview'))}reviews.json`;
    const { host, port, origin } = new URL(address);
    const own = { Host: host, Cookie: desk.cookie };
    const from = (site: string, mode: string, target: string) => ({
      'Sec-Fetch-Site': site,
      'Sec-Fetch-Mode': mode,
      'Sec-Fetch-Dest': target,
    });
    const admitted: readonly Readonly<Record<string, string>>[] = [
      own,
      { ...own, ...from('none', 'navigate', 'document') },
      { ...own, ...from('same-site', 'navigate', 'document') },
      { ...own, ...from('same-origin', 'cors', 'empty'), Origin: origin },
    ];
    for (const headers of admitted) {
      const { status, headers: sent } = await ask(address, headers);
      expect([headers, status]).toEqual([headers, 200]);
      expect(sent['cache-control']).toBe('no-store');
      expect(sent['cross-origin-resource-policy']).toBe('same-origin');
      expect(sent['access-control-allow-origin']).toBeUndefined();
    }
    const refused: readonly Readonly<Record<string, string>>[] = [
      { Host: host },
      { ...own, Cookie: `${desk.cookie}x` },
      ...['shop.example', `shop.example:${port}`, `localhost:${port}`, `[::1]:${port}`, '127.0.0.1'].map((Host) => ({ ...own, Host })),
      { ...own, ...from('cross-site', 'navigate', 'document') },
      { ...own, ...from('cross-site', 'no-cors', 'script') },
      { ...own, ...from('same-site', 'cors', 'empty') },
      { ...own, ...from('same-site', 'navigate', 'iframe') },
      { ...own, Origin: desk.origin },
      { ...own, Origin: 'null' },
    ];
    for (const headers of refused) {
      const { status, text: body, headers: sent } = await ask(address, headers);
      expect([headers, status, body]).toEqual([headers, 403, 'Open the preview from the desk.\n']);
      expect(sent['access-control-allow-origin']).toBeUndefined();
    }
    for (const method of ['POST', 'OPTIONS', 'DELETE']) expect((await ask(address, own, method)).status).toBe(403);
  });

  test('is replaced by the next one', async () => {
    const first = homeOf(await build('/publish/preview'));
    await add('Zoe', 'They came at once and explained everything.');
    const second = homeOf(await build('/publish/preview'));
    expect(await (await look(`${second}reviews.json`)).text()).toContain('They came at once');
    if (second !== first) await expect(look(`${first}reviews.json`)).rejects.toThrow('fetch failed');
    writeFileSync(path.join(folders.CONTENT_DIR, 'faq.yaml'), '- question: 7\n');
    expect(await build('/publish/preview')).toContain('Nothing was published');
    await expect(look(second)).rejects.toThrow('fetch failed');
    expect(existsSync(place())).toBe(false);
  });

  test('is deleted with the desk, and one that a killed desk left at the next start', async () => {
    const home = homeOf(await build('/publish/preview'));
    await close();
    await expect(look(home)).rejects.toThrow('fetch failed');
    expect(existsSync(place())).toBe(false);
    mkdirSync(path.join(place(), '.dist/.stage-1/site'), { recursive: true });
    writeFileSync(path.join(place(), '.dist/.stage-1/site/reviews.json'), '[]');
    await open(buildDocuments);
    expect(existsSync(place())).toBe(false);
  });

  test('isn’t shown if the desk stops while it’s made', async () => {
    await close();
    const { promise: stopped, resolve } = Promise.withResolvers<void>();
    await open((...given) => stopped.then(() => buildDocuments(...given)));
    await desk.post('/publish/preview');
    await close();
    resolve();
    await ended;
    await expect.poll(() => existsSync(place()), { interval: 10 }).toBe(false);
  });

  test('ends when a review is taken down, by a command or by hand', async () => {
    await add('Zoe', 'They left wet footprints on the rug.');
    const page = await build('/publish/preview');
    const reviews = `${homeOf(page)}reviews.json`;
    const id = /"id":"(\w{26})"(?:(?!"id").)*footprints/s.exec(await (await look(reviews)).text())?.[1] ?? '';
    expect(previewed()).toContain('footprints');
    expect((await review('takedown', id)).code).toBe(0);
    expect(previewed()).not.toContain('footprints');
    const ended = await look(reviews);
    expect([ended.status, await ended.text()]).toEqual([410, expect.stringContaining('A review was taken down')]);
    const again = await build('/publish/preview');
    expect(previewed()).not.toContain('footprints');
    const list = path.join(folders.CONTENT_DIR, 'takedowns.yaml');
    writeFileSync(list, `${readFileSync(list, 'utf8')}- review: 01JBZX4Q8N6W2T5R9Y3K7M1PCD\n  date: 2026-01-01\n`);
    expect((await look(`${homeOf(again)}reviews.json`)).status).toBe(410);
  });

  test.each([
    ['before the build', true],
    ['after it', false],
  ])('isn’t shown if a review was taken down while it was made, %s', async (_when, isFirst) => {
    await close();
    await open(async (...given) => {
      const takeDown = () => review('takedown', 'footprints');
      if (isFirst) await takeDown();
      const report = await buildDocuments(...given);
      if (!isFirst) await takeDown();
      return report;
    }, 'https://shop.example:9');
    await add('Zoe', 'They left wet footprints on the rug.');
    expect(await build('/publish/preview')).toContain('A review was taken down, so the preview has ended.');
    expect(existsSync(place())).toBe(false);
  });
});

test.skipIf(!hasBrowser)('a browser opens the preview in a new tab, and another site in it can’t read it', async () => {
  folders = await deskFolders();
  await open(buildPages);
  const browser = await sharedBrowser();
  const evil = createServer((_request, response) =>
    response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Evil</title>'),
  );
  await new Promise<void>((listening) => evil.listen(0, '127.0.0.1', listening));
  try {
    const { page } = await openDeskPage(browser, desk, '/publish', desktop);
    await page.locator('form[action="/publish/preview"] button').click();
    await page.locator('#preview').waitFor();
    const [tab] = await Promise.all([page.context().waitForEvent('page'), page.getByRole('link', { name: 'Home page' }).click()]);
    await tab.waitForLoadState('networkidle');
    const failed: string[] = [];
    tab.on('requestfailed', (one) => failed.push(one.url()));
    tab.on('response', (one) => one.status() >= 400 && failed.push(one.url()));
    await tab.reload({ waitUntil: 'networkidle' });
    expect(await tab.locator('h1').textContent()).toContain('Corner <Shop>');
    await tab.getByRole('link', { name: 'Reviews', exact: true }).first().click();
    await tab.waitForURL('**/reviews/');
    expect(failed).toEqual([]);
    const address = `${new URL(tab.url()).origin}/reviews.json`;
    const read = ([url, how]: readonly [string, RequestCredentials]) =>
      fetch(url, { credentials: how }).then(
        async (response) => response.text(),
        () => 'refused',
      );
    expect(await tab.evaluate(read, [address, 'include'] as const)).toContain('"reviews"');
    const { port } = evil.address() as AddressInfo;
    for (const host of ['127.0.0.1', 'evil.localhost']) {
      const other = await page.context().newPage();
      await other.goto(`http://${host}:${port}/`);
      for (const how of ['include', 'omit'] as const) expect(await other.evaluate(read, [address, how] as const)).toBe('refused');
    }
  } finally {
    await closePages(browser);
    evil.close();
    evil.closeAllConnections();
  }
});
