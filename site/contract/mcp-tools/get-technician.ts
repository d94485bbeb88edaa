import { z } from 'zod';
import { givenName } from '../given-text.ts';
import { technicianInsight } from '../insights.ts';
import { describeTool } from './definition.ts';
import { quotes, serviceShare } from './shapes/entity.ts';

/** One person, and the services that the same reviews are about. */
export const getTechnician = describeTool({
  name: 'get_technician',
  title: 'What customers say about a technician',
  description:
    'Returns what the reviews that name one technician say: how many there are, their mean stars and sentiment, what they praise and criticise by aspect, which services they are about, quotes to cite and example review ids. Use it for questions on a person, or once for each of several to compare them. To find out who is named for a kind of work, use get_service, which lists the technicians; for the full reviews, search_reviews with mentions_technician.',
  input: z.object({
    name: givenName.describe('Name or alias of a technician, such as a first name; get_business lists them'),
  }),
  output: technicianInsight.extend({
    quotes,
    services: z.array(serviceShare).describe('Services that the same reviews mention, most frequent first'),
  }),
});
