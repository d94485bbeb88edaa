import type { getAspectSentiment as definition } from '../../../site/contract/mcp-tools/get-aspect-sentiment.ts';
import type { Dataset } from '../dataset.ts';
import { ToolError } from '../given-values.ts';
import { fit } from './answer-size.ts';
import { citeQuotes } from './citation.ts';
import { madeOnce, type Tool } from './tool.ts';

/** The aspect of `/insights.json`, its quotes with their sources. */
export const getAspectSentiment: Tool<typeof definition> = (dataset, { aspect, max_tokens }) => {
  if (dataset.insights.aspects.length === 0) {
    throw new ToolError('This dataset has no analysis of aspects yet. Use search_reviews with a word for the aspect as `query`.');
  }
  return fit(describeAspect(dataset, dataset.catalogue.aspect(aspect)), max_tokens, {
    phrases: 'last',
    top_phrases: 'last',
    example_review_ids: 'last',
    quotes: 'last',
  });
};

const describeAspect = madeOnce((dataset, found: Dataset['insights']['aspects'][number]) => ({
  ...found,
  quotes: citeQuotes(dataset, found.quotes),
}));
