import { z } from 'zod';
import { problemInsight, topic } from '../insights.ts';
import { describeTool } from './definition.ts';

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
  description:
    'Returns the key phrases that customers use, most mentioned first, with how many reviews use each, their stars and sentiment and example review ids; and the electrical problems (such as a tripped breaker) that customers called about, counted alike. Use it for open questions such as "what do people talk about?" or "what problems do they fix?". For the nine fixed aspects such as pricing or punctuality use get_aspect_sentiment; for a word of your own, search_reviews.',
  input: z.object({}),
  output: z.object({
    analysed_reviews: z.int().describe('Reviews whose text was read'),
    topics: z.array(topic),
    problems: z.array(problem).describe('Electrical problems, by the number of reviews that name them'),
  }),
});
