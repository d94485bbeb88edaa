import type { Review } from '../contract/review.ts';

/** A page of what the API found. */
export interface FoundReviews {
  /** How many match in all. */
  readonly matched: number;
  readonly reviews: readonly Review[];
}

/** The API refused: too many requests (`issues` undefined), or parameters that it doesn't understand, such as `rating=9, since=soon`. */
export class SearchRefusal extends Error {
  readonly issues: string | undefined;

  constructor(issues: string | undefined) {
    super('search: refused');
    this.issues = issues;
  }
}

/** Asks the search at `api`. Rejects with a SearchRefusal, or another error where the search is away or the request was aborted. */
export async function askSearch(api: string, query: URLSearchParams, signal: AbortSignal): Promise<FoundReviews> {
  const response = await fetch(`${api}?${query}`, { signal, headers: { Accept: 'application/json' } });
  if (!/json/.test(response.headers.get('Content-Type') ?? '')) throw new Error('search: the answer is not JSON');
  const answer = (await response.json()) as FoundReviews & { issues?: readonly { path: readonly string[] }[] };
  if (response.ok) return answer;
  if (response.status === 429) throw new SearchRefusal(undefined);
  if (response.status !== 400) throw new Error(`search: answered ${response.status}`);
  const names = new Set((answer.issues ?? []).map(({ path }) => path.join('.')));
  throw new SearchRefusal([...names].map((name) => `${name}=${shorten(query.get(name) ?? '')}`).join(', '));
}

const LONGEST_VALUE = 40;

function shorten(value: string): string {
  const letters = [...value];
  return letters.length > LONGEST_VALUE ? `${letters.slice(0, LONGEST_VALUE).join('')}…` : value;
}
