import type { Review } from '../../site/contract/review.ts';
import { factReader, type ReviewFacts } from '../generation/review-facts.ts';
import { inSlices } from '../generation/slices.ts';
import { CorpusBuilder } from './corpus.ts';
import { type IndexedTexts, indexTexts } from './text-index.ts';

/** What is searched: of each review, newest first, its facts, and the index of their texts. */
export interface IndexedReviews {
  readonly facts: readonly ReviewFacts[];
  readonly texts: IndexedTexts;
}

/** Reads reviews one after the other, and keeps of each only its facts and what the index of the texts needs. */
export async function indexReviews(reviews: Iterable<Review>): Promise<IndexedReviews> {
  const facts: ReviewFacts[] = [];
  const corpus = new CorpusBuilder();
  const toFacts = factReader();
  await inSlices(reviews, (review) => {
    facts.push(toFacts(review));
    corpus.add(review.text);
  });
  return { facts, texts: await indexTexts(corpus.build()) };
}
