import { isObject } from '../../../site/algorithms.ts';
import { dayOf, laterOf, toInstant } from '../../../site/content/instant.ts';
import { showValue } from '../../../site/content/problems.ts';
import type { SourceContext } from '../context.ts';
import { type Incoming, type Refused, toIncoming, toRefused } from '../incoming.ts';
import type { Source } from './source.ts';
import { fieldsOf } from './table-reader.ts';

/**
 * Google reviews: files of a Takeout, or responses of the Business Profile API
 * (https://developers.google.com/my-business/reference/rest/v4/accounts.locations.reviews). Takeout leaves out `reviewId` and the
 * reviewer's photo.
 */
export const google: Source = {
  name: 'google',
  help: 'Google Takeout (its .zip or .tgz, or the folder) and responses of the Google Business Profile API',
  canBeComplete: true,
  recognize: (head) =>
    head.format === 'json' &&
    isObject(head.record) &&
    ('starRating' in head.record || ('reviewer' in head.record && 'createTime' in head.record)),
  begin: (_name, _file, context) => ({
    adapt: ({ place, value }) => {
      const fields = fieldsOf(value);
      return { result: adapt(place, fields, context), others: [...fields].filter(([path]) => !KNOWN.test(path)) };
    },
  }),
};

/** Paths that aren't about visibility. `reviewReply.reviewReplyState` is: Google shows only APPROVED replies. */
const KNOWN =
  /^(?:name|reviewId|reviewer\..*|starRating|comment|createTime|updateTime|reviewReplyUrl|reviewReply\.(?:comment|updateTime|policyViolation|reviewReplyUrl))$/s;

const STARS = ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE'];

function adapt(place: string, fields: ReadonlyMap<string, string>, context: SourceContext): Incoming | Refused {
  const field = (path: string) => fields.get(path) ?? '';
  // The account part isn't stable: one location can be accessible from several accounts.
  const [source_id] = /locations\/[^/]+\/reviews\/[^/]+$/.exec(field('name')) ?? [];
  if (source_id === undefined)
    return {
      place,
      reason: `name ${showValue(field('name'))}: not in the form accounts/1/locations/2/reviews/3, so the review has no identity`,
    };
  const refuse = (path: string, why: string) =>
    toRefused(place, `${path} ${showValue(field(path))}: ${why}`, { source: 'google', source_id });
  const rating = STARS.indexOf(field('starRating')) + 1;
  if (rating === 0) return refuse('starRating', 'not ONE to FIVE, so it has no stars to publish');
  const created = toInstant(field('createTime'));
  if (created === undefined) return refuse('createTime', 'not a time like 2025-03-14T09:30:00Z');
  if (dayOf(created) > context.lastDay) return refuse('createTime', 'is in the future');
  const replied = toInstant(field('reviewReply.updateTime'));
  const changed = laterOf(toInstant(field('updateTime')) ?? created, replied);
  const reply = originalOf(field('reviewReply.comment'));
  const avatar = field('reviewer.profilePhotoUrl');
  const incoming = toIncoming(
    place,
    {
      source: 'google',
      source_id,
      date: dayOf(created),
      rating,
      author: field('reviewer.displayName').trim() || 'Anonymous',
      ...(avatar ? { author_avatar_url: avatar.replace(/^\/\//, 'https://') } : {}),
      text: originalOf(field('comment')),
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
