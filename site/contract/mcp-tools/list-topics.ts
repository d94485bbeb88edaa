import { z } from 'zod';
import { problemInsight, topic } from '../insights.ts';
import { describeTool } from './definition.ts';
import { leftOut, maxTokens } from './shapes/answer-size.ts';
import { notice, quotesStrangers } from './shapes/quoted-words.ts';

const problem = problemInsight.pick({
  id: true,
  label: true,
  mention_count: true,
  rating_value: true,
  score: true,
  example_review_ids: true,
});

/** What customers talk about, in words of their own. */
export const listTopics = describeTool({
  name: 'list_topics',
  title: 'Topics and electrical problems',
  description: `Returns the key phrases that customers use, with how many reviews, stars and sentiment, and the electrical problems that they called about. Use it for "what do people talk about?". For a fixed aspect such as pricing use get_aspect_sentiment; for words of your own, search_reviews. ${quotesStrangers}`,
  input: z.object({ max_tokens: maxTokens }),
  output: z.object({
    notice,
    left_out: leftOut,
    analysed_reviews: z.int().describe('Reviews whose text was read'),
    topics: z.array(topic),
    problems: z
      .array(problem)
      .describe(
        'Electrical problems, by the number of reviews with the usual words for them; a review that tells of one in other words is not counted, so that no share of all follows',
      ),
  }),
});
