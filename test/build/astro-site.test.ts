import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { freePort } from '../../scripts/lab/free-port.ts';
import { structureViolations } from '../e2e/axe.ts';
import { ask } from '../support/ask.ts';
import { BAKERY, BAKERY_REVIEWS, bakerySite, buildEach, configure, startAstro } from '../support/astro-site.ts';
import { closePages, hasBrowser, sharedBrowser } from '../support/browser.ts';
import { buildDocuments } from '../support/call-command.ts';
import { releaseGroup } from '../support/release-test.ts';
import type { ScriptResult } from '../support/run-script.ts';
import { serve } from '../support/serve.ts';
import { startStaticHost } from '../support/static-host.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let site: string;
beforeAll(async () => {
  site = await bakerySite();
});
const dist = (name: string) => path.join(site, 'dist', name);

/** Builds the site into `dist/NAME` for each pair of its own settings and ours. */
async function build(configurations: Readonly<Record<string, readonly [object, object?]>>): Promise<ScriptResult> {
  for (const [name, [settings, ours]] of Object.entries(configurations))
    await configure(site, settings, ours, { file: `astro.${name}.mjs` });
  return buildEach(site, ...Object.keys(configurations));
}

const LAYOUT = './src/layouts/Base.astro';

test('a build with an invalid setting fails and names the setting', async () => {
  const { code, stdout, stderr } = await build({
    badContent: [{}, { content: './nowhere' }],
    badPath: [{}, { at: 'reviews' }],
    badLayout: [{}, { layout: './src/Base.astro' }],
    badSite: [{ site: undefined }, {}],
  });
  // Astro also prints where it stopped for each of these.
  const others = stderr.split('\n').filter((line) => line !== '' && !/An unhandled error occurred while|Unable to load .*bad/.test(line));
  expect([code, others]).toEqual([0, []]);
  expect(stdout.match(/\[WARN\].*|\w+ failed: /g)).toEqual([
    'badContent failed: ',
    'badPath failed: ',
    'badLayout failed: ',
    'badSite failed: ',
  ]);
  expect(stdout).toContain('badContent failed: open-reviews: content: there is no folder');
  expect(stdout).toContain('badPath failed: open-reviews: at: found "reviews"; write a path such as /customers');
  expect(stdout).toContain('badLayout failed: open-reviews: layout: there is no file');
  expect(stdout).toContain('badSite failed: open-reviews: site is missing; set it in your Astro config');
});

// Bundling takes half a minute here, because each site has its own bundle.
releaseGroup('an Astro site with our integration has our pages and documents, and its own pages unchanged', () => {
  beforeAll(async () => {
    expect(
      await build({
        alone: [{}],
        documents: [{}, { at: BAKERY.at }],
        layout: [{}, { at: `${BAKERY.at}/`, content: 'reviews', layout: LAYOUT }],
        files: [
          { build: { format: 'file' }, trailingSlash: 'never', compressHTML: false },
          { at: BAKERY.at, layout: LAYOUT },
        ],
      }),
    ).toMatchObject({ code: 0, stdout: expect.not.stringMatching(/\[WARN\]/), stderr: '' });
  });

  const files = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(path.join(folder, name)).isFile())
      .sort();
  const bytes = (folder: string) => new Map(files(folder).map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));

  test.each(['documents', 'layout'])('the integration leaves the site’s own files unchanged: %s', (name) => {
    const with_ = bytes(dist(name));
    const alone = bytes(dist('alone'));
    expect(alone.size).toBeGreaterThan(1);
    expect([...alone.keys()].map((file) => [file, with_.get(file)])).toEqual([...alone]);
  });

  test('documents have the same bytes as in our own build', async () => {
    const own = path.join(temporaryFolder(), 'dist');
    await buildDocuments(path.join(site, 'reviews'), own, { BASE_URL: BAKERY_REVIEWS });
    const ours = path.join(dist('documents'), BAKERY.at);
    const since = files(path.join(own, 'api/reviews/since'))
      .filter((name) => name !== '.htaccess')
      .map((day) => `api/reviews/since/${day}`);
    expect(since.length).toBeGreaterThan(1000);
    expect(files(path.join(ours, 'api/reviews/since'))).toHaveLength(since.length);
    for (const name of ['reviews.json', 'insights.json', 'feed.xml', 'api/feed.json', 'reviews.csv', 'reviews.ndjson', ...since])
      expect([name, readFileSync(path.join(ours, name)).equals(readFileSync(path.join(own, name)))]).toEqual([name, true]);
  });

  test('the site’s build.format and trailingSlash don’t change the file names of our pages', () => {
    expect(files(path.join(dist('files'), BAKERY.at))).toEqual(files(path.join(dist('layout'), BAKERY.at)));
    expect(files(dist('files')).filter((name) => /^\w+\.html$/.test(name))).toEqual(['about.html', 'index.html']);
  });

  /** Includes a date without reviews, for which our own build writes host rules. */
  const ANSWERED_BY_A_SIDECAR = /\/(?:mcp|healthz|api\/reviews\/search|api\/reviews\/since\/2026-01-01|api\/websub\/\S*)$/;

  test.each(['documents', 'layout', 'files'])('every link in every page and document leads to a file or to the sidecar: %s', (name) => {
    const folder = dist(name);
    const texts = [...bytes(folder)].filter(([file]) => /\.(?:html|json|xml|txt|csv|ndjson|svg|webmanifest)$|api-catalog$/.test(file));
    const links = texts.flatMap(([file, text]) => {
      const attributes = file.endsWith('.html') ? [...text.matchAll(/\s(?:href|src|action|data-words)="(\/[^"]*)"/g)] : [];
      return [...attributes, ...text.matchAll(/http:\/\/reviews\.localhost:9([\w./~%-]*)/g)].map(([, link = '']) => ({
        file,
        link: link.replace(/[?#].*$/, '').replace(/\.$/, ''),
      }));
    });
    expect(links.length).toBeGreaterThan(1000);
    const isThere = (link: string) =>
      ['', '.html', '/index.html'].some((end) => {
        const place = path.join(folder, link.slice(BAKERY.base.length).replace(/\/$/, '') + end);
        return existsSync(place) && statSync(place).isFile();
      });
    const isBroken = ({ link }: { readonly link: string }) =>
      link !== '' && !ANSWERED_BY_A_SIDECAR.test(link) && !(link.startsWith(BAKERY.base) && isThere(link));
    expect(links.filter(isBroken)).toEqual([]);
  });

  test('pages are complete documents, or are inside the site’s layout with its title and our feed', () => {
    /** Returns the tags that a page has only once, its feed links, and the start of our part. */
    const outline = (name: string) =>
      readFileSync(path.join(dist(name), BAKERY.at, 'reviews/index.html'), 'utf8').match(
        /<(?:html|head|title|body|main|h1)\b[^>]*>|<link rel="canonical"|"[^"]+feed\.xml"|[^>]+(?=<\/title>)|<a class="skip"|<div class="open-reviews"/g,
      );
    const title = 'All reviews of Corner &lt;Shop&gt; &amp; Søn &quot;Electric&quot;';
    const [feed, main] = ['"/bakery/what-people-say/feed.xml"', '<main id="content" tabindex="-1">'];
    const head = ['<html lang="en-GB" class="open-reviews">', '<head>', '<title>', title, '<link rel="canonical"', feed];
    expect(outline('documents')).toEqual([...head, '<body>', '<a class="skip"', main, '<h1>', feed]);
    const around = ['<html lang="en-GB">', '<head>', '<title>', `${title} | The Bakery`, feed, '<body>', '<main>'];
    expect(outline('layout')).toEqual([...around, '<div class="open-reviews"', '<h1>', feed]);
  });

  test('in a layout, pages don’t repeat its header and footer, and have one heading and a navigation', () => {
    const folder = path.join(dist('layout'), BAKERY.at);
    const pages = [...bytes(folder)].filter(([name]) => name.endsWith('.html'));
    expect(pages.length).toBeGreaterThan(20);
    for (const [name, html] of pages) {
      const count = (tag: RegExp) => html.match(tag)?.length ?? 0;
      expect([name, count(/<header\b/g), count(/<footer class="colophon"/g), count(/<h1\b/g)]).toEqual([name, 1, 0, 1]);
      expect([name, html.includes('<nav class="sections"')]).toEqual([name, true]);
      expect([name, /class="(?:masthead|brand)"/.test(html)]).toEqual([name, false]);
    }
  });

  test('without a log, nothing links to one', () => {
    const folder = path.join(dist('documents'), BAKERY.at);
    expect(files(folder).filter((name) => /^(?:log|proof|verify)|changes\//.test(name))).toEqual([]);
    const leading = [...bytes(folder)].filter(([, text]) => /\/proof\/|\/api\/changes|verify\.mjs/.test(text)).map(([name]) => name);
    // The program's changelog mentions them.
    expect(leading).toEqual(['developers/stability/index.html']);
  });

  test('a sidecar next to the site answers searches and health checks', async () => {
    const server = await serve({ DIST_DIR: path.join(dist('layout'), BAKERY.at), BASE_URL: BAKERY_REVIEWS }, 'sidecar');
    try {
      const get = async (target: string) => (await ask(server.url, BAKERY.base + BAKERY.at + target)).text;
      expect(JSON.parse(await get('/api/reviews/search?query=lamp'))).toMatchObject({ matched: 1 });
      expect(JSON.parse(await get('/healthz'))).toMatchObject({ status: 'ok' });
      expect(server.logged.map(({ event }) => event)).toEqual(['generation', 'hub.published']);
    } finally {
      await server.close();
    }
  });

  test('astro dev shows edits, even with trailingSlash: never', async () => {
    const port = await freePort();
    await configure(site, { trailingSlash: 'never', devToolbar: { enabled: false } }, { at: BAKERY.at, layout: LAYOUT });
    const { child, ended, stdout } = startAstro(site, 'dev', '--host', '127.0.0.1', '--port', String(port), '--ignore-lock');
    const get = (target: string) => ask(`http://127.0.0.1:${port}`, BAKERY.base + target);
    try {
      await expect.poll(stdout).toMatch(/ready in/);
      expect((await get('/about')).text).toContain('Since 1987');
      for (const target of ['/', '/reviews/', '/reviews.json', '/feed.xml', '/.well-known/api-catalog', '/api/reviews/since/2023-01-01'])
        expect([target, (await get(BAKERY.at + target)).status]).toEqual([target, 200]);
      const edit = (text: string) =>
        writeFile(
          path.join(site, 'reviews/reviews/dev.yaml'),
          `- { source_id: dev, date: 2024-03-02, rating: 5, author: Dev, text: ${text}, verified: true }\n`,
        );
      await edit('Crusty rolls');
      expect((await get(`${BAKERY.at}/`)).text).toContain('Crusty rolls');
      expect(JSON.parse((await get(`${BAKERY.at}/api/reviews/search?query=crusty`)).text)).toMatchObject({ matched: 1 });
      await edit('[]');
      expect((await get(`${BAKERY.at}/reviews.json`)).text).toContain('dev.yaml:1 [0].text: found');
      expect((await get('/about')).status).toBe(200);
    } finally {
      child.kill('SIGINT');
      await ended;
      await rm(path.join(site, 'reviews/reviews/dev.yaml'), { force: true });
    }
  });

  test.skipIf(!hasBrowser)('in a layout, our styles apply to our part and don’t change the header', async () => {
    const folder = temporaryFolder();
    const host = await startStaticHost('files');
    const browser = await sharedBrowser();
    try {
      await symlink(dist('layout'), path.join(folder, BAKERY.base));
      host.deploy(folder);
      const page = await browser.newPage();
      const styles = async (target: string, selector: string) => {
        await page.goto(host.url + BAKERY.base + target, { waitUntil: 'networkidle' });
        return page.$$eval(selector, (elements) =>
          elements.map((element) =>
            Object.fromEntries([...getComputedStyle(element)].map((name) => [name, getComputedStyle(element).getPropertyValue(name)])),
          ),
        );
      };
      const [theirs, ours] = [
        await styles('/', 'body > header, body > header *'),
        await styles(`${BAKERY.at}/`, 'body > header, body > header *'),
      ];
      expect(theirs).toHaveLength(4);
      expect(ours).toEqual(theirs);
      for (const target of ['/', '/reviews/', '/questions/', '/developers/webhooks/']) {
        await page.goto(host.url + BAKERY.base + BAKERY.at + target, { waitUntil: 'networkidle' });
        expect([target, await structureViolations(page)]).toEqual([target, []]);
        const links = await page.$$eval('.sections a', (all) => all.map((link) => link.getAttribute('href')));
        expect(links.slice(0, 2)).toEqual([`${BAKERY.base}${BAKERY.at}/`, `${BAKERY.base}${BAKERY.at}/reviews/`]);
      }
      // The site gives its headings a color of their own.
      const [heading] = await styles(`${BAKERY.at}/`, '.open-reviews h1');
      const [around] = await styles(`${BAKERY.at}/`, '.open-reviews :has(> h1)');
      expect(heading?.['color']).toBe(around?.['color']);
      const [part] = await styles(`${BAKERY.at}/`, '.open-reviews');
      expect(part).toMatchObject({ 'font-variant-numeric': 'tabular-nums', 'line-height': '25.6px' });
    } finally {
      await closePages(browser);
      await host.stop();
    }
  });
});
