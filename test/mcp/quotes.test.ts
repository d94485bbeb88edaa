import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { checkProof } from '../log/second-verifier.ts';
import { callTool, openSession } from '../support/rpc.ts';
import { serve, type TestServer } from '../support/serve.ts';

let server: TestServer;
let session: string;
beforeAll(async () => {
  server = await serve({ DIST_DIR: inject('dists').demo });
  session = await openSession(`${server.url}/mcp`);
});
afterAll(() => server.close());

const id = '01M7BNN500K830F636P22FWH62';
const check = async (text: string, review = id) =>
  (await callTool(`${server.url}/mcp`, session, 'verify_quote', { text, id: review })).json?.result;

describe('verify_quote', () => {
  it('finds an exact quote, and returns the passage with author, date, stars and page', async () => {
    const { structuredContent } = (await check('Half the house went dark on Tuesday')) ?? {};
    expect(structuredContent).toMatchObject({
      match: 'exact',
      passage: 'Half the house went dark on Tuesday',
      review_id: id,
      author: 'Maureen Castellanos',
      date: '2026-11-14',
      rating: 5,
      url: expect.stringMatching(/\/reviews\/01M7BNN500K830F636P22FWH62\/$/),
    });
  });

  it.each([['half the HOUSE, went  dark'], ['“Half the house went dark”'], ['Hálf the house went dark…']])(
    'finds %j by its words, and returns the passage as published',
    async (text) => {
      expect((await check(text))?.structuredContent).toMatchObject({ match: 'same_words', passage: 'Half the house went dark' });
    },
  );

  it.each([['Half the house went bright'], ['Half house went dark'], ['alf the house went dar'], ['…']])(
    'does not find %j',
    async (text) => {
      expect((await check(text))?.structuredContent).toMatchObject({ match: 'none' });
      expect((await check(text))?.structuredContent).not.toHaveProperty('passage');
    },
  );

  it('suggests search_reviews if there is no review with the id', async () => {
    expect(await check('Half', '01M7BNN500K830F636P22FWH63')).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('search_reviews') }],
    });
  });

  it('returns the address of a proof that an independent verifier accepts', async () => {
    const found = (await check('Half the house'))?.structuredContent as { proof_url: string } | undefined;
    const address = new URL(found?.proof_url ?? '');
    const response = await fetch(server.url + address.pathname);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const key = readFileSync(path.join(inject('dists').demo, 'log/key'), 'utf8').trimEnd();
    expect(checkProof(await response.text(), key).record).toMatchObject({ id, author: 'Maureen Castellanos' });
  });
});
