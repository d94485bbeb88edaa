import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { takeWithin } from '../../sidecar/mcp/tools/answer-size.ts';
import { quotedNotice } from '../../site/contract/mcp-tools/definition.ts';
import { ask, callTool, initialize, openSession, post, request } from '../support/rpc.ts';
import { demo } from './demo.ts';
import { type Served, serve } from './serve.ts';

let served: Served;
let session: string;
/** The number of reviews in the demo. */
let count: number;
beforeAll(async () => {
  served = await serve({}, demo(inject('dists').demo));
  session = await openSession(served.url);
  count = (await call('search_reviews', { limit: 1 })).answer.matched;
});
afterAll(() => served[Symbol.asyncDispose]());

interface Listed {
  readonly matched: number;
  readonly returned: number;
  readonly reviews: readonly { readonly id: string; readonly text?: string }[];
  readonly next_offset?: number;
  readonly next_cursor?: string;
  readonly left_out?: Readonly<Record<string, number>>;
}

const call = async (name: string, args: object) => {
  const result = (await callTool(served.url, session, name, args)).json?.result;
  return { tokens: countTokens(result?.content?.[0]?.text ?? ''), answer: result?.structuredContent as Listed };
};

/** The address of the test is short. One of 60 characters, which is named twice, takes up to 40 tokens more. */
const MARGIN = 40;

describe('the size of an answer in o200k tokens', () => {
  it('is at most 4,000 for the list of tools', async () => {
    const { json } = await ask(served.url, session, 'tools/list');
    expect(countTokens(JSON.stringify(json?.result))).toBeLessThanOrEqual(4_000);
    // Revision 2026-07-28 adds the server's name, address and icon to each result.
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const headers = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/list' };
    const stateless = await post(served.url, request('tools/list', { _meta }), headers);
    expect(stateless.json?.result?.tools).toEqual(json?.result?.tools);
    expect(countTokens(JSON.stringify(stateless.json?.result))).toBeLessThanOrEqual(4_000 - MARGIN);
  });

  it('is less than 1,200 for each page of 20 brief search results, and the instructions recommend detail: brief', async () => {
    for (let offset = 0; offset < count; offset += 20) {
      const { tokens, answer } = await call('search_reviews', { detail: 'brief', offset });
      expect([offset, answer.returned]).toEqual([offset, Math.min(20, count - offset)]);
      expect(tokens).toBeLessThan(1_200);
    }
    const since = await call('get_reviews_since', { date: '2019-01-01', detail: 'brief' });
    expect([since.answer.returned, since.tokens < 1_250]).toEqual([20, true]);
    expect((await post(served.url, initialize())).json?.result?.instructions).toContain('Survey with detail: brief');
  });

  it.each([
    ['search_reviews', { limit: 100 }],
    ['search_reviews', { limit: 100, detail: 'brief' }],
    ['get_reviews_since', { date: '2019-01-01', limit: 100 }],
    ['list_topics', {}],
    ['get_trend', {}],
    ['get_faq', {}],
    ['get_aspect_sentiment', { aspect: 'workmanship' }],
  ])('is within 25%% below max_tokens for %s %j', async (name, args) => {
    const whole = (await call(name, args)).tokens;
    for (const max_tokens of [1_000, 1_500, 2_000, 2_500, 4_000, 8_000]) {
      const { tokens } = await call(name, { ...args, max_tokens });
      expect([max_tokens, tokens]).toEqual([max_tokens, expect.toSatisfy((count: number) => count <= max_tokens)]);
      expect([max_tokens, tokens >= Math.min(whole, max_tokens * 0.75) || tokens]).toEqual([max_tokens, true]);
    }
  });

  it('leaves months in a trend and an answer to a question, however small max_tokens is', async () => {
    const { answer: trend } = await call('get_trend', { max_tokens: 200 });
    expect(trend).toMatchObject({ months: [{}, {}, { month: '2026-11' }], left_out: { months: expect.any(Number) } });
    const { answer: faq } = await call('get_faq', { max_tokens: 200 });
    expect(faq).toMatchObject({ faq: [{ answer: expect.stringMatching(/\w/) }] });
    const { answer: topics } = await call('list_topics', { max_tokens: 200 });
    expect(topics).toMatchObject({ topics: [{ phrase: expect.stringMatching(/\w/) }], problems: [] });
  });

  it('is at least one review, however small max_tokens is', async () => {
    const { answer } = await call('search_reviews', { max_tokens: 200 });
    expect([answer.matched, answer.returned, answer.next_offset]).toEqual([count, 1, 1]);
  });
});

describe('the estimate of tokens', () => {
  it.each<readonly [script: string, text: string, least: number]>([
    ['Spanish', 'Muy buen trato, repetiremos. La reparación quedó perfecta y el precio fue más que razonable; volveré.', 0.75],
    ['Russian', 'Отличная работа, приехали вовремя и сделали быстро, цена нормальная.', 0.75],
    ['Chinese', '很好的服务,师傅非常专业,价格也合理,下次还会再来。谢谢你们的帮助', 0.6],
    ['Japanese', '仕事が早くて丁寧でした。また頼みたいと思います。', 0.6],
    ['Arabic', 'خدمة ممتازة وسريعة جدا وأنصح بها الجميع', 0.6],
    ['Hebrew', 'שירות מצוין ומקצועי, הגיעו בזמן ועשו עבודה נקייה', 0.6],
    ['emoji', 'Great! 👍🏽👩‍🔧⚡️ So happy 🎉🎉', 0.75],
    ['ids', '01M7BNN500K830F636P22FWH62', 0.75],
  ])('keeps a list in %s below the budget', (_, text, least) => {
    const kept = takeWithin(
      Array.from({ length: 1_000 }, (__, index) => ({ index, text })),
      4_000,
      {},
    );
    const tokens = countTokens(JSON.stringify({ notice: quotedNotice, kept }));
    expect([tokens <= 4_000, tokens >= least * 4_000, tokens]).toEqual([true, true, tokens]);
  });
});

describe('get_aspect_sentiment with a small max_tokens', () => {
  interface Aspect {
    readonly positive_count: number;
    readonly negative_count: number;
    readonly rating_distribution: object;
    readonly quotes: readonly { readonly polarity: string }[];
    readonly trend?: { readonly quarters: readonly object[] };
    readonly phrases: readonly object[];
    readonly left_out?: Readonly<Record<string, number>>;
  }
  const aspectIn = async (aspect: string, max_tokens?: number) => {
    const { tokens, answer } = await call('get_aspect_sentiment', { aspect, ...(max_tokens && { max_tokens }) });
    return { tokens, answer: answer as unknown as Aspect };
  };

  it.each(['pricing', 'cleanliness', 'workmanship', 'safety'])(
    'keeps the stars and one quote about %s, and omits the trend and details',
    async (aspect) => {
      const { tokens, answer } = await aspectIn(aspect, 200);
      expect(answer.quotes.length).toBe(1);
      expect([answer.trend, answer.phrases]).toEqual([undefined, []]);
      expect(answer.rating_distribution).toBeDefined();
      expect(tokens).toBeLessThan(360);
    },
  );

  it('omits the trend and details before any quotes', async () => {
    const whole = (await aspectIn('pricing')).answer.quotes.length;
    for (let budget = 200; budget <= 2_000; budget += 100) {
      const { answer } = await aspectIn('pricing', budget);
      if (answer.quotes.length < whole) expect([answer.trend, answer.phrases]).toEqual([undefined, []]);
    }
  });

  it('quotes both praise and criticism if it has several quotes and a quarter of the reviews are critical', async () => {
    for (let budget = 200; budget <= 2_000; budget += 50) {
      const { answer } = await aspectIn('cleanliness', budget);
      const has = (wanted: string) => answer.quotes.some(({ polarity }) => polarity === wanted);
      expect([answer.positive_count, answer.negative_count]).toEqual([18, 7]);
      if (answer.quotes.length > 1) expect([has('positive'), has('negative')]).toEqual([true, true]);
    }
  });
});

describe('reviews and entries omitted because of max_tokens', () => {
  it('are on the next pages, each review once', async () => {
    const ids = new Set<string>();
    let offset: number | undefined = 0;
    while (offset !== undefined) {
      const { answer }: { answer: Listed } = await call('search_reviews', { limit: 100, max_tokens: 2_000, offset });
      for (const { id } of answer.reviews) ids.add(id);
      offset = answer.next_offset;
    }
    let cursor: string | undefined;
    const since = new Set<string>();
    do {
      const args = { date: '2019-01-01', limit: 100, max_tokens: 2_000, ...(cursor === undefined ? {} : { cursor }) };
      const { answer }: { answer: Listed } = await call('get_reviews_since', args);
      for (const { id } of answer.reviews) since.add(id);
      cursor = answer.next_cursor;
    } while (cursor !== undefined);
    expect([ids.size, since.size]).toEqual([count, count]);
  });

  it('are counted in left_out of get_faq', async () => {
    const { answer } = await call('get_faq', { max_tokens: 800 });
    expect(answer.left_out).toEqual({ faq: expect.any(Number) });
  });
});

describe('a brief review', () => {
  it('has its id, date, stars, author and the beginning of its text, cut at a word boundary with an ellipsis', async () => {
    const { answer } = await call('search_reviews', { detail: 'brief', limit: 3 });
    expect(answer.reviews).toEqual([
      {
        id: '01M7BNN500K830F636P22FWH62',
        date: '2026-11-14',
        rating: 5,
        author: 'Maureen Castellanos',
        text: 'Half the house went dark on Tuesday with a chowder…',
      },
      {
        id: '01M73YF000NCSHNAZCWHZK0R9M',
        date: '2026-11-11',
        rating: 5,
        author: 'Lynn Parker',
        text: 'Very pleased. Marcus was on time, did a neat job…',
      },
      { id: '01M6YSNJ00N969YGBAYS3ZP9KF', date: '2026-11-09', rating: 5, author: 'Troy Weller', text: 'Good job, on time, fair price' },
    ]);
  });
});
