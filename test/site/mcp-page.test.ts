import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { PromptDefinition } from '../../site/contract/mcp-server.ts';
import { type ToolListing, toInputSchema, toOutputSchema, toolDefinitions } from '../../site/contract/mcp-tools/tools.ts';
import { decode } from '../support/listings.ts';
import { ask, openSession } from '../support/rpc.ts';
import { serve, type TestServer } from '../support/serve.ts';

interface Schema {
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly required?: readonly string[];
}

/** The page's description of one argument or field. */
interface Entry {
  readonly name: string;
  readonly facts: string;
  readonly meaning: string;
}

const read = (name: string) => readFile(path.join(inject('dists').demo, name), 'utf8');
const toText = (html = '') => decode(html.replace(/<[^>]+>/g, '')).trim();
const unquoted = (text: unknown) => (typeof text === 'string' ? text.replaceAll('`', '') : '');
const first = (html: string, pattern: RegExp) => toText(pattern.exec(html)?.[1]);

function entriesIn(html = ''): Entry[] {
  return [...html.matchAll(/<dt[^>]*>(.*?)<\/dt>(.*?)<\/div>/gs)].map(([, name, rest = '']) => ({
    name: toText(name),
    facts: first(rest, /<dd class="facts"[^>]*>(.*?)<\/dd>/s),
    meaning: first(rest, /<p>(.*?)<\/p>/s),
  }));
}

/** Returns the section of each tool by its name, in the page's order. */
function sectionsIn(page: string): Map<string, string> {
  return new Map(
    [...page.matchAll(/<section class="endpoint tool" id="(\w+)"[^>]*>(.*?)<\/section>/gs)].map(([, id = '', html = '']) => [id, html]),
  );
}

/** Returns the cells of the table row with this header. */
function rowOf(page: string, head: string): string[] {
  const rows = [...page.matchAll(/<tr>\s*<th scope="row"[^>]*>(.*?)<\/th>(.*?)<\/tr>/gs)];
  const [, , cells = ''] = rows.find(([, name]) => toText(name) === head) ?? [];
  return [...cells.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell]) => toText(cell));
}

describe('the documentation of the MCP server', () => {
  let server: TestServer;
  let page: string;
  /** The page about connecting, which lists the tools, prompts and resources. */
  let guide: string;
  let tools: readonly ToolListing[];
  let list: (method: string) => Promise<unknown>;
  beforeAll(async () => {
    server = await serve({ DIST_DIR: inject('dists').demo, RATE_LIMIT: '0' });
    const session = await openSession(`${server.url}/mcp`);
    list = async (method) => (await ask(`${server.url}/mcp`, session, method)).json?.result;
    tools = ((await list('tools/list')) as { tools: ToolListing[] }).tools;
    [page, guide] = await Promise.all([read('developers/mcp/tools/index.html'), read('developers/mcp/index.html')]);
  });
  afterAll(() => server?.close());

  it('lists every tool with its title, in the server’s order, and has a section for each', () => {
    const rows = [
      ...guide.matchAll(/<tr><th scope="row"[^>]*><a href="\/developers\/mcp\/tools\/#(\w+)"[^>]*>.*?<\/a><\/th><td[^>]*>(.*?)<\/td>/gs),
    ];
    expect(rows.map(([, name, title]) => [name, toText(title)])).toEqual(tools.map(({ name, title }) => [name, title]));
    expect([...sectionsIn(page).keys()]).toEqual(tools.map(({ name }) => name));
  });

  it('has each tool’s title and description, with links to the tools that it mentions', () => {
    for (const { name, title, description } of tools) {
      const html = sectionsIn(page).get(name) ?? '';
      expect(first(html, /<h2[^>]*>(.*?)<\/h2>/s)).toBe(name);
      expect(first(html, /<p>(.*?)<\/p>/s)).toBe(`${title}. ${unquoted(description)}`);
      for (const sibling of tools.filter((other) => new RegExp(`\\b${other.name}\\b`).test(description)))
        expect(html, name).toContain(`href="#${sibling.name}"`);
    }
  });

  it.each(['inputSchema', 'outputSchema'] as const)('has every name, description, limit and default of each %s', (key) => {
    for (const { name, input, output } of toolDefinitions) {
      const schema = key === 'inputSchema' ? toInputSchema(input) : toOutputSchema(output);
      const [, takes, answers] = (sectionsIn(page).get(name) ?? '').split('<h3');
      const entries = entriesIn(key === 'inputSchema' ? takes : answers);
      const { properties, required = [] } = schema as unknown as Schema;
      expect(entries.map((entry) => [entry.name, entry.meaning])).toEqual(
        Object.entries(properties).map(([property, { description }]) => [property, unquoted(description)]),
      );
      for (const entry of entries) {
        const { minimum, maximum, default: initial } = properties[entry.name] ?? {};
        const presence = key === 'inputSchema' ? /\brequired\b/ : /^(?!.*may be absent)/;
        expect(presence.test(entry.facts), `${name} ${entry.name}: ${entry.facts}`).toBe(required.includes(entry.name));
        if (minimum !== undefined && maximum !== undefined) expect(entry.facts).toContain(`${minimum} to ${maximum}`);
        if (initial !== undefined) expect(entry.facts).toContain(`default ${initial}`);
      }
    }
  });

  it('has a sample response next to the request, and each page is shorter than both were', () => {
    expect(guide).toMatch(/<div class="grid exchange">.*?tools\/call.*?Response, shortened.*?structuredContent.*?<\/div>/s);
    expect(sectionsIn(guide).size).toBe(0);
  });

  it('has every prompt with its arguments, and every resource', async () => {
    const { prompts } = (await list('prompts/list')) as { prompts: PromptDefinition[] };
    for (const { name, description, arguments: given } of prompts) {
      const facts = given.map((argument) => `${argument.name}, ${argument.required ? 'required' : 'optional'}: ${argument.description}`);
      expect(rowOf(guide, name)).toEqual([description, ...facts]);
    }
    const { resources } = (await list('resources/list')) as { resources: { uri: string; description: string }[] };
    for (const { uri, description } of resources) expect(rowOf(guide, uri)).toEqual([unquoted(description)]);
    const { resourceTemplates } = (await list('resources/templates/list')) as {
      resourceTemplates: { uriTemplate: string; description: string }[];
    };
    for (const { uriTemplate, description } of resourceTemplates) expect(rowOf(guide, uriTemplate)).toEqual([unquoted(description)]);
  });

  it('lists the server’s tools in llms.txt and llms-full.txt', async () => {
    for (const name of ['llms.txt', 'llms-full.txt'])
      expect(await read(name)).toContain(`tools: ${tools.map((tool) => tool.name).join(', ')}\n`);
  });
});
