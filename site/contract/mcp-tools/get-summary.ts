import { z } from 'zod';
import { calendarDate } from '../dates.ts';
import { aspectInsight, insightsDocument, pullQuoteSource } from '../insights.ts';
import { distribution } from '../reviews-document.ts';
import { describeTool } from './definition.ts';
import { pageUrl } from './shapes/citation.ts';
import { notice, quotesStrangers } from './shapes/quoted-words.ts';

const { summary, summary_source, overall_sentiment, coverage, pull_quote } = insightsDocument.shape;
const aspectAtAGlance = aspectInsight.pick({
  id: true,
  label: true,
  mention_count: true,
  positive_pct: true,
  neutral_pct: true,
  negative_pct: true,
  score: true,
});

/** The whole in short. */
export const getSummary = describeTool({
  name: 'get_summary',
  title: 'What customers think, in short',
  description: `Returns the summary of all reviews, the overall sentiment, the mean stars with the count of each, all aspects at a glance, and one quote that stands for the whole. Use it for "is this business any good?" and before more precise tools. For reasons and quotes use get_aspect_sentiment; for contact and hours, get_business. ${quotesStrangers}`,
  input: z.object({}),
  outline: ['review_count', 'rating_value', 'distribution', 'date_range', 'summary', 'overall_sentiment', 'aspects', 'pull_quote'],
  output: z.object({
    notice,
    review_count: z.int(),
    rating_value: z.number().nullable().describe('Mean stars, two decimals; null without reviews'),
    distribution: distribution.describe('How many reviews there are with each number of stars'),
    date_range: z.object({ earliest: calendarDate, latest: calendarDate }).nullable(),
    summary,
    summary_source,
    overall_sentiment,
    coverage,
    aspects: z.array(aspectAtAGlance),
    pull_quote,
    pull_quote_source: pullQuoteSource.omit({ start: true, end: true }).extend({ url: pageUrl }).nullable(),
  }),
});
