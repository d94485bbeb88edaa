import { z } from 'zod';
import { isObject } from '../../../site/algorithms.ts';
import { dayOf, laterOf, toInstant } from '../../../site/content/instant.ts';
import { showValue } from '../../../site/content/problems.ts';
import type { SourceContext } from '../context.ts';
import { type Incoming, type Refused, toIncoming, toRefused } from '../incoming.ts';
import type { Raw } from '../input/document.ts';
import type { Source } from './source.ts';
import { fieldsOf } from './table-reader.ts';

/**
 * A review as Google Takeout and the Business Profile API write it
 * (https://developers.google.com/my-business/reference/rest/v4/accounts.locations.reviews). Takeout leaves out `reviewId` and the
 * reviewer's photo. Unknown keys are ignored.
 */
const googleReview = z.object({
  name: z.string(),
  reviewer: z.object({ displayName: z.string().nullish(), profilePhotoUrl: z.string().nullish() }).nullish(),
  starRating: z.string(),
  comment: z.string().nullish(),
  createTime: z.string(),
  updateTime: z.string().nullish(),
  reviewReply: z.object({ comment: z.string().nullish(), updateTime: z.string().nullish() }).nullish(),
});
type GoogleReview = z.output<typeof googleReview>;

const STARS: Readonly<Record<string, number>> = { ONE: 1, TWO: 2, THREE: 3, FOUR: 4, FIVE: 5 };

/** Google reviews: files of a Takeout, or answers of the Business Profile API. */
export const google: Source = {
  name: 'google',
  help: 'Google Takeout (its .zip or .tgz, or the folder) and answers of the Google Business Profile API',
  canBeComplete: true,
  recognise: (head) =>
    head.format === 'json' &&
    isObject(head.record) &&
    ('starRating' in head.record || ('reviewer' in head.record && 'createTime' in head.record)),
  begin: async (_name, _file, context) => ({
    adapt: (raw) => ({ result: parse(raw, context), others: [...fieldsOf(raw.value)].filter(([path]) => !KNOWN.test(path)) }),
  }),
};

/** Paths that aren't about visibility. `reviewReply.reviewReplyState` is: Google shows only APPROVED replies. */
const KNOWN =
  /^(?:name|reviewId|reviewer\..*|starRating|comment|createTime|updateTime|reviewReplyUrl|reviewReply\.(?:comment|updateTime|policyViolation|reviewReplyUrl))$/s;

function parse({ place, value }: Raw, context: SourceContext): Incoming | Refused {
  const parsed = googleReview.safeParse(value);
  const name = isObject(value) && 'name' in value ? String(value.name) : '';
  // The account part isn't stable: one location can be accessible from several accounts.
  const [source_id] = /locations\/[^/]+\/reviews\/[^/]+$/.exec(name) ?? [];
  if (source_id === undefined)
    return { place, reason: `name ${showValue(name)}: not like accounts/1/locations/2/reviews/3, so the review has no identity` };
  const refused = (reason: string) => toRefused(place, reason, { source: 'google', source_id });
  if (parsed.success) return adapt(place, source_id, parsed.data, context, refused);
  const [issue] = parsed.error.issues;
  return refused(`${issue?.path.join('.')}: ${issue?.message}`);
}

function adapt(place: string, source_id: string, review: GoogleReview, context: SourceContext, refused: (reason: string) => Refused) {
  const { reviewer, starRating, comment, createTime, updateTime, reviewReply } = review;
  const rating = Object.hasOwn(STARS, starRating) ? STARS[starRating] : undefined;
  if (rating === undefined) return refused(`starRating ${showValue(starRating)}: not ONE to FIVE, so it has no stars to publish`);
  const created = toInstant(createTime);
  if (created === undefined) return refused(`createTime ${showValue(createTime)}: not a time like 2025-03-14T09:30:00Z`);
  if (dayOf(created) > context.lastDay) return refused(`createTime ${showValue(createTime)}: is in the future`);
  const replied = toInstant(reviewReply?.updateTime ?? '');
  const changed = laterOf(toInstant(updateTime ?? '') ?? created, replied);
  const reply = originalOf(reviewReply?.comment ?? '');
  const avatar = reviewer?.profilePhotoUrl;
  const incoming = toIncoming(
    place,
    {
      source: 'google',
      source_id,
      date: dayOf(created),
      rating,
      author: reviewer?.displayName?.trim() || 'Anonymous',
      ...(avatar ? { author_avatar_url: avatar.replace(/^\/\//, 'https://') } : {}),
      text: originalOf(comment ?? ''),
      owner_reply: reply === null ? null : { text: reply, date: replied === undefined ? null : dayOf(replied) },
      verified: context.verified,
      verification: { method: 'platform_account', verified_at: context.day },
      source_updated_at: changed,
    },
    [...ALWAYS, ...(avatar ? ['author_avatar_url' as const] : [])],
  );
  return 'entry' in incoming ? { ...incoming, repliedAt: replied } : incoming;
}

/** The keys that Google always provides: a missing comment or reply means that there is none. */
const ALWAYS = ['source', 'source_id', 'date', 'rating', 'author', 'text', 'owner_reply', 'source_updated_at'] as const;

const TRANSLATED = '(Translated by Google)';
const ORIGINAL = '(Original)';

/**
 * The original text of a comment without its translation: `(Translated by Google) … (Original) …` or `… (Translated by Google) …`. Null if
 * it is empty.
 */
export function originalOf(comment: string): string | null {
  return cutTranslation(comment).trim() || null;
}

function cutTranslation(comment: string): string {
  const text = comment.trim();
  const translated = text.indexOf(TRANSLATED);
  if (translated === -1) return text;
  const afterTranslation = text.indexOf(ORIGINAL, translated);
  if (afterTranslation !== -1) return text.slice(afterTranslation + ORIGINAL.length);
  const before = text.slice(text.startsWith(ORIGINAL) ? ORIGINAL.length : 0, translated);
  return before.trim() === '' ? text.slice(translated + TRANSLATED.length) : before;
}
