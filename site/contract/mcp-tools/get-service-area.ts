import { z } from 'zod';
import { givenName } from '../given-text.ts';
import { serviceAreaInsight } from '../insights.ts';
import { describeTool } from './definition.ts';
import { quotes, serviceShare, technicianShare } from './shapes/entity.ts';

/** One place, and what else the reviews of it mention. */
export const getServiceArea = describeTool({
  name: 'get_service_area',
  title: 'What customers say in a service area',
  description:
    'Returns what the reviews that mention one town or neighbourhood say: how many there are, their mean stars and sentiment, aspects, which services and technicians they name, quotes to cite and example review ids. Use it for questions such as "do they work in Millbrook, and are people there happy?". Most reviews name no place, so these are a sample; get_business lists all the areas served.',
  input: z.object({
    area: givenName.describe('Name or alias of a town or neighbourhood; get_business lists them'),
  }),
  output: serviceAreaInsight.extend({
    quotes,
    services: z.array(serviceShare).describe('Services that the same reviews mention, most frequent first'),
    technicians: z.array(technicianShare).describe('Technicians that the same reviews name, most frequent first'),
  }),
});
