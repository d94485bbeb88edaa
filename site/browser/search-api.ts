import type { Review } from '../contract/review.ts';

export type FoundReview = Pick<Review, 'id' | 'author' | 'rating' | 'date' | 'text' | 'owner_reply' | 'source' | 'verification'>;

export interface FoundReviews {
  readonly matched: number;
  readonly returned: number;
  readonly reviews: readonly FoundReview[];
}

export type SearchOutcome =
  | { readonly kind: 'found'; readonly found: FoundReviews }
  | { readonly kind: 'too many requests' }
  | { readonly kind: 'not understood'; readonly issues: string | undefined };

const LIMIT = 50;

/** Asks the search at `api`. Rejects where it is away or the request was aborted. */
export async function searchReviews(api: string | undefined, state: URLSearchParams, signal: AbortSignal): Promise<SearchOutcome> {
  const response = await fetch(`${api}?${state}&limit=${LIMIT}`, { signal, headers: { Accept: 'application/json' } });
  if (!/json/.test(response.headers.get('Content-Type') ?? '')) throw new Error('search: the answer is not JSON');
  const answer = (await response.json()) as FoundReviews & { issues?: readonly { path: readonly string[]; message: string }[] };
  if (response.ok) return { kind: 'found', found: answer };
  if (response.status === 429) return { kind: 'too many requests' };
  if (response.status !== 400) throw new Error(`search: answered ${response.status}`);
  return { kind: 'not understood', issues: answer.issues?.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ') };
}
