import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, openSession } from '../support/rpc.ts';
import { fixture, ids } from './fixture.ts';
import { type Served, serve } from './serve.ts';

let served: Served;
let session: string;
beforeAll(async () => {
  served = await serve();
  session = await openSession(served.url);
});
afterAll(() => served[Symbol.asyncDispose]());

const result = async (method: string, params: object = {}) => (await ask(served.url, session, method, params)).json?.result;
const complete = async (ref: object, name: string, value: string) =>
  (await result('completion/complete', { ref, argument: { name, value } }))?.completion;
const prompt = async (name: string, args: object) => (await result('prompts/get', { name, arguments: args }))?.messages?.[0]?.content.text;

describe('resources', () => {
  it('are the business, the insights and the pages for answers, with a template for reviews', async () => {
    expect(await result('resources/list')).toMatchObject({
      resources: [{ uri: 'reviews://business' }, { uri: 'reviews://insights' }, { uri: 'ui://review-cards' }],
    });
    expect(await result('resources/templates/list')).toMatchObject({ resourceTemplates: [{ uriTemplate: 'reviews://review/{id}' }] });
  });

  it.each([
    ['reviews://business', { business: fixture.reviews.business, aggregate_rating: fixture.reviews.aggregate_rating }],
    ['reviews://insights', fixture.insights],
    [`reviews://review/${ids.wordless}`, fixture.reviews.reviews[3]],
  ])('%s has the same content as the documents, including nulls', async (uri, value) => {
    const { contents } = (await result('resources/read', { uri })) ?? {};
    expect(contents).toMatchObject([{ uri, mimeType: 'application/json' }]);
    expect(JSON.parse(contents?.[0]?.text ?? '')).toEqual(value);
  });

  it('include the published page for reviews, which may load nothing', async () => {
    expect((await result('resources/read', { uri: 'ui://review-cards' }))?.contents).toEqual([
      {
        uri: 'ui://review-cards',
        mimeType: 'text/html;profile=mcp-app',
        text: '<!doctype html><title>Cards</title>',
        _meta: { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true } },
      },
    ]);
  });

  it('complete review ids, newest first', async () => {
    const ref = { type: 'ref/resource', uri: 'reviews://review/{id}' };
    expect(await complete(ref, 'id', '01k')).toEqual({ values: [ids.wordless, ids.panel], total: 2, hasMore: false });
  });
});

describe('prompts', () => {
  it('are listed with their arguments', async () => {
    expect(await result('prompts/list')).toMatchObject({
      prompts: [
        { name: 'summarize_reviews', arguments: [{ name: 'topic', required: false }] },
        { name: 'compare_technicians', arguments: [{ name: 'names', required: true }] },
      ],
    });
  });

  it('name the tools to call and ask for citations', async () => {
    expect(await prompt('summarize_reviews', { topic: 'pricing' })).toMatch(/"pricing".*get_aspect_sentiment.*Cite the reviews/);
    expect(await prompt('summarize_reviews', {})).toContain('get_summary');
    expect(await prompt('compare_technicians', { names: 'ana, Ng' })).toMatch(/: Ana Sørensen, Bill Ng\. Call get_technician/);
  });

  it('suggest the nearest name for an unknown one', async () => {
    const { json } = await ask(served.url, session, 'prompts/get', { name: 'compare_technicians', arguments: { names: 'Anna' } });
    expect([json?.error?.code, json?.error?.message]).toEqual([-32602, expect.stringContaining('Nearest: Ana Sørensen')]);
  });

  it('complete topics, names, and another name after a comma', async () => {
    expect(await complete({ type: 'ref/prompt', name: 'summarize_reviews' }, 'topic', 'p')).toMatchObject({
      values: ['Punctuality', 'Professionalism', 'Pricing', 'Panel upgrades'],
    });
    const names = { type: 'ref/prompt', name: 'compare_technicians' };
    expect(await complete(names, 'names', '')).toMatchObject({ values: ['Ana Sørensen', 'Bill Ng'] });
    expect(await complete(names, 'names', 'Ana Sørensen, b')).toMatchObject({ values: ['Ana Sørensen, Bill Ng'] });
    expect(await complete(names, 'other', '')).toEqual({ values: [], total: 0, hasMore: false });
  });
});
