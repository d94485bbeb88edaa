import { z } from 'zod';
import { citedQuote } from './citation.ts';

/** What the tools for a person, a service and a place quote alike. */
export const quotes = z.array(citedQuote).describe('Sentences that name it');

const figures = {
  mention_count: z.int().describe('Reviews that mention both'),
  rating_value: z.number().nullable().describe('Mean stars of these reviews, two decimals'),
  example_review_ids: z.array(z.string()).describe('Review ids to read, newest first'),
};

/** How often a technician is named in the same reviews. */
export const technicianShare = z.object({ name: z.string(), ...figures });
export type TechnicianShare = z.infer<typeof technicianShare>;

/** How often a service is named in the same reviews. */
export const serviceShare = z.object({ id: z.string(), name: z.string(), ...figures });
export type ServiceShare = z.infer<typeof serviceShare>;
