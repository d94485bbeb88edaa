import { z } from 'zod';
import { givenName } from '../given-text.ts';
import { serviceAreaInsight } from '../insights.ts';
import { describeTool } from './definition.ts';
import { quotes, serviceShare, technicianShare } from './shapes/entity.ts';
import { notice, quotesStrangers } from './shapes/quoted-words.ts';

/** One place, and what else the reviews of it mention. */
export const getServiceArea = describeTool({
  name: 'get_service_area',
  title: 'What customers say in a service area',
  description: `Returns what the reviews that name one town or neighborhood say: how many, mean stars, sentiment, aspects, services, technicians, quotes to cite. Use it for "are people in Millbrook happy?". Most reviews name no place, so it is a sample; get_business lists all areas. ${quotesStrangers}`,
  input: z.object({
    area: givenName.describe('Name or alias'),
  }),
  outline: ['mention_count', 'rating_value', 'score', 'aspects', 'quotes', 'services', 'technicians', 'example_review_ids'],
  output: serviceAreaInsight.extend({
    notice,
    quotes,
    services: z.array(serviceShare).describe('Services that the same reviews mention, most frequent first'),
    technicians: z.array(technicianShare).describe('Technicians that the same reviews name, most frequent first'),
  }),
});
