import { z } from 'zod';
import { givenName, givenQuery } from '../search-query.ts';
import { describeTool, notice, quotesCustomers, remark } from './definition.ts';

/** The fields that `search` results and `fetch` answers have in common. */
export const openable = {
  id: z.string().describe('The path of its page; give it to fetch'),
  title: z.string(),
  url: z.string().describe('Its page, to link to'),
};

/** In the shape that ChatGPT's deep research asks for (platform.openai.com/docs/mcp). */
export const search = describeTool({
  name: 'search',
  title: 'Search everything',
  description: `Returns ids, titles, links and passages of the best matches for a question in plain words: reviews (by text, author or reply), people, services, areas, questions. Use it with fetch for research over everything; for filters and counts search_reviews is better. ${quotesCustomers}`,
  input: z.object({ query: givenQuery.describe('Question or words') }),
  output: z.object({
    results: z
      .array(z.object({ ...openable, text: z.string().optional().describe('The passage of a review that matched') }))
      .describe('Best match first'),
    remark,
    notice,
  }),
});

/** In the shape that ChatGPT's deep research asks for (platform.openai.com/docs/mcp). */
export const fetchPage = describeTool({
  name: 'fetch',
  title: 'Read what search found',
  description: `Returns the whole text of a review, or what is known about a person, service, area or question, with its link. Use it with an id from search; get_review has more on a review. ${quotesCustomers}`,
  input: z.object({ id: givenName.describe('`id` of a result, or its link') }),
  output: z.object({
    ...openable,
    text: z.string(),
    metadata: z.record(z.string(), z.string()).describe('For a review: author, date and stars'),
    notice,
  }),
});
