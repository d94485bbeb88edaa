import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ask, callTool, initialize, openSession, post } from '../support/rpc.ts';
import { serve, type TestServer } from '../support/serve.ts';
import { everyTool } from './every-tool.ts';

// The format that ChatGPT's deep research expects: platform.openai.com/docs/mcp, "Create an MCP server".

let server: TestServer;
let session: string;
beforeAll(async () => {
  server = await serve({ DIST_DIR: inject('dists').demo, RATE_LIMIT: '0' });
  session = await openSession(`${server.url}/mcp`);
});
afterAll(() => server.close());

interface Result {
  readonly id: string;
  readonly title: string;
  readonly url: string;
}
const call = async (name: string, args: object) => (await callTool(`${server.url}/mcp`, session, name, args)).json?.result;
const search = async (query: string) => {
  const result = await call('search', { query });
  expect(result?.content).toHaveLength(1);
  return (JSON.parse(result?.content?.[0]?.text ?? '') as { results: Result[] }).results;
};

const questions = [
  'Who is best with EV chargers?',
  'Priya Raman',
  'Do you take care of the permit?',
  'opening hours',
  'the chowder on the stove',
  'hot tub',
  'Millbrook',
];

it('the server has an icon that it serves, and the list of tools does not repeat it', async () => {
  const { serverInfo } = (await post(`${server.url}/mcp`, initialize())).json?.result ?? {};
  const { icons } = serverInfo as { icons: { src: string }[] };
  const icon = await fetch(server.url + new URL(icons[0]?.src ?? '').pathname);
  expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
  const { tools = [] } = (await ask(`${server.url}/mcp`, session, 'tools/list')).json?.result ?? {};
  expect(tools.map((tool) => 'icons' in tool)).toEqual(Object.keys(everyTool).map(() => false));
});

describe('search and fetch', () => {
  it('the page of a service has the words by which it was found in reviews', async () => {
    const [page] = (await search('EV charger installation')).filter(({ url }) => url.includes('/services/'));
    const fetched = await call('fetch', { id: page?.id });
    expect(JSON.parse(fetched?.content?.[0]?.text ?? '').text).toMatch(/\nFound in reviews as: [^\n]*\bcharger/);
  });

  it.each(questions)('search finds results for %j, with ids that fetch accepts, titles and working links', async (query) => {
    const results = await search(query);
    expect(results.length).toBeGreaterThan(0);
    for (const { id, title, url } of results) {
      expect(title).toMatch(/\w{3}/);
      const { hash, pathname } = new URL(url);
      const page = await fetch(server.url + pathname);
      expect([url, page.status]).toEqual([url, 200]);
      const html = await page.text();
      if (hash !== '') expect(html).toContain(`id="${hash.slice(1)}"`);
      const fetched = await call('fetch', { id });
      expect(fetched?.content).toHaveLength(1);
      expect(JSON.parse(fetched?.content?.[0]?.text ?? '')).toMatchObject({ id, title, url, text: expect.stringMatching(/\w/) });
      expect(
        Object.values((fetched?.structuredContent as { metadata: object } | undefined)?.metadata ?? {}).every(
          (value) => typeof value === 'string',
        ),
      ).toBe(true);
    }
  });

  it.each([
    ['Who is best with EV chargers?', '/services/ev-charger/'],
    ['Priya Raman', '/technicians/priya-raman/'],
    ['What are their opening hours?', '/'],
    ['the chowder on the stove', '/reviews/01M7BNN500K830F636P22FWH62/'],
    ['Do you take care of the permit and the inspection?', '/questions/#q-do-you-take-care-of-the-permit-and-the-inspection'],
  ])('search answers %j with %s first', async (query, id) => {
    expect((await search(query))[0]?.id).toBe(id);
  });

  it('fetch also accepts the link or id of a review, and returns its whole text', async () => {
    const [found] = await search('the chowder on the stove');
    for (const id of [found?.url, '01m7bnn500k830f636p22fwh62'])
      expect((await call('fetch', { id }))?.structuredContent).toMatchObject({
        url: found?.url,
        text: expect.stringMatching(/^Half the house went dark[\s\S]*The owner's reply: Two numbers is one too many\./),
        metadata: { author: 'Maureen Castellanos', date: '2026-11-14', rating: '5', source: 'google' },
      });
  });

  it('fetch explains which ids it accepts if an id is unknown', async () => {
    const result = await call('fetch', { id: '/nowhere/' });
    expect([result?.isError, result?.content?.[0]?.text]).toEqual([true, expect.stringContaining('Give an id from a result of search')]);
  });

  it('search returns no results if nothing matches', async () => {
    expect(await search('zzzzz qqqqq')).toEqual([]);
  });
});
