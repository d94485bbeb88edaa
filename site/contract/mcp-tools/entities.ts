import { z } from 'zod';
import { serviceAreaInsight, serviceInsight, technicianInsight } from '../insights.ts';
import { givenName } from '../search-query.ts';
import { citedEntity, describeTool, quotesCustomers, serviceShare, technicianShare } from './definition.ts';

/** One person who works there, and the services that the same reviews mention. */
export const getTechnician = describeTool({
  name: 'get_technician',
  title: 'What customers say about a person',
  description: ({ person }) =>
    `Returns what the reviews that name one person who works there say: how many, stars, praise and criticism by aspect, services, quotes to cite. Use it for a person${person === undefined ? '' : ` such as ${person}`}, or for each of several to compare. Who is named for a service: get_service. ${quotesCustomers}`,
  input: z.object({ name: givenName.describe('Name or alias, such as a first name') }),
  outline: ['mention_count', 'rating_value', 'critical_mentions', 'aspects', 'quotes', 'services'],
  output: technicianInsight.extend({
    ...citedEntity,
    services: z.array(serviceShare).describe('Services that the same reviews mention, most frequent first'),
  }),
});

/** One service, and the technicians that the same reviews name. */
export const getService = describeTool({
  name: 'get_service',
  title: 'What customers say about a service',
  description: ({ service }) =>
    `Returns what the reviews that mention one service say: how many, stars, praise and criticism by aspect, the people named and their stars, quotes to cite. Use it for ${service === undefined ? 'a service that get_business lists' : `"how good are they at ${service}?"`}. For one person use get_technician. ${quotesCustomers}`,
  input: z.object({ service: givenName.describe('Id, name or alias') }),
  outline: ['mention_count', 'rating_value', 'critical_mentions', 'aspects', 'quotes', 'technicians'],
  output: serviceInsight.extend({
    ...citedEntity,
    technicians: z
      .array(technicianShare)
      .describe('People that the same reviews name, most frequent first; a mean of few reviews isn’t reliable'),
  }),
});

/** One service area, and the services and technicians that the same reviews mention. */
export const getServiceArea = describeTool({
  name: 'get_service_area',
  title: 'What customers say in a service area',
  description: ({ area }) =>
    `Returns what the reviews that name one town or neighborhood say: how many, stars, aspects, services, people, quotes to cite. Use it for ${area === undefined ? 'an area that get_business lists' : `"are people in ${area} happy?"`}. Most reviews name no place, so it is a sample; get_business lists all areas. ${quotesCustomers}`,
  input: z.object({ area: givenName.describe('Name or alias') }),
  outline: ['mention_count', 'rating_value', 'critical_mentions', 'aspects', 'quotes', 'services', 'technicians'],
  output: serviceAreaInsight.extend({
    ...citedEntity,
    services: z.array(serviceShare).describe('Services that the same reviews mention, most frequent first'),
    technicians: z.array(technicianShare).describe('People that the same reviews name, most frequent first'),
  }),
});
