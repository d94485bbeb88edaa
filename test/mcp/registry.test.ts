import { Ajv } from 'ajv';
import { describe, expect, inject, it } from 'vitest';
import { readEnvironment } from '../../site/contract/environment.ts';
import { toRegistryEntry } from '../../site/contract/mcp-server.ts';
import { documents } from '../../site/documents/documents.ts';
import { mcpName, mcpSteps } from '../../site/documents/mcp-clients.ts';
import { readPublication } from '../../site/publication.ts';
import { serve } from '../support/serve.ts';

/** The limits that the registry's schema of 2025-12-11 sets for the fields we write. */
const schema = {
  type: 'object',
  required: ['name', 'description', 'version'],
  additionalProperties: false,
  properties: {
    $schema: { type: 'string' },
    name: { type: 'string', minLength: 3, maxLength: 200, pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$' },
    title: { type: 'string', minLength: 1, maxLength: 100 },
    description: { type: 'string', minLength: 1, maxLength: 100 },
    version: { type: 'string', maxLength: 255 },
    websiteUrl: { type: 'string' },
    remotes: {
      type: 'array',
      items: {
        type: 'object',
        required: ['type', 'url'],
        properties: { type: { const: 'streamable-http' }, url: { type: 'string', pattern: '^https?://[^\\s]+$' } },
      },
    },
  },
};

/** The limits that schema v1 of server cards adds. */
const cardSchema = {
  ...schema,
  required: ['$schema', 'name', 'description', 'version'],
  properties: {
    ...schema.properties,
    $schema: { const: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json' },
    icons: { type: 'array', items: { type: 'object', required: ['src'], properties: { src: { type: 'string', pattern: '^https?://' } } } },
  },
};

describe('the server card', () => {
  it('is at the URL in the catalog and at its well-known path, and contains the URL of the server', async () => {
    const publication = readPublication(readEnvironment({ BASE_URL: 'https://reviews.harborandpine.example' }));
    const read = async (path: string) => JSON.parse(String(await documents[path]?.(publication)));
    const { specVersion, entries } = await read('/.well-known/ai-catalog.json');
    expect([specVersion, entries]).toEqual([
      '1.0',
      [
        {
          identifier: 'urn:air:reviews.harborandpine.example:mcp:open-reviews',
          type: 'application/mcp-server-card+json',
          url: 'https://reviews.harborandpine.example/mcp/server-card',
        },
      ],
    ]);
    const card = await read(new URL(entries[0].url).pathname);
    const validate = new Ajv().compile(cardSchema);
    expect(validate(card), JSON.stringify(validate.errors)).toBe(true);
    expect(card).toMatchObject({
      name: 'example.harborandpine.reviews/open-reviews',
      remotes: [{ type: 'streamable-http', url: 'https://reviews.harborandpine.example/mcp' }],
    });
    expect(await read('/.well-known/mcp/server-card.json')).toEqual(card);
  });

  it('is served with its own media type, next to /mcp', async () => {
    const server = await serve({ DIST_DIR: inject('dists').minimal });
    for (const path of ['/mcp/server-card', '/.well-known/mcp/server-card.json', '/.well-known/ai-catalog.json']) {
      const response = await fetch(server.url + path, { headers: { Accept: 'application/mcp-server-card+json' } });
      const type = path.includes('catalog') ? 'application/ai-catalog+json' : 'application/mcp-server-card+json';
      expect([path, response.status, response.headers.get('content-type')]).toEqual([path, 200, type]);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      const tag = response.headers.get('etag') ?? '';
      expect((await fetch(server.url + path, { headers: { 'If-None-Match': tag } })).status).toBe(304);
    }
    expect((await fetch(`${server.url}/mcp`)).status).toBe(405);
    await server.close();
  });
});

describe('the steps to connect', () => {
  const url = 'https://reviews.harborandpine.example/mcp';
  it('name the server after the business', () => {
    expect([mcpName('Harbor & Pine Electric'), mcpName('田中電気'), mcpName('A very long name of a business '.repeat(9))]).toEqual([
      'harbor-pine-electric-reviews',
      'reviews',
      'a-very-long-name-of-a-business-a-very-lo-reviews',
    ]);
  });

  it('are in llms.txt for each app', async () => {
    const publication = readPublication(readEnvironment({ BASE_URL: 'https://reviews.harborandpine.example' }));
    const llms = String(await documents['/llms.txt']?.(publication));
    for (const app of ['Claude:', 'ChatGPT:', 'Cursor:', 'VS Code:', 'Claude Code:', 'Codex:', 'Gemini CLI:'])
      expect(llms).toContain(`- ${app} `);
    expect(llms).toContain(`codex mcp add harbor-pine-electric-reviews --url ${url}`);
  });

  it('link to each app, with the address of the server if the app accepts it in a link', () => {
    const links = mcpSteps('https://reviews.harborandpine.example', 'demo-reviews').map(({ app, link }) => [app, link.url] as const);
    const byApp = new Map(links);
    const cursor = new URL(byApp.get('Cursor') ?? '').searchParams;
    expect([cursor.get('name'), JSON.parse(Buffer.from(cursor.get('config') ?? '', 'base64').toString())]).toEqual([
      'demo-reviews',
      { url },
    ]);
    const code = decodeURIComponent(byApp.get('VS Code')?.replace('vscode:mcp/install?', '') ?? '');
    expect(JSON.parse(code)).toEqual({ name: 'demo-reviews', type: 'http', url });
    for (const app of ['Claude', 'ChatGPT']) expect(byApp.get(app)).toMatch(/^https:\/\//);
  });
});

describe('/server.json', () => {
  it('names the server after its reversed domain, with the address of /mcp', async () => {
    const publication = readPublication(readEnvironment({ BASE_URL: 'https://reviews.harborandpine.example' }));
    expect(JSON.parse(String(await documents['/server.json']?.(publication)))).toEqual({
      $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
      name: 'example.harborandpine.reviews/open-reviews',
      title: 'Harbor & Pine Electric: verified customer reviews',
      description: 'Verified customer reviews of Harbor & Pine Electric and what they say, as read-only tools',
      version: '1.0.0',
      websiteUrl: 'https://reviews.harborandpine.example',
      remotes: [{ type: 'streamable-http', url: 'https://reviews.harborandpine.example/mcp' }],
    });
  });

  it.each(['http://localhost:4321', 'http://[::1]:80', 'https://a.example'])(
    'is valid in the registry for %s, even with a long name',
    (baseUrl) => {
      const validate = new Ajv().compile(schema);
      expect(validate(toRegistryEntry('A very long name of a business '.repeat(9), baseUrl)), JSON.stringify(validate.errors)).toBe(true);
    },
  );
});
