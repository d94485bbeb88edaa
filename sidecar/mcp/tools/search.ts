import type { search as definition } from '../../../site/contract/mcp-tools/search.ts';
import { reviewPagePath } from '../../../site/contract/paths.ts';
import { numberForms } from '../../../site/contract/plain-words.ts';
import type { Review } from '../../../site/contract/review.ts';
import type { Dataset } from '../dataset.ts';
import { type Page, pagesOf } from './pages.ts';
import { tellingWords } from './telling-words.ts';
import type { Tool } from './tool.ts';

const MOST_PAGES = 5;
const MOST_REVIEWS = 15;

/** Pages whose names are asked for, then reviews with the most of the words. */
export const search: Tool<typeof definition> = (dataset, { query }) => {
  const words = tellingWords(query);
  const pages = pagesFor(words, dataset).map(({ path, title }) => ({ id: path, title, url: dataset.baseUrl + path }));
  const reviews = reviewsFor(words, dataset).map((review) => ({
    id: reviewPagePath(review.id),
    title: titleOf(review),
    url: dataset.pageOf(review.id),
  }));
  return { results: [...pages, ...reviews] };
};

/** How a result names a review. */
export function titleOf({ author, rating, date }: Review): string {
  return `Review by ${author}: ${rating} of 5 stars, ${date}`;
}

/** The pages with a name of which at least half is asked for; first those with the most of it and the most words of it. */
function pagesFor(words: readonly string[], dataset: Dataset): Page[] {
  const asked = new Set(words.flatMap(numberForms));
  const weigh = (name: readonly string[]) => {
    const found = name.filter((word) => asked.has(word)).length;
    return 2 * found >= name.length && found > 0 ? (found * found) / name.length : 0;
  };
  return [...pagesOf(dataset).values()]
    .map((page) => ({ page, weight: Math.max(...page.names.map(weigh)) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MOST_PAGES)
    .map(({ page }) => page);
}

/** Of each word the newest reviews are looked at, so that a search takes no longer where there are many. */
const LOOKED_AT = 100;

/** The reviews with the most of the words, and of those the newest. */
function reviewsFor(words: readonly string[], { search, reviewAt }: Dataset): Review[] {
  const weights = new Map<number, number>();
  const count = (found: string, weight: number) => {
    for (const index of search({ words: found, limit: LOOKED_AT }).indexes) weights.set(index, (weights.get(index) ?? 0) + weight);
  };
  if (words.length > 1) count(words.join(' '), words.length);
  for (const word of words) count(word, 1);
  return [...weights]
    .sort(([a, more], [b, less]) => less - more || a - b)
    .slice(0, MOST_REVIEWS)
    .map(([index]) => reviewAt(index));
}
