import { z } from 'zod';
import { givenQuery } from '../given-text.ts';
import { describeTool } from './definition.ts';
import { notice, quotesStrangers } from './shapes/quoted-words.ts';

/** What can be opened: an entry of `search`, and the head of what `fetch` returns. */
export const openable = {
  id: z.string().describe('The path of its page; give it to fetch'),
  title: z.string(),
  url: z.string().describe('Its page, to link to'),
};

/** In the shape that ChatGPT's deep research asks for (platform.openai.com/docs/mcp). */
export const search = describeTool({
  name: 'search',
  title: 'Search everything',
  description: `Returns ids, titles and links of what best fits a question in plain words: reviews, technicians, services, areas, questions. Use it with fetch for research over everything; for filters and counts search_reviews is better. ${quotesStrangers}`,
  input: z.object({ query: givenQuery.describe('Question or words') }),
  output: z.object({ results: z.array(z.object(openable)).describe('The best first'), notice }),
});
