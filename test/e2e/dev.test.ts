import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../scripts/lab/free-port.ts';
import { ask, type TestResponse } from '../support/ask.ts';
import { closePages, hasBrowser, sharedBrowser } from '../support/browser.ts';
import { callProgram } from '../support/call-command.ts';
import { type Workshop, workshop } from '../support/copy-content.ts';
import { type RunningScript, startScript } from '../support/run-script.ts';

let shop: Workshop;
let script: RunningScript;
let port: number;

beforeAll(async () => {
  shop = await workshop('corner shop');
  port = await freePort();
  script = startScript('dev', { PORT: String(port), BASE_URL: `http://localhost:${port}/shop/`, CONTENT_DIR: shop.content });
  expect(await script.seen(/Ctrl-C/)).toContain(`pages      http://localhost:${port}/shop/\n`);
});
afterAll(async () => {
  script.child.kill('SIGINT');
  expect((await script.ended).code).toBe(0);
});

const get = (target: string, headers: Record<string, string> = {}): Promise<TestResponse> =>
  ask(`http://127.0.0.1:${port}`, `/shop${target}`, { headers });
const file = (name: string) => path.join(shop.content, name);

const NEW = '01HQYSTW0077777777777777AB';
const review = (text: string) => `- { id: ${NEW}, date: 2024-03-02, rating: 5, author: Dev, text: ${text}, verified: true }\n`;

describe('npm run dev under the path of BASE_URL', () => {
  test.each([
    ['/', 'text/html'],
    ['/reviews/', 'text/html'],
    ['/reviews.json', 'application/json'],
    ['/insights.json', 'application/json'],
    ['/api/feed.json', 'application/json'],
    ['/feed.xml', 'application/atom+xml; charset=utf-8'],
    ['/reviews.csv', 'text/csv; charset=utf-8'],
    ['/api/reviews/since/2023-01-01', 'application/json'],
    ['/api/reviews/search?query=lamp', 'application/json'],
    ['/openapi.json', 'application/json'],
    ['/.well-known/api-catalog', 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'],
    ['/embed.js', 'text/javascript; charset=utf-8'],
  ])('serves %s with the content type of the published site', async (target, type) => {
    const { status, headers } = await get(target);
    expect([status, headers['content-type']?.toLowerCase()]).toEqual([200, type]);
  });

  test('uses its address, port and path in links', async () => {
    expect(JSON.parse((await get('/api/feed.json')).text).home_page_url).toBe(`http://localhost:${port}/shop/`);
  });

  test('shows edits on the next request: in documents, dates, search, pages and a new page', async () => {
    const before = JSON.parse((await get('/reviews.json')).text).reviews.length;
    expect((await get(`/reviews/${NEW}/`)).status).toBe(404);
    await writeFile(file('reviews/new.yaml'), review('First words'));
    expect((await get(`/reviews/${NEW}/`)).status).toBe(200);
    expect(JSON.parse((await get('/reviews.json')).text).reviews).toHaveLength(before + 1);
    expect(JSON.parse((await get('/api/reviews/since/2024-03-02')).text)).toMatchObject({ matched: 1, reviews: [{ id: NEW }] });
    await writeFile(file('reviews/new.yaml'), review('Other words'));
    expect(JSON.parse((await get('/api/reviews/search?query=other%20words')).text)).toMatchObject({ matched: 1, reviews: [{ id: NEW }] });
    for (const target of ['/', '/feed.xml', '/api/feed.json', '/reviews.csv', '/insights.json', `/reviews/${NEW}/`]) {
      expect((await get(target)).text).not.toContain('First words');
    }
    expect((await get('/')).text).toContain('Other words');
  });

  test('rejects invalid dates like the server does', async () => {
    const { status, text } = await get('/api/reviews/since/2025-02-30');
    expect([status, JSON.parse(text).error]).toEqual([400, 'invalid_date']);
  });

  test('reports a broken file in the terminal and instead of documents and pages until it is fixed', async () => {
    const good = await readFile(file('faq.yaml'));
    await writeFile(file('faq.yaml'), '- question: Why <b>?\n');
    const says = `content: 1 problem\n  ${file('faq.yaml')}:1 [0].answer: found nothing; write text (in quotes if it looks like a number)`;
    const document = await get('/reviews.json');
    expect([document.status, document.headers['content-type'], document.text]).toEqual([500, 'text/plain; charset=utf-8', `${says}\n`]);
    const page = await get('/', { accept: 'text/html' });
    expect([page.status, page.headers['content-type']]).toEqual([500, 'text/html; charset=utf-8']);
    expect(page.text).toContain(says);
    expect(await script.seen(/content: 1 problem/)).toContain(says);
    await writeFile(file('faq.yaml'), good);
    expect((await get('/reviews.json')).status).toBe(200);
    expect((await get('/', { accept: 'text/html' })).status).toBe(200);
  });

  test('reports a port in use in one sentence', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const result = await callProgram('/', ['dev'], { PORT: port, CONTENT_DIR: shop.content });
    other.close();
    expect(result).toEqual({
      code: 1,
      stdout: '',
      stderr: `dev: port ${port} on 127.0.0.1 is in use; stop the program that uses it, or set PORT to another one\n`,
    });
  });
});

describe.skipIf(!hasBrowser)('npm run dev, in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  afterAll(() => closePages(browser));

  test('reloads an open page after an edit, after a mistake and after its fix', async () => {
    const page = await browser.newPage();
    const edit = (text: string) => writeFile(file('reviews/open.yaml'), text);
    const entry = (text: string) => `- { source_id: open, date: 2024-03-03, rating: 4, author: Open, text: ${text}, verified: true }\n`;
    await page.goto(`http://127.0.0.1:${port}/shop/`, { waitUntil: 'networkidle' });
    await edit(entry('Seen at once'));
    await page.getByText('Seen at once').first().waitFor();
    await edit('- { source_id: open, rating: 9 }\n');
    await page.getByText('write a whole number from 1 to 5').waitFor();
    await edit(entry('Mended again'));
    await page.getByText('Mended again').first().waitFor();
    await page.close();
  });
});
