import { z } from 'zod';
import { givenName } from '../given-text.ts';
import { technicianInsight } from '../insights.ts';
import { describeTool } from './definition.ts';
import { quotes, serviceShare } from './shapes/entity.ts';
import { notice, quotesStrangers } from './shapes/quoted-words.ts';

/** One person, and the services that the same reviews are about. */
export const getTechnician = describeTool({
  name: 'get_technician',
  title: 'What customers say about a technician',
  description: `Returns what the reviews that name one technician say: how many, mean stars, sentiment, praise and criticism by aspect, services, quotes to cite. Use it for a person, or once for each of several to compare. For who is named for a kind of work use get_service; for whole reviews, search_reviews. ${quotesStrangers}`,
  input: z.object({
    name: givenName.describe('Name or alias, such as a first name'),
  }),
  outline: ['mention_count', 'rating_value', 'score', 'aspects', 'quotes', 'services', 'example_review_ids'],
  output: technicianInsight.extend({
    notice,
    quotes,
    services: z.array(serviceShare).describe('Services that the same reviews mention, most frequent first'),
  }),
});
