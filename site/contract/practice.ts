import { z } from 'zod';
import { calendarDate } from '../shared/dates.ts';
import { takedownReasons } from './log.ts';
import { verificationMethod } from './review.ts';

const count = z.int().describe('Reviews');

/** A part of the statement: its facts, and the sentences that say them on the page about how it works. */
const part = <Facts extends z.ZodRawShape>(facts: Facts) =>
  z.object({ statements: z.array(z.string()).describe('In the language of the site, as on /how-it-works/'), ...facts });

/** A part that answers a question which readers and agents ask. */
const answer = <Facts extends z.ZodRawShape>(facts: Facts) =>
  part({ question: z.string().describe('What the statements answer, in the language of the site'), ...facts });

const statedPolicy = z
  .object({ text: z.string(), stated_on: calendarDate })
  .nullable()
  .describe('The business’s own words, and the day on which it stated them; null if it hasn’t stated any');

/** `/review-practice.json`: how the business collects, verifies and publishes reviews. The page on how it works has the same statements. */
export const practiceDocument = z.object({
  publisher: part({ name: z.string(), legal_name: z.string().nullable(), url: z.url().nullable() }),
  verification: answer({
    review_counts: z.partialRecord(verificationMethod, count).describe('For each accepted method'),
    undated: count.describe('Reviews whose date of verification is unknown'),
    linked: count.describe('Reviews with a link to the place where they were posted'),
  }),
  completeness: answer({
    published: count,
    left_out: z.object({
      not_public_at_source: count,
      not_verified: count,
      method_not_accepted: count,
      removed_at_source: count,
      taken_down: count,
    }),
    takedowns: z.partialRecord(z.enum(takedownReasons), count).describe('Of those taken down, by reason'),
    removed_at_source: z.object({
      rule: z.enum(['leave_out', 'publish']),
      days: z
        .array(z.object({ date: calendarDate.describe('The first export that lacked them'), review_count: count }))
        .describe('Reviews that their source no longer has, published or not, oldest first'),
    }),
  }),
  changes: answer({
    changed_by_business: count.describe('Reviews with fields that the business changed after an import'),
    fields: z.record(z.string(), count).describe('Of these, by changed field'),
  }),
  rating_and_order: part({}),
  incentive: answer({ review_counts: z.object({ none: count, offered: count, unknown: count }) }),
  relation: part({ review_counts: z.object({ none: count, staff: count, relative: count, unknown: count }) }),
  fake_review_policy: part({ policy: statedPolicy }),
  incentive_policy: part({ policy: statedPolicy }),
  reports: part({
    contact: z.string().nullable().describe('An e-mail address or a URL; null if the site has none'),
    answered_within_days: z.int().nullable().describe('As the business states; null if it doesn’t'),
  }),
  experience: part({
    known: count.describe('Reviews with the day of the experience'),
    unknown: count,
    oldest: calendarDate.nullable(),
    newest: calendarDate.nullable(),
    written_within_30_days: count.describe('Of those with a known day'),
  }),
});
export type PracticeDocument = z.infer<typeof practiceDocument>;
