import { z } from 'zod';
import { editionOf, reviewsOf } from './editions.ts';

/** Search parameters, for the endpoint and the tool. */
export type FleetQuestion = Readonly<Record<string, string | number>>;

export const questions: readonly FleetQuestion[] = [
  { query: 'kettle', limit: 100 },
  { query: 'LAMP', min_rating: 3, limit: 3 },
  { rating: 5 },
  { since: '2024-02-01', max_rating: 2 },
  { query: 'generation-', until: '2024-01-20', limit: 7 },
  { query: 'doorbell', rating: 1, since: '2024-01-10' },
];

/** The part of the endpoint's and the tool's answers that is compared. */
export const listing = z.object({ matched: z.int(), reviews: z.array(z.object({ author: z.string(), text: z.string() })) });
type Listing = z.infer<typeof listing>;

/** Compares an answer with a plain filter over the reviews of the edition that it names. Returns what is wrong, or undefined. */
export function faultOf(question: FleetQuestion, answer: Listing): string | undefined {
  const edition = editionOf(JSON.stringify(answer));
  if (edition === undefined) return `no edition, or several, in the answer to ${JSON.stringify(question)}`;
  const right = answerOf(question, edition);
  const [found, wanted] = [answer, right].map(({ matched, reviews }) => `${matched}: ${reviews.map(({ author }) => author).join(', ')}`);
  return found === wanted ? undefined : `${JSON.stringify(question)} of edition ${edition} was answered with ${found} instead of ${wanted}`;
}

function answerOf(
  { query = '', rating, min_rating = 1, max_rating = 5, since = '', until = '9999', limit = 20 }: FleetQuestion,
  edition: number,
): Listing {
  const found = reviewsOf(edition).filter(
    (review) =>
      review.text.toLowerCase().includes(String(query).toLowerCase()) &&
      (rating === undefined || review.rating === rating) &&
      review.rating >= Number(min_rating) &&
      review.rating <= Number(max_rating) &&
      review.date >= String(since) &&
      review.date <= String(until),
  );
  return { matched: found.length, reviews: found.slice(0, Number(limit)) };
}
