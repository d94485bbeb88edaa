import { z } from 'zod';
import { calendarDate } from '../../../site/contract/dates.ts';
import { aspectInsight, insightsDocument, type PullQuote, pullQuote } from '../../../site/contract/insights.ts';
import { defineTool } from '../tool.ts';

const { summary, overall_sentiment, coverage } = insightsDocument.shape;
const aspectAtAGlance = aspectInsight.pick({
  id: true,
  label: true,
  mention_count: true,
  positive_pct: true,
  neutral_pct: true,
  negative_pct: true,
  score: true,
});

export const getSummary = defineTool({
  name: 'get_summary',
  title: 'What customers think, in short',
  description:
    'Returns the summary of all reviews (praise and complaints), the overall sentiment in counts and percent, the mean stars, all nine aspects at a glance, how many texts the analysis read, and one quote that stands for the whole. Use it for "is this business any good?", "what do people like or dislike most?" and before more precise tools. For the reasons and quotes behind an aspect use get_aspect_sentiment; for contact and hours, get_business.',
  input: z.object({}),
  output: z.object({
    review_count: z.int(),
    rating_value: z.number().nullable().describe('Mean stars, two decimals; null without reviews'),
    date_range: z.object({ earliest: calendarDate, latest: calendarDate }).nullable(),
    summary,
    overall_sentiment,
    coverage,
    aspects: z.array(aspectAtAGlance),
    pull_quote: pullQuote
      .omit({ start: true, end: true })
      .extend({ url: z.string().describe("The review's page, to link to") })
      .nullable(),
  }),
  run: ({ insights, reviews, pageOf }) => ({
    review_count: insights.review_count,
    rating_value: reviews.aggregate_rating.rating_value,
    date_range: insights.date_range,
    summary: insights.summary,
    overall_sentiment: insights.overall_sentiment,
    coverage: insights.coverage,
    aspects: insights.aspects.map((aspect) => aspectAtAGlance.parse(aspect)),
    pull_quote: insights.pull_quote && citePullQuote(insights.pull_quote, pageOf),
  }),
});

function citePullQuote({ start: _, end: __, ...quote }: PullQuote, pageOf: (id: string) => string) {
  return { ...quote, url: pageOf(quote.review_id) };
}
