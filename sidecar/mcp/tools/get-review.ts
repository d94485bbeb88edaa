import { z } from 'zod';
import { aspectVerdict, reviewInsight, type TextRange } from '../../../site/contract/insights.ts';
import { review } from '../../../site/contract/review.ts';
import type { Dataset } from '../dataset.ts';
import { defineTool, ToolError } from '../tool.ts';
import { reviewIdArgument } from './search-reviews.ts';

const verdict = aspectVerdict.omit({ ranges: true }).extend({
  passages: z.array(z.string()).describe('Passages of the text that carry the verdict, letter by letter'),
});

export const getReview = defineTool({
  name: 'get_review',
  title: 'One review and its analysis',
  description:
    "Returns one review in full (text, stars, date, author, how it was verified, the owner's reply, mentions), its page to link to, and what the analysis found in it: its sentiment, the verdict on each aspect and the passages behind it. Use it to check or quote a review whose id another tool gave as an example. To find reviews by content, use search_reviews.",
  input: z.object({ id: reviewIdArgument }),
  output: z.object({
    review,
    url: z.string().describe("The review's page, to link to"),
    analysis: z
      .object({
        analysed: reviewInsight.shape.analysed,
        language: reviewInsight.shape.language,
        sentiment: reviewInsight.shape.sentiment,
        aspects: z.array(verdict),
        problems: z.array(z.string()).describe('Ids of the electrical problems that it names'),
      })
      .optional()
      .describe('Absent where the analysis has not read this review'),
  }),
  run: (dataset, { id }) => {
    const found = dataset.review(id.trim().toUpperCase());
    if (!found)
      throw new ToolError(
        `There is no review "${id.slice(0, 80)}". Take an id from search_reviews or from example_review_ids; a review may also have been withdrawn.`,
      );
    return { review: found, url: dataset.pageOf(found.id), analysis: analysisOf(dataset, found.id, found.text ?? '') };
  },
});

function analysisOf(dataset: Dataset, id: string, text: string) {
  const found = dataset.analysis(id);
  if (!found) return undefined;
  const { analysed, language, sentiment, aspects, mentions } = found;
  return {
    analysed,
    language,
    sentiment,
    aspects: aspects.map(({ ranges, ...rest }) => ({
      ...rest,
      passages: ranges.map(({ start, end }: TextRange) => text.slice(start, end)),
    })),
    problems: mentions.problems.map((problem) => problem.id),
  };
}
