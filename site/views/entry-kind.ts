import type { Review } from '../contract/review.ts';

/** What of a review decides the words around it in a list, as one string; `goneSince` is the day from which its source no longer had it. */
export function entryKind({ source, text, verification }: Pick<Review, 'source' | 'text' | 'verification'>, goneSince?: string): string {
  const { method, verified_at } = verification;
  const parts = [source === 'direct' && 'direct', text === null && 'wordless', method, verified_at !== null && 'dated', goneSince];
  return parts.filter(Boolean).join(' ');
}
