import type { Review } from '../contract/review.ts';

/** What of a review decides the words around it in a list, as one string; `goneSince` is the day from which its source no longer had it. */
export function entryKind(
  { source, text, verification, changed_by_business }: Pick<Review, 'source' | 'text' | 'verification' | 'changed_by_business'>,
  goneSince?: string,
): string {
  const { method, verified_at } = verification;
  const changes = changed_by_business.map(({ field, date }) => `${field}:${date}`);
  const parts = [
    source === 'direct' && 'direct',
    text === null && 'wordless',
    method,
    verified_at !== null && 'dated',
    goneSince,
    ...changes,
  ];
  return parts.filter(Boolean).join(' ');
}
