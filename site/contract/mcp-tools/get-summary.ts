import { z } from 'zod';
import { calendarDate } from '../dates.ts';
import { aspectInsight, insightsDocument, pullQuoteSource } from '../insights.ts';
import { describeTool } from './definition.ts';
import { pageUrl } from './shapes/citation.ts';

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
  description:
    'Returns the summary of all reviews (praise and complaints), the overall sentiment in counts and percent, the mean stars, all aspects at a glance, how many texts the analysis read, and one quote that stands for the whole. Use it for "is this business any good?", "what do people like or dislike most?" and before more precise tools. For the reasons and quotes behind an aspect use get_aspect_sentiment; for contact and hours, get_business.',
  input: z.object({}),
  output: z.object({
    review_count: z.int(),
    rating_value: z.number().nullable().describe('Mean stars, two decimals; null without reviews'),
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
