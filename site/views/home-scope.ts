import type { Review } from '../contract/review.ts';
import type { Publication } from '../publication.ts';

const NEWEST = 5;
/** From so many reviews on, bars by stars say more than the reviews themselves. */
const DISTRIBUTION = 5;

/** What the home page shows, which depends on how many reviews there are. */
export interface HomeScope {
  /** The newest reviews, in full. */
  readonly newest: readonly Review[];
  /** Whether those are all: then nothing is computed or quoted of what stands beside it. */
  readonly isWhole: boolean;
  readonly hasDistribution: boolean;
  /** The ids of the reviews that the page shows already. */
  readonly quoted: ReadonlySet<string>;
}

/** What the home page of a publication shows. */
export function homeScope({ dataset, insights }: Pick<Publication, 'dataset' | 'insights'>): HomeScope {
  const { reviews } = dataset;
  const newest = reviews.slice(0, NEWEST);
  const pulled = insights.pull_quote_source ? [insights.pull_quote_source.review_id] : [];
  return {
    newest,
    isWhole: reviews.length <= NEWEST,
    hasDistribution: reviews.length >= DISTRIBUTION,
    quoted: new Set([...newest.map(({ id }) => id), ...pulled]),
  };
}
