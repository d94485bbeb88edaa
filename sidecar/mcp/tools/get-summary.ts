import type { PullQuote } from '../../../site/contract/insights.ts';
import { getSummary as definition } from '../../../site/contract/mcp-tools/get-summary.ts';
import type { Tool } from './tool.ts';

const { aspects } = definition.output.shape;

/** The figures and sentences of `/insights.json` that speak of all reviews. */
export const getSummary: Tool<typeof definition> = ({ insights, reviews, pageOf }) => ({
  review_count: insights.review_count,
  rating_value: reviews.aggregate_rating.rating_value,
  distribution: reviews.aggregate_rating.distribution,
  date_range: insights.date_range,
  summary: insights.summary,
  overall_sentiment: insights.overall_sentiment,
  coverage: insights.coverage,
  aspects: aspects.parse(insights.aspects),
  pull_quote: insights.pull_quote && citePullQuote(insights.pull_quote, pageOf),
});

function citePullQuote({ start: _, end: __, ...quote }: PullQuote, pageOf: (id: string) => string) {
  return { ...quote, url: pageOf(quote.review_id) };
}
