import { readWrittenReviews } from '../../site/content/read/read.ts';
import type { WrittenReview } from '../../site/content/read/written-reviews.ts';
import { plainField, plainFieldNames, plainRecord } from '../../site/contract/review-fields.ts';
import { type Arguments, choiceFlag, dateFlag, type Flag, type Problem, proseFlag, readFields } from '../cli/flags.ts';
import { changeEntry, type FileChange } from '../content/change-entry.ts';
import type { JsonObject } from '../content/edit-text.ts';
import { withContentLock } from '../content/lock.ts';
import { writeWhole } from '../content/write-file.ts';
import { methodFlag, policyNotes, toStoredVerification, type Verified, withNumber } from './verification.ts';

// These functions change one review each. They ask nothing and print nothing, so commands and the desk can call them.

/** Where and when a change is made. */
export interface ChangePlace {
  readonly contentDir: string;
  readonly dataDir: string;
  /** The date of the change: today in UTC, YYYY-MM-DD. */
  readonly today: string;
  /** The latest allowed date: today in the earliest time zone. */
  readonly latest: string;
  /** Whether to find out what would change, without writing anything. */
  readonly dryRun?: boolean | undefined;
}

/** A change, or the reasons why nothing was changed. */
export type Outcome<T> = ({ readonly problems?: undefined } & T) | { readonly problems: readonly Problem[] };

export interface Changed {
  /** The review as it was before. */
  readonly review: WrittenReview;
  /** The file that was written, with its new text. */
  readonly change: FileChange;
}

/** The values of a form, or of flags, as text. */
export type GivenFields = Arguments['texts'];

type Days = Pick<ChangePlace, 'today' | 'latest'>;

export const replyFields = (days: Days) => ({
  text: proseFlag('your reply', 'Thank you, Ann.', true),
  date: dateFlag('the day of the reply', days.today, false, days),
});

/**
 * Writes the owner's reply to a review: `text` and `date` (today by default). Refuses to replace a reply unless `replace` is true.
 * Problems: not_found, missing, invalid, has_reply, before_review.
 */
export function replyTo(
  place: ChangePlace,
  id: string,
  given: GivenFields,
  replace: boolean,
): Promise<Outcome<Changed & { readonly reply: { readonly text: string; readonly date: string } }>> {
  return change(place, id, async (review) => {
    const fields = readFields(replyFields(place), given);
    if ('problems' in fields) return fields;
    const { text, date = place.today } = fields.values;
    const { owner_reply: old, date: written } = review.entry;
    const since = old?.date ? ` from ${old.date}` : '';
    if (old !== null && !replace) return problem('has_reply', `it already has a reply${since}: "${old.text}"`);
    if (date < written) return problem('before_review', `${date} is before the date of the review, ${written}`, 'date');
    return { values: { owner_reply: { text, date } }, result: { reply: { text, date } } };
  });
}

/** Removes the owner's reply to a review. Problems: not_found. */
export const removeReply = (place: ChangePlace, id: string): Promise<Outcome<Changed>> =>
  change(place, id, async () => ({ values: { owner_reply: null }, result: {} }));

export const verifyFields = (days: Days) => ({
  method: { ...methodFlag, required: true as const },
  date: dateFlag('the day', days.today, false, days),
});

export interface VerifiedReview extends Changed {
  /** Undefined if the review isn't verified. */
  readonly verified: Verified | undefined;
  /** Notes for people, such as that the policy doesn't accept the method. */
  readonly notes: readonly string[];
  /** Other reviews that are verified by the same invoice or job. */
  readonly sameNumber: readonly WrittenReview[];
}

/**
 * Records how and when a review was verified: `method`, `date` (today by default), and `reference`, the number of the invoice or job, for
 * the method `invoice`. Problems: not_found, missing, invalid, no_number.
 */
export function verifyReview(place: ChangePlace, id: string, given: GivenFields): Promise<Outcome<VerifiedReview>> {
  return change(place, id, async (review, reviews) => {
    const fields = readFields(verifyFields(place), given);
    if ('problems' in fields) return fields;
    const { method, date = place.today } = fields.values;
    const verified = withNumber({ method, verifiedAt: date }, given);
    if ('problems' in verified) return verified;
    const brought = review.entry.verification?.import;
    const verification: JsonObject = {
      ...(brought === undefined ? {} : { import: brought }),
      ...(await toStoredVerification(verified, place.dataDir, place.dryRun === true)),
    };
    const reference = verification['reference'];
    const sameNumber = reviews.filter(
      ({ entry }) => reference !== undefined && entry.id !== review.entry.id && entry.verification?.reference === reference,
    );
    const notes = await policyNotes(place.contentDir, method);
    return { values: { verified: true, verification }, result: { verified, notes, sameNumber } };
  });
}

/** Records that a review isn't verified, so it isn't published. Problems: not_found. */
export const unverifyReview = (place: ChangePlace, id: string): Promise<Outcome<VerifiedReview>> =>
  change(place, id, async () => ({ values: { verified: false }, result: { verified: undefined, notes: [], sameNumber: [] } }));

/** The form of the plain fields. A day may be empty, which means unknown. */
const plainFlags = (days: Days) =>
  plainRecord((name): Flag => {
    const { words } = plainField(name);
    return words === undefined ? dateFlag(name, days.today, false, days) : choiceFlag(name, words, true);
  });

/** Sets the plain fields of a review, such as the day of the experience. Problems: not_found, missing, invalid. */
export function statePlain(place: ChangePlace, id: string, given: GivenFields): Promise<Outcome<Changed>> {
  return change(place, id, async ({ entry }) => {
    const fields = readFields(plainFlags(place), given);
    if ('problems' in fields) return fields;
    const stated = plainFieldNames.map((name) => [name, (fields.values[name] as string | undefined) ?? null] as const);
    // An import leaves edited fields alone, so only those that change are set.
    return { values: Object.fromEntries(stated.filter(([name, value]) => value !== entry[name])), result: {} };
  });
}

export const problem = (code: string, message: string, field?: string): { readonly problems: readonly Problem[] } => ({
  problems: [{ code, message, ...(field === undefined ? {} : { field }) }],
});

type Values = Parameters<typeof changeEntry>[2];

/** Changes the review `id` under the content's lock, to the values that `decide` returns. */
function change<T extends object>(
  place: ChangePlace,
  id: string,
  decide: (
    review: WrittenReview,
    all: readonly WrittenReview[],
  ) => Promise<{ readonly values: Values; readonly result: T } | { readonly problems: readonly Problem[] }>,
): Promise<Outcome<Changed & T>> {
  const { contentDir, today, dryRun } = place;
  return withContentLock(contentDir, async () => {
    const all = readWrittenReviews(contentDir);
    const review = all.find(({ entry }) => entry.id === id);
    if (review === undefined) return problem('not_found', `no review has the id ${id}`);
    const decided = await decide(review, all);
    if ('problems' in decided) return decided;
    const written = await changeEntry(contentDir, review, decided.values, today);
    if (!dryRun) await writeWhole(written.file, written.text);
    return { review, change: written, ...decided.result };
  });
}
