import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { readEnvironment } from '../../site/contract/environment.ts';
import { mediaTypeOf } from '../../site/contract/paths.ts';
import { documentsOf } from '../../site/documents/documents.ts';
import { schemas } from '../../site/documents/schemas.ts';
import { readPublication } from '../../site/publication.ts';
import { decode } from '../support/listings.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// What directories of agent tools require of a server: a privacy policy, terms, and a token that proves who owns it.

const read = (site: 'demo' | 'taberna' | 'minimal' | 'corner', file: string) =>
  readFileSync(path.join(inject('dists')[site], file), 'utf8');
const textOf = (html: string) => decode(html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' '));

describe('the privacy and terms page', () => {
  test('explains what is stored, how to have a review removed and how the data may be used', () => {
    const html = read('demo', 'privacy/index.html');
    const text = textOf(html);
    for (const sentence of [
      'The pages set no cookies',
      'never contains network addresses or search terms',
      'they don’t store what was asked',
      'Free to read, copy and reuse under MIT.',
      'The number of requests per minute is limited.',
      'without warranty',
    ])
      expect(text).toContain(sentence);
    expect(html).toContain('href="mailto:hello@harborandpine.example"');
    expect(html).toContain('href="/sources.json"');
  });

  test('is in the language of the business and follows its policy', () => {
    expect(textOf(read('taberna', 'privacy/index.html'))).toContain('Las páginas no usan cookies');
    expect(textOf(read('minimal', 'privacy/index.html'))).toContain('publishes this site. When you read these pages');
    expect(read('minimal', 'privacy/index.html')).toContain(
      'To have a review changed or removed, or if one names you, ask the business, which gives no contact details here. A takedown',
    );
    expect(read('minimal', 'how-it-works/index.html')).toContain('tell A name and nothing else, which gives no contact details here');
    expect(textOf(read('taberna', 'privacy/index.html'))).toContain('Los textos, incluidas las citas, pertenecen a sus autores.');
  });

  test('is linked from pages, openapi.json, the API catalog and llms.txt', () => {
    for (const page of ['index.html', 'reviews/index.html', 'developers/index.html'])
      expect(read('demo', page)).toContain('href="/privacy/"');
    expect(JSON.parse(read('demo', 'openapi.json')).info.termsOfService).toMatch(/\/privacy\/#terms$/);
    const { linkset } = JSON.parse(read('demo', '.well-known/api-catalog'));
    expect(linkset[1]).toMatchObject({
      'privacy-policy': [{ href: expect.stringMatching(/\/privacy\/$/) }],
      'terms-of-service': [{ href: expect.stringMatching(/\/privacy\/#terms$/) }],
    });
    expect(read('demo', 'llms.txt')).toContain('/privacy/');
  });

  test('is true: pages load nothing from other origins', () => {
    for (const site of ['demo', 'taberna', 'minimal'] as const) {
      for (const page of ['index.html', 'reviews/index.html', 'privacy/index.html', 'developers/mcp/index.html']) {
        const loaded = [
          ...read(site, page).matchAll(
            /<(?:script|img|iframe|source|video|link[^>]*rel="(?:stylesheet|icon)")[^>]*?(?:src|href)="([^"]+)"/g,
          ),
        ];
        expect(loaded.map(([, address]) => address).filter((address) => !/^\/(?!\/)/.test(address ?? ''))).toEqual([]);
      }
    }
  });
});

describe('tokens in policy.yaml', () => {
  const contentWith = (policy: string) => {
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, 'business.yaml'), 'name: Calder Dental\n');
    writeFileSync(path.join(folder, 'policy.yaml'), policy);
    return readPublication(readEnvironment({ CONTENT_DIR: folder }));
  };

  test('are published in /.well-known/, each as a file with nothing else in it', async () => {
    const publication = contentWith(
      'well_known:\n  openai-apps-challenge: abc-123_XYZ\n  mcp-registry-auth: v=MCPv1; k=ed25519; p=AAAA=\n',
    );
    const documents = await documentsOf(publication);
    const print = async (file: string) => String(await documents[file]?.(publication));
    expect([await print('/.well-known/openai-apps-challenge'), await print('/.well-known/mcp-registry-auth')]).toEqual([
      'abc-123_XYZ',
      'v=MCPv1; k=ed25519; p=AAAA=',
    ]);
    expect(mediaTypeOf('/.well-known/openai-apps-challenge')).toBe('text/plain; charset=utf-8');
    expect(mediaTypeOf('/.well-known/api-catalog')).toMatch(/^application\/linkset\+json/);
  });

  test.each(['api-catalog', 'security.txt', 'mcp', '../index', 'a/b'])('can’t be named %s', (name) => {
    expect(() => contentWith(`well_known: { "${name}": x }\n`)).toThrow(/such as openai-apps-challenge/);
  });
});

test.each([
  ['demo', 'index.html', 'Search the verified customer reviews of Harbor & Pine Electric LLC'],
  ['demo', 'reviews/index.html', 'Search the verified customer reviews of Harbor & Pine Electric LLC'],
  ['demo', 'reviews/stars/5/index.html', 'Search the verified customer reviews of Harbor & Pine Electric LLC'],
] as const)('the search form is a tool for agents in the browser: %s, %s', (site, page, start) => {
  const [, attributes = ''] = /<form ([^>]*class="search[^>]*)>/.exec(read(site, page)) ?? [];
  expect(attributes).toContain('toolname="search_reviews"');
  expect(attributes).toContain(' toolautosubmit');
  expect(decode(/tooldescription="([^"]+)"/.exec(attributes)?.[1] ?? '')).toMatch(new RegExp(`^${start}`));
  expect(read(site, page)).toMatch(/<input [^>]*toolparamdescription="One word[^"]+"[^>]*name="query"/);
});

test('/schemas/ lists every schema', () => {
  const html = read('minimal', 'schemas/index.html');
  for (const name of Object.keys(schemas)) {
    expect(html).toContain(`href="/schemas/${name}.json"`);
    expect(JSON.parse(read('minimal', `schemas/${name}.json`))).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema' });
  }
});
