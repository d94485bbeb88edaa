import type { TextRange } from '../../../site/contract/insights.ts';
import type { getReview as definition } from '../../../site/contract/mcp-tools/get-review.ts';
import type { Dataset } from '../dataset.ts';
import { shorten, ToolError } from '../given-values.ts';
import type { Tool } from './tool.ts';

/** The review, and its entry of `per_review` with passages in place of ranges. */
export const getReview: Tool<typeof definition> = (dataset, { id }) => {
  const found = dataset.review(id.trim().toUpperCase());
  if (!found)
    throw new ToolError(
      `There is no review "${shorten(id)}". Take an id from search_reviews or from example_review_ids; a review may also have been withdrawn.`,
    );
  return { review: found, url: dataset.pageOf(found.id), analysis: analysisOf(dataset, found.id, found.text ?? '') };
};

function analysisOf(dataset: Dataset, id: string, text: string) {
  const found = dataset.analysis(id);
  if (!found) return undefined;
  const { analysed, language, sentiment, aspects, mentions } = found;
  const passagesAt = (ranges: readonly TextRange[]) => ranges.map(({ start, end }) => text.slice(start, end));
  return {
    analysed,
    language,
    sentiment,
    aspects: aspects.map(({ ranges, ...rest }) => ({ ...rest, passages: passagesAt(ranges) })),
    people: mentions.technicians.map(({ ranges: _, about, ...rest }) => ({ ...rest, passages: passagesAt(about) })),
    problems: mentions.problems.map((problem) => problem.id),
  };
}
