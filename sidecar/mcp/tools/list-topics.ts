import type { listTopics as definition } from '../../../site/contract/mcp-tools/list-topics.ts';
import { fit } from './answer-size.ts';
import type { Tool } from './tool.ts';

/** The topics and, most named first, the problems of `/insights.json`. */
export const listTopics: Tool<typeof definition> = ({ insights }, { max_tokens }) =>
  fit(
    {
      analysed_reviews: insights.coverage.analysed,
      topics: insights.topics,
      problems: insights.entities.problems
        .map(({ id, label, mention_count, rating_value, score, example_review_ids }) => ({
          id,
          label,
          mention_count,
          rating_value,
          score,
          example_review_ids,
        }))
        .sort((a, b) => b.mention_count - a.mention_count),
    },
    max_tokens,
    { topics: 'last', problems: 'last' },
  );
