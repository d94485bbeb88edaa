import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { readEnvironment } from '../../site/contract/environment.ts';
import { toRegistryEntry } from '../../site/contract/mcp-server.ts';
import { documents } from '../../site/documents/documents.ts';
import { readPublication } from '../../site/publication.ts';

/** The bounds that the registry's schema of 2025-12-11 sets to what we write. */
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

describe('/server.json', () => {
  it('lists the server under the domain written backwards, with the address of /mcp', async () => {
    const publication = readPublication(readEnvironment({ BASE_URL: 'https://reviews.harborandpine.example' }));
    expect(JSON.parse(String(await documents['/server.json']?.(publication)))).toEqual({
      $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
      name: 'example.harborandpine.reviews/open-reviews',
      title: 'Harbor & Pine Electric: customer reviews',
      description: 'Verified customer reviews of Harbor & Pine Electric and what they say, as read-only tools',
      version: '1.0.0',
      websiteUrl: 'https://reviews.harborandpine.example',
      remotes: [{ type: 'streamable-http', url: 'https://reviews.harborandpine.example/mcp' }],
    });
  });

  it.each(['http://localhost:4321', 'http://[::1]:80', 'https://a.example'])(
    'is what the registry takes for %s, however long the name',
    (baseUrl) => {
      const validate = new Ajv().compile(schema);
      expect(validate(toRegistryEntry('A very long name of a business '.repeat(9), baseUrl, '/mcp')), JSON.stringify(validate.errors)).toBe(
        true,
      );
    },
  );
});
