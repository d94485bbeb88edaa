import { readEnvironment } from '../../site/contract/environment.ts';
import type { ReviewsDocument } from '../../site/contract/reviews-document.ts';
import { printReviews } from '../../site/documents/json.ts';
import { readPublication } from '../../site/publication.ts';
import type { Fixture } from './fixture.ts';

/** Returns the documents of the demo business, as `npm run build` prints them. */
export function demo(): Fixture {
  const { dataset, insights } = readPublication(readEnvironment({}));
  return { reviews: JSON.parse(String(printReviews(dataset))) as ReviewsDocument, insights };
}
