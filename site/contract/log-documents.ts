import { z } from 'zod';
import { calendarDate } from '../shared/dates.ts';
import { isPublishing, type LogEntry, logTypes, publishingTypes, removalTypes, takedownReasons, withdrawalReasons } from './log.ts';
import { type Review, review } from './review.ts';

/** What can happen to a review, and to the log itself. */
export const changeTypes = [...publishingTypes, ...removalTypes, ...logTypes] as const;

/** One change of the published data: an entry of the log, with its review if that is still published. */
export const change = z.object({
  index: z.int().describe('Index of the log entry, starting at 0'),
  type: z
    .enum(changeTypes)
    .describe(
      `The review is published (${publishingTypes.join(', ')}) or no longer published (${removalTypes.join(', ')}); the other types are about the log itself`,
    ),
  id: z.ulid().nullable().describe('Id of the review; null for an entry about the log itself'),
  date: calendarDate.describe('The day of the build'),
  reason: z
    .enum([...takedownReasons, ...withdrawalReasons])
    .nullable()
    .describe('Why it was taken down or withdrawn'),
  review: review.nullable().describe('The review, if it is published and this is its newest entry; otherwise null'),
});
export type Change = z.infer<typeof change>;

/** `/api/changes/<N>`: entries 256 * N to 256 * N + 255, or fewer on the last page. */
export const changesPage = z.object({
  first: z.int().describe('Index of the first change on this page'),
  returned: z.int(),
  changes: z.array(change).describe('Oldest first'),
});

/** `/api/changes/latest`. */
export const latestChanges = z.object({
  log: z.string().describe('The origin of the log. If it has changed since your last visit, start again'),
  total: z.int().describe('Total number of changes'),
  page_size: z.int(),
});
export type LatestChanges = z.infer<typeof latestChanges>;

/** Entry `index` of the log as a change; `record` is its review if this is the review's latest entry. */
export function toChange(index: number, entry: LogEntry, record: Review | undefined): Change {
  return {
    index,
    type: entry.type,
    id: reviewOf(entry) ?? null,
    date: entry.date,
    reason: 'reason' in entry ? entry.reason : null,
    review: (isPublishing(entry) && record) || null,
  };
}

/** The id of an entry's review; undefined for an entry about the log itself. */
export const reviewOf = (entry: LogEntry): string | undefined => ('id' in entry ? entry.id : undefined);

/** A witness of the log: a party that checks that the log only grows, and cosigns its checkpoints (C2SP tlog-witness). */
const logWitness = z.object({
  name: z.string().describe('The name of its keys'),
  url: z.url().describe('Its address, as the business gives it'),
  keys: z
    .array(z.string())
    .describe('Its verifier keys (C2SP signed-note), as the business gives them: compare them with what the witness publishes'),
  cosigned: z
    .object({
      size: z.int().describe('Number of entries that it covers'),
      at: z.iso.datetime().describe('When the witness made it'),
    })
    .nullable()
    .describe('Its newest cosignature that a build has verified; null if there is none'),
});
export type LogWitness = z.infer<typeof logWitness>;

/** `/log/witnesses.json`. */
export const logWitnesses = z.object({
  log: z.string().describe('The origin of the log'),
  witnesses: z.array(logWitness).describe('Empty if nobody is asked to cosign the log'),
});
export type LogWitnesses = z.infer<typeof logWitnesses>;
