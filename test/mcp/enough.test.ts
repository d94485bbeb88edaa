import { expect, it } from 'vitest';
import type { AspectInsight, InsightsDocument } from '../../site/contract/insights.ts';
import { callTool, openSession } from '../support/rpc.ts';
import { fixture } from './fixture.ts';
import { serve } from './serve.ts';

/** Asks a server whose analysis read some of the texts, and found some mentions of the first aspect. */
async function askWith(coverage: Partial<InsightsDocument['coverage']>, aspect: Partial<AspectInsight>) {
  const [first, ...others] = fixture.insights.aspects;
  if (!first) throw new Error('the fixture has aspects');
  const insights = {
    ...fixture.insights,
    coverage: { ...fixture.insights.coverage, ...coverage },
    aspects: [{ ...first, ...aspect }, ...others],
  };
  await using served = await serve({}, { ...fixture, insights });
  const session = await openSession(served.url);
  const ask = async (name: string, args: object) =>
    (await callTool(served.url, session, name, args)).json?.result?.structuredContent as {
      readonly remark?: string;
      readonly mention_count?: number;
      readonly trend?: object;
      readonly aspects?: readonly object[];
    };
  const [found, summary] = [await ask('get_aspect_sentiment', { aspect: 'punctuality' }), await ask('get_summary', {})];
  return { found, ofSummary: summary.aspects?.[0] ?? {} };
}

const percentagesIn = (answer: object) => Object.keys(answer).filter((name) => name.endsWith('_pct'));

const all = { with_text: 50, analysed: 50, other_language: 0 };
const half = { with_text: 50, analysed: 24, other_language: 26 };
const most = { with_text: 50, analysed: 40, other_language: 10 };
const none = { with_text: 50, analysed: 0, other_language: 50 };
const few = { mention_count: 4, positive_count: 4, positive_pct: 100, enough: false };
const trend: AspectInsight['trend'] = { direction: 'improving', basis: '5 of 5', quarters: [] };

it.each([
  [all, { mention_count: 0 }, '50 of 50 texts were analyzed, and 0 of them are about this aspect.'],
  [
    half,
    { mention_count: 0 },
    "24 of 50 texts were analyzed (English only), and 0 of them are about this aspect. Most texts weren't read, so 0 means nothing: use search_reviews with `words`.",
  ],
  [
    half,
    { ...few, mention_count: 20, trend },
    "24 of 50 texts were analyzed (English only), and 20 of them are about this aspect. Most texts weren't read, so these counts say little: use search_reviews with `words`.",
  ],
  [
    most,
    { ...few, mention_count: 1 },
    '40 of 50 texts were analyzed (English only), and 1 of them is about this aspect. Too few for percentages: cite the reviews and their stars.',
  ],
  [none, { mention_count: 0 }, expect.stringContaining('A count of 0 here says nothing')],
])(
  'with too little read, there are no percentages and no trend, and a remark says what was read: %j %j',
  async (coverage, aspect, remark) => {
    const { found, ofSummary } = await askWith(coverage, { ...aspect, enough: false });
    expect(found).toMatchObject({ remark, mention_count: aspect.mention_count, enough: false });
    expect([percentagesIn(found), found.trend, percentagesIn(ofSummary)]).toEqual([[], undefined, []]);
  },
);

it('with enough read, there are percentages and the trend', async () => {
  const { found, ofSummary } = await askWith(most, { ...few, mention_count: 20, enough: true, trend });
  expect(found).toMatchObject({ remark: '40 of 50 texts were analyzed (English only).', positive_pct: 100, trend, enough: true });
  expect(ofSummary).toMatchObject({ positive_pct: 100, enough: true });
});
