import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { format } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { freePort } from '../../scripts/lab/free-port.ts';
import { readDataset } from '../../site/content/read/read.ts';
import { paths } from '../../site/contract/paths.ts';
import { examplesFor, requestsOf, trialSteps } from '../../site/developers/examples.ts';
import { endpointsFor } from '../../site/documents/endpoints.ts';
import { mcpClients } from '../../site/documents/mcp-clients.ts';
import { listingsIn } from '../support/listings.ts';
import { withReleaseCases } from '../support/release-test.ts';
import { NOBODY, root } from '../support/run-script.ts';
import { serve, type TestServer } from '../support/serve.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
const demo = readDataset(path.join(root, 'content'));
const endpoints = endpointsFor({ dataset: demo, hasLog: true });

const examples = (baseUrl: string) => Object.entries(examplesFor({ baseUrl, dataset: demo }));
type Example = ReturnType<typeof requestsOf>[number];

const commands: Readonly<Record<Example['language'], (code: string) => readonly [string, readonly string[]]>> = {
  sh: (code) => ['sh', ['-c', code]],
  js: (code) => [process.execPath, ['--input-type=module', '-e', code]],
  python: (code) => ['python3', ['-c', code]],
};

/** Returns the one `url` in a client's configuration, at any depth. */
function urlIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, of] of Object.entries(value)) {
    const url = key === 'url' && typeof of === 'string' ? of : urlIn(of);
    if (url !== undefined) return url;
  }
  return undefined;
}

async function run({ language, code }: Pick<Example, 'language' | 'code'>) {
  const [program, args] = commands[language](code);
  const child = spawn(program, [...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { stdout, stderr, status: status as number };
}

/** Runs JavaScript in this process, and returns what it prints. */
async function runHere(code: string) {
  const printed = vi.spyOn(console, 'log').mockReturnValue();
  try {
    await import(`data:text/javascript,${encodeURIComponent(code)}`);
    return { stdout: printed.mock.calls.map((values) => `${format(...values)}\n`).join(''), stderr: '', status: 0 };
  } finally {
    printed.mockRestore();
  }
}

function isJson(text: string): boolean {
  try {
    return JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}

/** The paths at which a shortened response differs from the whole one. A key or item with … stands for those left out. */
function differences(shown: unknown, whole: unknown, at = ''): readonly string[] {
  if (typeof shown === 'string' && shown.endsWith('…')) return String(whole).startsWith(shown.slice(0, -1)) ? [] : [at];
  if (typeof shown !== 'object' || shown === null || typeof whole !== 'object' || whole === null) return shown === whole ? [] : [at];
  const [left, right] = [new Map(Object.entries(shown)), new Map(Object.entries(whole))];
  const [key, rest] = [...left].find(([key, value]) => key === '…' || /^… \d+ more$/.test(String(value))) ?? [];
  if (key !== undefined) left.delete(key);
  const omitted = key === undefined ? 0 : Number(/\d+/.exec(String(rest)));
  const wrongSize = left.size + omitted === right.size ? [] : [`${at} has ${right.size}`];
  return [...wrongSize, ...[...left].flatMap(([name, value]) => differences(value, right.get(name), `${at}/${name}`))];
}

describe('the examples on the developer pages', () => {
  let server: TestServer;
  beforeAll(async () => {
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    server = await serve({ DIST_DIR: inject('dists').demo, RATE_LIMIT: '0', PORT: String(port), BASE_URL: origin });
  });
  afterAll(() => server?.close());

  it.each(examples(NOBODY).map(([name]) => name))('run unchanged: %s', async (name) => {
    const example = new Map(examples(server.url)).get(name);
    if (!example) throw new Error(name);
    // Packages can't be imported by code without a folder.
    const isHere = example.language === 'js' && !example.code.includes('@modelcontextprotocol');
    const { stdout, stderr, status } = isHere ? await runHere(example.code) : await run(example);
    expect(stderr).toBe('');
    expect(status).toBe(0);
    if (name === 'curlConditional') expect(stdout).toBe('304\n');
    else if (name === 'curlSubscribe') expect(stdout).toMatch(/202\n$/);
    else expect(stdout).toMatch(/review|Punctuality|invalid_parameters/);
  });

  it.each([
    ['demo', 'outlet'],
    ['taberna', 'arroz'],
    ['corner', 'panel'],
  ] as const)('of %s search for a word from its own reviews: %s', async (site, word) => {
    const dist = inject('dists')[site];
    const read = (name: string) => readFile(path.join(dist, name), 'utf8');
    expect(await read('developers/reference/index.html')).toMatch(
      new RegExp(`/api/reviews/search\\?query=${word}&(?:amp;|#38;)?min_rating=4`),
    );
    expect(await read('llms.txt')).toContain(`/api/reviews/search?query=${word}&min_rating=4`);
    const { reviews } = JSON.parse(await read('reviews.json')) as { reviews: { rating: number; text: string | null }[] };
    expect(reviews.filter(({ rating, text }) => rating >= 4 && text?.toLowerCase().includes(word)).length).toBeGreaterThan(0);
  });

  it.each(endpoints)('for $path print its response', async (endpoint) => {
    const answer = await fetch(server.url + endpoint.example);
    expect(answer.status).toBe(200);
    const length = (await answer.text()).length;
    const samples = requestsOf(endpoint, server.url).filter(({ language }) => language !== 'python');
    const runs = await Promise.all(samples.map((sample) => (sample.language === 'js' ? runHere(sample.code) : run(sample))));
    expect(runs.map(({ stderr, status }) => [stderr, status])).toEqual(runs.map(() => ['', 0]));
    expect(runs[0]?.stdout.length).toBe(length);
    expect(runs.every(({ stdout }) => stdout.length > 20)).toBe(true);
  });

  const inPython = endpoints.filter(({ path }) => path === paths.search);
  const others = endpoints.filter((endpoint) => !inPython.includes(endpoint));
  it.each(withReleaseCases('examples in Python for the other endpoints', inPython, others))(
    'for $path print its response in Python',
    async (endpoint) => {
      const { code } = requestsOf(endpoint, server.url).find(({ language }) => language === 'python') ?? {};
      const { stdout, stderr, status } = await run({ language: 'python', code: code ?? '' });
      expect([stderr, status]).toEqual(['', 0]);
      expect(stdout.length).toBeGreaterThan(20);
    },
  );

  it.each([
    ['', 3],
    ['reference/', 8],
    ['sync/', 1],
    ['mcp/', 1],
  ] as const)('on /developers/%s show the server’s response to each request with curl: %i', async (name, count) => {
    const page = await readFile(path.join(inject('dists').demo, 'developers', name, 'index.html'), 'utf8');
    let requestCode = '';
    let compared = 0;
    for (const { title, code } of listingsIn(page)) {
      if (code.includes('curl -s')) requestCode = code;
      if (!/^Response, (shortened|indented)$/.test(title) || !code.startsWith('{') || !isJson(code)) continue;
      const { stdout } = await run({ language: 'sh', code: requestCode.replaceAll(NOBODY, server.url) });
      expect(differences(JSON.parse(code), JSON.parse(stdout.replaceAll(server.url, NOBODY)))).toEqual([]);
      compared += 1;
    }
    expect(compared).toBe(count);
  });

  it('on the proof page check the site, and the proof of a review offline', async () => {
    const page = await readFile(path.join(inject('dists').demo, 'proof/index.html'), 'utf8');
    const outcomes = [];
    for (const { code } of listingsIn(page)) {
      const { stdout, status } = await run({ language: 'sh', code: `cd '${folder}'\n${code.replaceAll(NOBODY, server.url)}` });
      outcomes.push([status, stdout.split('\n').find((line) => /^(every review|review )/.test(line))]);
    }
    expect(outcomes).toEqual([
      [0, 'every review is in the log, and every entry without a review is explained'],
      [0, expect.stringMatching(/^review \w{26} is entry \d+ of 200 in the log \S+: added on 20\d\d-\d\d-\d\d$/)],
    ]);
  });

  it.each(mcpClients(NOBODY, 'demo-reviews'))('for $title connect to the server', async ({ title, language }) => {
    const text = mcpClients(server.url, 'demo-reviews').find((client) => client.title === title)?.code ?? '';
    const url = language === 'json' ? urlIn(JSON.parse(text)) : /^\w+ mcp add .*demo-reviews.* (https?:\S+)$/.exec(text)?.[1];
    expect(text).toContain('demo-reviews');
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
    const answer = await fetch(url ?? '', { method: 'POST', headers, body });
    expect([answer.status, await answer.json()]).toMatchObject([200, { id: 1, result: { protocolVersion: '2025-06-18' } }]);
  });

  it('are the only listings besides responses, the trial, the subscriber, the sync client and the widgets page', async () => {
    const dist = inject('dists').demo;
    const name = 'harbor-pine-electric-reviews';
    const known: string[] = examples(NOBODY).map(([, { code }]) => code);
    known.push(...Object.values(trialSteps).map(({ code }) => code));
    known.push(...mcpClients(NOBODY, name).map(({ code }) => code));
    known.push(...endpoints.flatMap((endpoint) => requestsOf(endpoint, NOBODY).map(({ code }) => code)));
    const unknown: string[] = [];
    for (const page of (await readdir(path.join(dist, 'developers'), { recursive: true })).filter((name) => name.endsWith('.html'))) {
      const listings = listingsIn(await readFile(path.join(dist, 'developers', page), 'utf8'));
      unknown.push(
        ...listings
          .filter(({ title, code }) => !known.includes(code) && !/, (shortened|indented)$/.test(title))
          .map(({ title }) => `${page}: ${title}`),
      );
    }
    expect(unknown.sort()).toEqual([
      'changes/index.html: sync-client.js',
      'webhooks/index.html: subscriber.mjs',
      'widgets/index.html: CSS',
      'widgets/index.html: HTML',
      'widgets/index.html: HTML',
      'widgets/index.html: Markdown',
    ]);
  });
});
