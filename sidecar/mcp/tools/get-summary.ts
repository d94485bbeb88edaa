import type { PullQuoteSource } from '../../../site/contract/insights.ts';
import { getSummary as definition } from '../../../site/contract/mcp-tools/get-summary.ts';
import type { Dataset } from '../dataset.ts';
import { madeOnce, type Tool } from './tool.ts';

const { aspects } = definition.output.shape;

/** The figures and sentences of `/insights.json` that speak of all reviews. */
export const getSummary: Tool<typeof definition> = (dataset) => summarize(dataset, dataset.insights);

const summarize = madeOnce(({ reviews, pageOf }, insights: Dataset['insights']) => ({
  review_count: insights.review_count,
  rating_value: reviews.aggregate_rating.rating_value,
  distribution: reviews.aggregate_rating.distribution,
  date_range: insights.date_range,
  summary: insights.summary,
  summary_source: insights.summary_source,
  overall_sentiment: insights.overall_sentiment,
  coverage: insights.coverage,
  aspects: aspects.parse(insights.aspects),
  pull_quote: insights.pull_quote,
  pull_quote_source: insights.pull_quote_source && citeSource(insights.pull_quote_source, pageOf),
}));

function citeSource({ start: _, end: __, ...source }: PullQuoteSource, pageOf: (id: string) => string) {
  return { ...source, url: pageOf(source.review_id) };
}
