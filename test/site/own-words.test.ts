import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { parse } from 'yaml';
import { paths } from '../../site/contract/paths.ts';
import { ask, openSession, send } from '../support/rpc.ts';
import { root } from '../support/run-script.ts';
import { serve } from '../support/serve.ts';

// The site and server of a business are only about that business. No words of the demo are hard-coded.

const TRADE =
  'electric electrical electrician electricians panel panels breaker breakers outlet outlets receptacle charger chargers wiring rewire rewiring fuse';

const inDemo = (file: string) => parse(readFileSync(path.join(root, 'content', file), 'utf8')) as { name: string }[] & { name: string };
const demoNames = [
  inDemo('business.yaml').name,
  ...['service-areas.yaml', 'technicians.yaml'].flatMap((file) => inDemo(file).map(({ name }) => name)),
  'Harbor',
  'harborandpine',
];
const demoWords = [...TRADE.split(' '), ...demoNames];

/** Returns each occurrence of the words in a text, with the text around it. */
function found(text: string, words: readonly string[]): string[] {
  const word = `(?<![\\p{L}])(?:${words.join('|')})(?![\\p{L}])`;
  // Matching the text around them takes ten times as long.
  if (!new RegExp(word, 'iu').test(text)) return [];
  const pattern = new RegExp(`.{0,40}${word}.{0,40}`, 'giu');
  return [...new Set(text.match(pattern) ?? [])];
}

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

/** Returns the words of the demo that the business doesn't use in its own content. */
function foreignWords(content: string): string[] {
  const own = filesBelow(path.join(root, content))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  return demoWords.filter((word) => found(own, [word]).length === 0);
}

const BINARY = /\.(?:br|gz|png|webp|ico)$/;

/** Scripts and styles contain names of variables and roles, such as `tabpanel`. */
const isCode = (file: string) => /\.(?:js|mjs|css)$/.test(file);

function* publishedTexts(dist: string): Generator<readonly [name: string, text: string]> {
  const seen = new Set<string>();
  for (const file of filesBelow(dist)) {
    if (BINARY.test(file)) continue;
    const text = readFileSync(file, 'utf8');
    if (seen.has(text)) continue;
    seen.add(text);
    yield [path.relative(dist, file), text];
  }
}

/** Yields the server's responses other than files: lists, tools, prompts, resources, and errors that list valid values. */
async function* answers(dist: string): AsyncGenerator<readonly [name: string, text: string]> {
  const server = await serve({ DIST_DIR: dist });
  try {
    const url = `${server.url}${paths.mcp}`;
    const session = await openSession(url);
    const call = async (method: string, params?: object) => (await ask(url, session, method, params)).text;
    const tool = (name: string, args: object) => call('tools/call', { name, arguments: args });
    const initialize = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    yield ['initialize', await call('initialize', initialize)];
    for (const list of ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list']) yield [list, await call(list)];
    const { tools } = JSON.parse(await call('tools/list')).result as {
      tools: { name: string; inputSchema: { required?: string[] } }[];
    };
    const { business } = JSON.parse(readFileSync(path.join(dist, paths.reviews), 'utf8'));
    const { aspects } = JSON.parse(readFileSync(path.join(dist, paths.insights), 'utf8'));
    const own: Readonly<Record<string, string | undefined>> = {
      service: business.services[0]?.id,
      name: business.technicians[0]?.name,
      area: business.service_areas[0],
      aspect: aspects[0]?.id,
      date: '2020-01-01',
      id: '/',
      query: 'good',
    };
    for (const { name, inputSchema } of tools) {
      const required = inputSchema.required ?? [];
      yield [name, await tool(name, Object.fromEntries(required.map((argument) => [argument, own[argument] ?? 'x'])))];
      yield [`${name} of something unknown`, await tool(name, Object.fromEntries(required.map((argument) => [argument, 'xyzzy'])))];
      yield [`${name} with a wrong argument`, await tool(name, { xyzzy: 1 })];
    }
    yield ['get_faq of something unknown', await tool('get_faq', { query: 'xyzzy' })];
    for (const uri of ['reviews://business', 'reviews://insights', 'ui://review-cards', 'reviews://xyzzy'])
      yield [uri, await call('resources/read', { uri })];
    yield ['summarize_reviews', await call('prompts/get', { name: 'summarize_reviews', arguments: {} })];
    yield ['summarize_reviews of a topic', await call('prompts/get', { name: 'summarize_reviews', arguments: { topic: 'xyzzy' } })];
    yield ['compare_technicians', await call('prompts/get', { name: 'compare_technicians', arguments: { names: own['name'] ?? 'xyzzy' } })];
    for (const address of [`${paths.search}?rating=9`, paths.search, paths.hub, paths.health, '/nothing'])
      yield [address, (await send(server.url + address, {})).text];
  } finally {
    await server.close();
  }
}

describe.each([
  ['minimal', 'test/fixtures/minimal'],
  ['taberna', 'test/fixtures/taberna'],
  ['corner', 'test/fixtures/corner shop'],
] as const)('the site and server of %s', (site, content) => {
  const dist = inject('dists')[site];
  const words = foreignWords(content);

  test('publish no files with words of the demo', () => {
    const texts = [...publishedTexts(dist)];
    expect(texts.length).toBeGreaterThan(40);
    const problems = texts.flatMap(([name, text]) => {
      const foreign = isCode(name) ? words.filter((word) => word !== 'panel' && word !== 'panels') : words;
      return found(text, foreign).map((place) => `${name}: ${place}`);
    });
    expect(problems).toEqual([]);
  });

  test('send no responses with words of the demo', async () => {
    const problems: string[] = [];
    for await (const [name, text] of answers(dist)) problems.push(...found(text, words).map((place) => `${name}: ${place}`));
    expect(problems).toEqual([]);
  });
});

describe('tool descriptions', () => {
  test('mention services, people, places and aspects of the business', async () => {
    const describe = async (site: 'taberna' | 'corner' | 'demo' | 'minimal') => {
      const server = await serve({ DIST_DIR: inject('dists')[site] });
      const url = `${server.url}${paths.mcp}`;
      const { text } = await ask(url, await openSession(url), 'tools/list');
      await server.close();
      const { tools } = JSON.parse(text).result as { tools: { name: string; description: string }[] };
      return (name: string) => tools.find((one) => one.name === name)?.description;
    };
    const taberna = await describe('taberna');
    expect(taberna('get_service')).toContain('"how good are they at Arroces?"');
    expect(taberna('get_aspect_sentiment')).toContain('Use it for service, communication, waiting, price, quality');
    expect(taberna('get_technician')).toContain('Use it for a person, or for each');
    expect(taberna('list_topics')).not.toContain('problems');
    const corner = await describe('corner');
    expect(corner('get_service_area')).toContain('"are people in Smallville happy?"');
    expect(corner('get_technician')).toContain('such as José Núñez');
    const demo = await describe('demo');
    expect(demo('list_topics')).toContain('and the problems they called about');
    expect(demo('get_aspect_sentiment')).toContain('Use it for punctuality, responsiveness');
    const minimal = await describe('minimal');
    expect(minimal('get_service')).toContain('Use it for a service that get_business lists');
  });
});
