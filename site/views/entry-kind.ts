import type { Review } from '../contract/review.ts';

/**
 * What of a review decides the words around it in a list, as one string; `goneSince` is the day from which its source no longer had it.
 */
export function entryKind(
  { source, text, verification, changed_by_business }: Pick<Review, 'source' | 'text' | 'verification' | 'changed_by_business'>,
  { sourceName, goneSince }: { readonly sourceName: string; readonly goneSince: string | undefined },
): string {
  const { method, verified_at } = verification;
  const changes = changed_by_business.map(({ field, date }) => `${field}:${date}`);
  const parts = [
    source === 'direct' && 'direct',
    text === null && 'wordless',
    method,
    verified_at !== null && 'dated',
    goneSince,
    method === 'platform_account' && startsWithVowel(sourceName) && 'vowel',
    ...changes,
  ];
  return parts.filter(Boolean).join(' ');
}

/** Whether a name takes "an" in English. */
export const startsWithVowel = (name: string): boolean => /^\{?[aeiou]/i.test(name);
