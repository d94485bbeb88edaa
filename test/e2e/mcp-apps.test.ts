import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Browser, BrowserContextOptions, FrameLocator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { reviewCards } from '../../site/contract/mcp-server.ts';
import { machinePaths } from '../../site/contract/paths.ts';
import { closePages, desktop, hasBrowser, narrow, sharedBrowser, visit } from '../support/browser.ts';
import { releaseTest, withReleaseCases } from '../support/release-test.ts';
import { ask, openSession } from '../support/rpc.ts';
import { serve, type TestServer } from '../support/serve.ts';
import { violationsOf } from './axe.ts';

const HOST_FOLDER = path.join(import.meta.dirname, 'mcp-app-host');

interface FromPage {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly url?: string; readonly height?: number; readonly protocolVersion?: string };
  readonly result?: unknown;
  readonly error?: unknown;
}

/** The API of the host page in mcp-app-host/. */
interface HostWindow extends Window {
  readonly host: {
    readonly received: readonly FromPage[];
    call(endpoint: string, tool: string, given: object, context?: object, result?: object): Promise<Record<string, unknown>>;
    notify(method: string, params: object): void;
    ask(id: string, method: string): void;
    setContext(context: object): void;
    refuseLinks(): void;
  };
}
declare const window: HostWindow;

/** Serves the host's two files, with the policy that hosts apply to pages that declare no domains (MCP Apps, host behavior). */
async function serveHost(endpoint: string): Promise<{ readonly server: Server; readonly url: string }> {
  const policy = `default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src ${endpoint}`;
  const server = createServer((request, response) => {
    const name = request.url === '/host.js' ? 'host.js' : 'host.html';
    response.writeHead(200, {
      'Content-Type': name === 'host.js' ? 'text/javascript' : 'text/html',
      'Content-Security-Policy': policy,
    });
    response.end(readFileSync(path.join(HOST_FOLDER, name)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Returns what axe finds in the frame. It runs there because it can't see into a sandbox from outside. */
async function findings(page: Page): Promise<string[]> {
  const frame = page.frames()[1];
  if (!frame) throw new Error('the page has no frame');
  return violationsOf(frame);
}

/** A call, the host's theme and the size of its window. */
type Call = readonly [tool: string, given: object, heading: RegExp, theme: 'light' | 'dark', size: BrowserContextOptions];

const calls: readonly (readonly [tool: string, given: object, heading: RegExp])[] = [
  ['search_reviews', { query: 'panel', detail: 'brief' }, /^\d+ reviews found, \d+ here$/],
  ['search_reviews', { query: 'no such words' }, /^No review found$/],
  ['get_reviews_since', { date: '2026-10-01' }, /^\d+ reviews found, \d+ here$/],
];
const search = ['search_reviews', { query: 'panel', limit: 7 }, /^\d+ reviews found, 7 here$/] as const;
const review = ['get_review', { id: '01GFSB13002VJP5E3G98539QQF' }, /^A customer’s review$/] as const;

describe.skipIf(!hasBrowser)('MCP Apps pages in a host', () => {
  let browser: Browser;
  let demo: TestServer;
  let host: Awaited<ReturnType<typeof serveHost>>;
  beforeAll(async () => {
    [browser, demo] = await Promise.all([sharedBrowser(), serve({ DIST_DIR: inject('dists').demo, RATE_LIMIT: '0' })]);
    host = await serveHost(demo.url);
  });
  afterAll(async () => {
    await closePages(browser);
    await Promise.all([demo?.close(), new Promise((resolve) => host?.server.close(resolve))]);
  });

  const open = async (tool: string, given: object, context: object = {}, options: BrowserContextOptions = desktop, result?: object) => {
    const opened = await visit(browser, host, '/', options);
    const answer = await opened.page.evaluate(
      ([endpoint, name, args, around, instead]) => window.host.call(endpoint, name, args, around, instead),
      [`${demo.url}/mcp`, tool, given, context, result] as const,
    );
    const frame: FrameLocator = opened.page.frameLocator('iframe');
    await frame.locator('main[aria-busy=false]').waitFor();
    const received = () => opened.page.evaluate(() => window.host.received);
    return { ...opened, answer, frame, received };
  };

  it.each(
    withReleaseCases<Call>(
      'MCP Apps pages in a host: other calls, each in light and dark',
      [
        [...search, 'light', desktop],
        [...review, 'dark', narrow],
      ],
      [
        [...search, 'dark', narrow],
        [...review, 'light', desktop],
        ...calls.flatMap((call): Call[] => [
          [...call, 'light', desktop],
          [...call, 'dark', narrow],
        ]),
      ],
    ),
  )('for %s %j fit, pass axe in light and dark, and make no third-party requests', async (tool, given, heading, theme, size) => {
    // The host's theme takes precedence over the system's.
    const options: BrowserContextOptions = { ...size, colorScheme: theme === 'light' ? 'dark' : 'light' };
    const { page, frame, complaints, otherOrigins, received, close } = await open(tool, given, { theme, locale: 'en-US' }, options);
    expect(await frame.locator('h1').textContent()).toMatch(heading);
    for (const button = frame.getByRole('button').first(); (await button.count()) > 0; ) await button.click();
    const background = await frame.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
    expect(background).toBe(theme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(22, 25, 29)');
    expect(await frame.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth)).toBe(0);
    expect(await findings(page)).toEqual([]);
    expect(complaints).toEqual([]);
    expect(otherOrigins.filter((origin) => origin !== demo.url)).toEqual([]);
    const messages = await received();
    expect(messages.slice(0, 2).map(({ method }) => method)).toEqual(['ui/initialize', 'ui/notifications/initialized']);
    expect(messages[0]?.params?.protocolVersion).toBe('2026-01-26');
    await close();
  });

  releaseTest('MCP Apps pages in a host: fail the axe check if a picture has no alt text', async () => {
    const { page, frame, close } = await open('search_reviews', { limit: 1 });
    await frame.locator('main').evaluate((main) => main.append(document.createElement('img')));
    expect(await findings(page)).toEqual(['image-alt: <img>']);
    await close();
  });

  it('show the author, stars, source, text and reply of every review that the tool returned', async () => {
    const { frame, answer, close } = await open('search_reviews', { words: 'generator', limit: 20 }, { locale: 'en-US' });
    const reviews = answer['reviews'] as readonly {
      readonly author: string;
      readonly rating: number;
      readonly text: string;
      readonly source: string;
      readonly source_url?: string;
      readonly owner_reply?: { readonly text: string };
    }[];
    expect(reviews.length).toBeGreaterThan(5);
    expect(await frame.locator('article').count()).toBe(5);
    await frame.getByRole('button', { name: `Show ${reviews.length - 5} more` }).click();
    expect(await frame.locator('article').count()).toBe(reviews.length);
    for (const button of await frame.getByRole('button', { name: 'Read more' }).all()) await button.click();
    const cards = await frame.locator('article').evaluateAll((articles) =>
      articles.map((card) => {
        const textOf = (selector: string) => card.querySelector(selector)?.textContent;
        return {
          author: textOf('h2'),
          rating: [textOf('.stars .unseen'), textOf('.stars [aria-hidden]')],
          source: [textOf('.source'), card.querySelector('.source a')?.getAttribute('href') ?? undefined],
          text: textOf(':scope > .words'),
          replies: [...card.querySelectorAll('blockquote .words')].map(({ textContent }) => textContent),
        };
      }),
    );
    expect(cards).toEqual(
      reviews.map(({ author, rating, text, source, source_url, owner_reply }) => ({
        author,
        rating: [`${rating} of 5 stars`, '★'.repeat(rating) + '☆'.repeat(5 - rating)],
        source: [source, source_url],
        text,
        replies: owner_reply ? [owner_reply.text] : [],
      })),
    );
    await close();
  });

  it('follow changes to the host’s theme, colors and locale', async () => {
    const { page, frame, close } = await open('search_reviews', { limit: 1 }, { theme: 'light' });
    const color = (property: 'color' | 'backgroundColor') =>
      frame.locator('body').evaluate((body, name) => getComputedStyle(body)[name], property);
    expect(await color('backgroundColor')).toBe('rgb(255, 255, 255)');
    await page.evaluate(() => window.host.setContext({ theme: 'dark' }));
    await expect.poll(() => color('backgroundColor')).toBe('rgb(22, 25, 29)');
    await page.evaluate(() =>
      window.host.setContext({
        styles: { variables: { '--color-background-primary': '#123456', color: 'red', '--color-text-primary': 'rgb(250, 250, 250)' } },
      }),
    );
    await expect.poll(() => color('backgroundColor')).toBe('rgb(18, 52, 86)');
    expect(await color('color')).toBe('rgb(250, 250, 250)');
    await page.evaluate(() => window.host.setContext({ locale: 'de' }));
    await expect.poll(() => frame.locator('time').first().textContent()).toBe('14. November 2026');
    await close();
  });

  it('report their size so the host can resize the frame', async () => {
    const { page, frame, received, close } = await open('search_reviews', { limit: 20 });
    const needed = () => frame.locator('body').evaluate((body) => Math.ceil(body.getBoundingClientRect().height));
    const said = async () => (await received()).findLast(({ method }) => method === 'ui/notifications/size-changed')?.params?.height;
    const before = await needed();
    await expect.poll(said).toBe(before);
    await frame.getByRole('button', { name: /^Show \d+ more$/ }).click();
    await expect.poll(said).toBe(await needed());
    expect(await needed()).toBeGreaterThan(before);
    await expect.poll(() => page.locator('iframe').evaluate((one) => one.getBoundingClientRect().height)).toBe(await needed());
    await close();
  });

  it('ask the host to open a link, and report if it refuses', async () => {
    const { page, frame, received, close } = await open('search_reviews', { source: 'google', limit: 1 });
    const link = frame.locator('.source a');
    const address = (await link.getAttribute('href')) ?? '';
    await link.focus();
    await page.keyboard.press('Enter');
    const opened = async () => (await received()).filter(({ method }) => method === 'ui/open-link').map(({ params }) => params?.url);
    await expect.poll(opened).toEqual([address]);
    await page.evaluate(() => window.host.refuseLinks());
    await frame.getByRole('link', { name: 'Open the review' }).click();
    await expect
      .poll(() => frame.locator('article [role=status]').textContent())
      .toMatch(/^ \(not opened: http.*\/reviews\/[0-9A-Z]{26}\/\)$/);
    expect(page.context().pages()).toHaveLength(1);
    await close();
  });

  it('label reviews that something was offered for or that relatives wrote', async () => {
    const review = {
      id: '01LABELED',
      author: 'Ann',
      rating: 5,
      date: '2026-01-02',
      text: 'Good.',
      incentive: 'offered',
      relation: 'relative',
    };
    const plain = { ...review, incentive: 'none', relation: 'unknown' };
    const answer = { content: [], structuredContent: { matched: 2, returned: 2, reviews: [review, plain] } };
    const { frame, close } = await open('search_reviews', {}, { locale: 'en-US' }, desktop, answer);
    expect(await frame.locator('article .fine').allTextContents()).toEqual([
      'January 2, 2026 · Reward offered · By a relative',
      'January 2, 2026',
    ]);
    await close();
  });

  it('show customers’ texts as plain text, and link only to web addresses', async () => {
    const markup = '<img src=x onerror="parent.postMessage(1)"><script>parent.postMessage(2)</script><b>bold</b>';
    const review = {
      id: '01HOSTILE',
      author: markup,
      rating: 1,
      date: 'yesterday',
      text: markup,
      source: 'javascript',
      source_url: 'javascript:parent.postMessage(3)',
      owner_reply: { text: markup },
    };
    const structuredContent = {
      matched: 1,
      returned: 1,
      reviews: [review],
      review_url: 'javascript:parent.postMessage(4)//{id}',
      remark: markup,
    };
    const hostile = { content: [{ type: 'text', text: '{}' }], structuredContent };
    const { frame, received, complaints, close } = await open('search_reviews', {}, {}, desktop, hostile);
    expect(await frame.locator('article h2').textContent()).toBe(markup);
    expect(await frame.locator('main').locator('img, script, b, a').count()).toBe(0);
    expect((await received()).filter((message) => typeof message !== 'object')).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('show errors, canceled calls and results without structured content, and answer the host’s requests', async () => {
    const failed = { isError: true, content: [{ type: 'text', text: 'aspect: no such aspect' }] };
    const { page, frame, received, close } = await open('search_reviews', { aspect: 'x' }, {}, desktop, failed);
    expect(await frame.locator('main').textContent()).toBe('aspect: no such aspect');
    await page.evaluate(() => window.host.notify('ui/notifications/tool-cancelled', { reason: 'x' }));
    await expect.poll(() => frame.locator('main').textContent()).toBe('The call was canceled.');
    await page.evaluate(() => {
      window.host.ask('a', 'ping');
      window.host.ask('b', 'ui/resource-teardown');
      window.host.ask('c', 'tools/call');
    });
    const answers = async () => (await received()).filter(({ method }) => method === undefined);
    await expect.poll(answers).toEqual([
      { jsonrpc: '2.0', id: 'a', result: {} },
      { jsonrpc: '2.0', id: 'b', result: {} },
      { jsonrpc: '2.0', id: 'c', error: { code: -32601, message: 'Method not found' } },
    ]);
    await close();
    const plain = {
      content: [
        { type: 'text', text: JSON.stringify({ matched: 1, reviews: [{ id: 'a', author: 'Ann', rating: 4, date: '2026-01-02' }] }) },
      ],
    };
    const text = await open('search_reviews', {}, {}, desktop, plain);
    expect(await text.frame.locator('article .words').textContent()).toBe('Rating only');
    await text.close();
  });

  it('are the published document, listed for every client as MCP Apps HTML under 40 KB that loads nothing', async () => {
    const endpoint = `${demo.url}/mcp`;
    const { uri, mimeType } = reviewCards;
    const session = await openSession(endpoint);
    const listed = (await ask(endpoint, session, 'resources/list')).json?.result?.resources;
    expect(listed).toContainEqual(expect.objectContaining({ uri: 'ui://review-cards', mimeType: 'text/html;profile=mcp-app' }));
    const published = await fetch(demo.url + machinePaths.reviewCards);
    expect(published.headers.get('content-type')).toBe('text/html;profile=mcp-app');
    const text = await published.text();
    expect((await ask(endpoint, session, 'resources/read', { uri })).json?.result?.contents).toEqual([
      { uri, mimeType, text, _meta: { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true } } },
    ]);
    expect(Buffer.byteLength(text)).toBeLessThan(40_000);
    expect(text).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(text).toMatch(
      /content="default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-[\w+/=]+'; base-uri 'none'; form-action 'none'"/,
    );
    expect(text).not.toMatch(/\b(?:src|href)=|@import|url\(/);
  });
});
