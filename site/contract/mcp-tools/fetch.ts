import { z } from 'zod';
import { givenName } from '../given-text.ts';
import { describeTool } from './definition.ts';
import { openable } from './search.ts';
import { notice, quotesStrangers } from './shapes/quoted-words.ts';

/** In the shape that ChatGPT's deep research asks for (platform.openai.com/docs/mcp). */
export const fetchPage = describeTool({
  name: 'fetch',
  title: 'Read what search found',
  description: `Returns the whole text of a review, or what is known of a technician, service, area or question, with its link. Use it with an id of search; get_review tells more of a review. ${quotesStrangers}`,
  input: z.object({ id: givenName.describe('`id` of a result, or its link') }),
  output: z.object({
    ...openable,
    text: z.string(),
    metadata: z.record(z.string(), z.string()).describe('Such as author, date and stars of a review'),
    notice,
  }),
});
