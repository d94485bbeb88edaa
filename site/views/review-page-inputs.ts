import { oncePer } from '../content/once-per.ts';
import type { Publication } from '../publication.ts';
import { aspectLabels } from './aspects.ts';
import { reviewIndex } from './review-index.ts';
import { reuseSentence } from './sources.ts';

// Everything of a publication that a review's page is printed from, as texts: equal texts and equal code make equal pages. What such a
// page, or the frame of all pages, begins to show must be in here: test/build/page-cache.test.ts looks for what isn't.

/** What the pages of all reviews share. */
export const sharedPageInputs = oncePer(({ baseUrl, dataset, insights }: Publication): string => {
  // What changes with each new review is on no review's page, and stays out.
  const { reviews, absences, removedAtSource, updatedAtSource, masked, aggregateRating, analysis, summary, faq, pictures, ...rest } =
    dataset;
  const frame = { baseUrl, reuse: reuseSentence(dataset), hasQuestions: insights.faq.length > 0, aspects: [...aspectLabels(insights)] };
  return JSON.stringify([rest, frame]);
});

/** What the page of the review `id` has for itself. */
export function reviewPageInputs(publication: Publication, id: string): string {
  const { dataset, insights } = publication;
  const { review, alike, newer, older } = reviewIndex(publication).get(id) ?? {};
  const gone = dataset.removedAtSource.get(id);
  return JSON.stringify({ review, alike, newer: newer?.id, older: older?.id, gone, reading: insights.per_review[id] });
}
