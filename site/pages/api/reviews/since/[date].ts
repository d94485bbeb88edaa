import { publication } from 'virtual:reviews';
import type { APIRoute } from 'astro';
import { oncePer } from '../../../../content/once-per.ts';
import { answersWithin, printSince, toSinceAnswers } from '../../../../documents/since.ts';
import type { Publication } from '../../../../publication.ts';

const matchedFrom = oncePer(({ dataset, sinceBudgetBytes }: Publication) => {
  const answers = answersWithin(toSinceAnswers(dataset.reviews), sinceBudgetBytes);
  return new Map(answers.map(({ date, matched }) => [date, matched]));
});

/** One file for each distinct answer; the build links the other dates to it. */
export const getStaticPaths = () => [...matchedFrom(publication()).keys()].map((date) => ({ params: { date } }));

export const GET: APIRoute = ({ params }) => {
  const current = publication();
  return new Response(printSince(current.dataset.reviews, matchedFrom(current).get(params.date ?? '') ?? 0));
};
