import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEnvironment } from '../../site/contract/environment.ts';
import { type ToolListing, toInputSchema } from '../../site/contract/mcp-tools/tools.ts';
import { searchQuery } from '../../site/contract/search-query.ts';
import { documents } from '../../site/documents/documents.ts';
import { readPublication } from '../../site/publication.ts';
import { ask, callTool, openSession, send } from '../support/rpc.ts';
import { ids } from './fixture.ts';
import { type Served, serve } from './serve.ts';

let served: Served;
let session: string;
let tools: readonly ToolListing[];
beforeAll(async () => {
  served = await serve();
  session = await openSession(served.url);
  tools = (await ask(served.url, session, 'tools/list')).json?.result?.tools ?? [];
});
afterAll(() => served[Symbol.asyncDispose]());

/** The largest limit that any string has (M11). */
const MOST = 500;
/** About as many characters as fit in the body of a request. */
const HUGE = 60_000;

interface Schema {
  readonly type?: string | readonly string[];
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
}

/** Returns every string without an enum in a schema, at any depth, with its path. */
function stringsOf(schema: Schema, path: string): { readonly path: string; readonly schema: Schema }[] {
  const own = [schema.type ?? []].flat().includes('string') && schema.enum === undefined ? [{ path, schema }] : [];
  const inner = Object.entries(schema.properties ?? {}).map(([name, property]) => [name, property] as const);
  const parts = [...inner, ...[schema.items ?? [], schema.anyOf ?? []].flat().map((part) => ['*', part] as const)];
  return [...own, ...parts.flatMap(([name, part]) => stringsOf(part, `${path}.${name}`))];
}

/** Returns characters that are two UTF-16 units long each. JSON Schema counts them as one. */
const wide = (length: number) => '🔌'.repeat(length);

/** The arguments that a call needs besides the tested one. */
const beside: Readonly<Record<string, object>> = {
  'get_reviews_since.cursor': { date: '2025-01-01' },
  'verify_quote.text': { id: ids.late },
  'verify_quote.id': { text: 'too expensive' },
};

describe('M11 every string in the arguments of a tool', () => {
  const argumentsOf = () => tools.flatMap(({ name, inputSchema }) => stringsOf(inputSchema as Schema, name));

  it('has a maxLength', () => {
    const paths = argumentsOf();
    expect(paths.length).toBeGreaterThan(10);
    const without = paths.filter(({ schema }) => !(schema.maxLength !== undefined && schema.maxLength <= MOST));
    expect(without.map(({ path }) => path)).toEqual([]);
  });

  it('is accepted at its maxLength, counted in characters like JSON Schema does', async () => {
    for (const { path, schema } of argumentsOf()) {
      const [tool = '', argument = ''] = path.split('.');
      const answer = await callTool(served.url, session, tool, { ...beside[path], [argument]: wide(schema.maxLength ?? 0) });
      const text = answer.json?.result?.content?.[0]?.text ?? '';
      expect([path, answer.status, /characters/.test(text)]).toEqual([path, 200, false]);
    }
  });

  it('is refused beyond its maxLength, with its name, its beginning and what to give', async () => {
    for (const { path, schema } of argumentsOf()) {
      const [tool = '', argument = ''] = path.split('.');
      for (const given of [wide((schema.maxLength ?? 0) + 1), 'x'.repeat(HUGE)]) {
        const { json } = await callTool(served.url, session, tool, { ...beside[path], [argument]: given });
        const text = json?.result?.content?.[0]?.text ?? '';
        expect([path, json?.result?.isError]).toEqual([path, true]);
        expect(text).toMatch(new RegExp(`^${tool} can't use these arguments:\n- ${argument}: was given "(x|🔌)+(…|"); must be `));
        expect(text).toContain(`Give: ${schema.description?.slice(0, 30)}`);
        expect(text.length).toBeLessThan(800);
        // Dates and months are refused because of their format instead.
        if (schema.pattern === undefined) expect(text).toContain(`at most ${schema.maxLength} characters`);
      }
    }
  });

  it('that is an unknown name gets a short error, even if it is huge or one of thousands', async () => {
    const many = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`argument${index}`, 1]));
    for (const given of [{ ['x'.repeat(HUGE)]: 1 }, many]) {
      const { text, json } = await callTool(served.url, session, 'get_technician', given);
      expect(json?.result?.isError).toBe(true);
      expect(json?.result?.content?.[0]?.text).toContain('there is no such argument; the arguments are name');
      expect(text.length).toBeLessThan(3000);
    }
  });
});

describe('M11 other methods limit the length of', () => {
  const refusalOf = async (method: string, params: object) => {
    const { text, json } = await ask(served.url, session, method, params);
    expect(text.length).toBeLessThan(1000);
    return [json?.error?.code, json?.error?.message];
  };
  const long = (length: number) => 'x'.repeat(length);
  const shown = `"${'x'.repeat(79)}…`;
  const resource = { type: 'ref/resource', uri: 'reviews://review/{id}' };

  it.each<readonly [what: string, method: string, params: (text: string) => object, most: number, path: string]>([
    ['the name of a tool', 'tools/call', (name) => ({ name }), 200, 'name'],
    ['the name of a prompt', 'prompts/get', (name) => ({ name }), 200, 'name'],
    ['the URI of a resource', 'resources/read', (uri) => ({ uri }), 200, 'uri'],
    ['a value to complete', 'completion/complete', (value) => ({ ref: resource, argument: { name: 'id', value } }), 500, 'argument.value'],
    [
      'the name of an argument to complete',
      'completion/complete',
      (name) => ({ ref: resource, argument: { name, value: '' } }),
      200,
      'argument.name',
    ],
    [
      'the template to complete',
      'completion/complete',
      (uri) => ({ ref: { type: 'ref/resource', uri }, argument: { name: 'id', value: '' } }),
      200,
      'ref.uri',
    ],
    [
      'the prompt to complete',
      'completion/complete',
      (name) => ({ ref: { type: 'ref/prompt', name }, argument: { name: 'topic', value: '' } }),
      200,
      'ref.name',
    ],
  ])('%s', async (_, method, params, most, path) => {
    const message = `${path}: was given ${shown}; must be at most ${most} characters long`;
    for (const length of [most + 1, HUGE]) expect(await refusalOf(method, params(long(length)))).toEqual([-32602, message]);
    expect((await ask(served.url, session, method, params(long(most)))).text).not.toContain('characters long');
  });

  it('each argument of a prompt, to the maximum in its description', async () => {
    const prompts = (await ask(served.url, session, 'prompts/list')).json?.result?.prompts ?? [];
    const given = prompts.flatMap(({ name, arguments: all }) => all.map((argument) => ({ prompt: name, ...argument })));
    expect(given.length).toBeGreaterThan(1);
    for (const { prompt, name, description } of given) {
      const most = Number(/, at most (\d+) characters$/.exec(description)?.[1]);
      expect(most).toBeLessThanOrEqual(MOST);
      const getWith = (text: string) => ask(served.url, session, 'prompts/get', { name: prompt, arguments: { [name]: text } });
      for (const length of [most + 1, HUGE]) {
        const { json } = await getWith(long(length));
        const message = `${name}: was given ${shown}; must be at most ${most} characters long. Give: ${description.replace(/, at most.*/, '')}`;
        expect([json?.error?.code, json?.error?.message]).toEqual([-32602, message]);
      }
      expect((await getWith(long(most))).text).not.toContain('characters long');
    }
  });
});

describe('every string of the search endpoint', () => {
  const search = async (name: string, value: string) => {
    const { status, text } = await send(`${served.server.url}/api/reviews/search?${name}=${encodeURIComponent(value)}`, {});
    return { status, body: JSON.parse(text) as { issues?: object[]; matched?: number } };
  };
  const parameters = () => stringsOf({ properties: schemaOf() }, '').map(({ path, schema }) => ({ name: path.slice(1), schema }));
  const schemaOf = () => (toInputSchema(searchQuery) as Schema).properties ?? {};

  it('has a maxLength in the OpenAPI description', async () => {
    const openapi = JSON.parse(String(await documents['/openapi.json']?.(readPublication(readEnvironment({})))));
    const described = openapi.paths['/api/reviews/search'].get.parameters as { name: string; in: string; schema: Schema }[];
    const strings = described.filter(
      (parameter) => parameter.in === 'query' && parameter.schema.type === 'string' && !parameter.schema.enum,
    );
    expect(strings.map(({ name }) => name).sort()).toEqual(
      parameters()
        .map(({ name }) => name)
        .sort(),
    );
    expect(strings.filter(({ schema }) => !(schema.maxLength !== undefined && schema.maxLength <= MOST))).toEqual([]);
    const inPath = openapi.paths['/api/reviews/since/{date}'].parameters ?? openapi.paths['/api/reviews/since/{date}'].get.parameters;
    expect(inPath.find(({ name }: { name: string }) => name === 'date').schema.maxLength).toBe(10);
  });

  it('that allows 200 characters or more is accepted at its limit, and is a 400 with an issue beyond it', async () => {
    for (const { name, schema } of parameters()) {
      const { maxLength = 0 } = schema;
      if (maxLength < 200) continue;
      expect([name, await search(name, wide(maxLength))]).toEqual([name, { status: 200, body: { matched: 0, returned: 0, reviews: [] } }]);
      const issue = { path: [name], code: 'too_big', message: `must be at most ${maxLength} characters long` };
      for (const value of [wide(maxLength + 1), 'x'.repeat(maxLength + 1), 'x'.repeat(7_000)].filter((text) => text.length < 8_000)) {
        const { status, body } = await search(name, value).catch(() => ({ status: 0, body: { issues: [] } }));
        expect([name, value.length, status, body.issues]).toEqual([name, value.length, 400, [issue]]);
      }
    }
  });
});

describe('a long name', () => {
  it("doesn't match a technician whose name it begins with", async () => {
    const { json } = await callTool(served.url, session, 'get_technician', { name: `Ana ${'x'.repeat(196)}` });
    expect(json?.result?.content?.[0]?.text).toMatch(/^There is no technician "Ana x+…"\. Nearest: /);
    expect((await callTool(served.url, session, 'get_review', { id: ids.late })).json?.result?.isError).toBeUndefined();
  });
});
