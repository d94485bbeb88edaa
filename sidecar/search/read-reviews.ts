import type { Review } from '../../site/contract/review.ts';
import { factReader, type ReviewFacts } from '../generation/review-facts.ts';
import { inSlices } from '../generation/slices.ts';
import { CorpusBuilder } from './corpus.ts';
import { buildTextIndex, type TextIndex } from './text-index.ts';

/** Reads reviews one after the other, and keeps of each only its facts and what the index of the texts needs. */
export async function readReviews(
  reviews: Iterable<Review>,
): Promise<{ readonly facts: readonly ReviewFacts[]; readonly texts: TextIndex }> {
  const facts: ReviewFacts[] = [];
  const corpus = new CorpusBuilder();
  const toFacts = factReader();
  await inSlices(reviews, (review) => {
    facts.push(toFacts(review));
    corpus.add(review.text);
  });
  return { facts, texts: await buildTextIndex(corpus.build(), facts.length) };
}
