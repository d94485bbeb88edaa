import { z } from 'zod';
import { calendarDate } from './dates.ts';

const percentages = {
  positive_pct: z.number(),
  neutral_pct: z.number(),
  negative_pct: z.number(),
};

const entity = {
  aliases: z.array(z.string()).describe('Other names that customers use'),
  mention_count: z.int().describe('Reviews that mention it'),
  rating_value: z.number().nullable().describe('Mean stars of those reviews'),
  first_date: calendarDate.nullable(),
  last_date: calendarDate.nullable(),
  example_review_ids: z.array(z.string()),
};

const month = z.object({
  month: z.string().describe('YYYY-MM'),
  review_count: z.int(),
  rating_value: z.number().nullable(),
  ...percentages,
});

/** `/insights.json`: spec.md 2, contract.md 3. */
export const insightsDocument = z.object({
  version: z.int(),
  generated_at: z.iso.datetime().nullable().describe('Time of the newest review or reply, not of the build'),
  model: z.object({ name: z.string(), version: z.string() }),
  review_count: z.int(),
  date_range: z.object({ earliest: calendarDate, latest: calendarDate }).nullable(),
  overall_sentiment: z.object({ score: z.number().min(-1).max(1), ...percentages }).nullable(),
  aspects: z.array(z.never()),
  entities: z.object({
    technicians: z.array(z.object({ name: z.string(), role: z.string().nullable(), ...entity })),
    services: z.array(z.object({ id: z.string(), name: z.string(), ...entity })),
    problems: z.array(z.never()),
    service_areas: z.array(z.object({ name: z.string(), ...entity })),
  }),
  topics: z.array(z.never()),
  temporal: z.object({ monthly: z.array(month), trend: z.null() }),
  per_review: z.record(z.string(), z.never()),
  faq: z.array(z.object({ question: z.string(), answer: z.string(), origin: z.literal('business') })),
  summary: z.object({ text: z.string(), origin: z.literal('editor') }).nullable(),
  pull_quote: z.null(),
});
export type InsightsDocument = z.infer<typeof insightsDocument>;
