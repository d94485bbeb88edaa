import type { APIRoute } from 'astro';
import { answersWithin, printSince, toSinceAnswers } from '../../../../documents/since.ts';
import { publication } from '../../../../publication.ts';

const { dataset, sinceBudgetBytes } = publication();
const answers = toSinceAnswers(dataset.reviews);
const matchedFrom = new Map(answersWithin(answers, sinceBudgetBytes).map(({ date, matched }) => [date, matched]));

/** One file for each distinct answer; the build links the other dates to it. */
export const getStaticPaths = () => [...matchedFrom.keys()].map((date) => ({ params: { date } }));

export const GET: APIRoute = ({ params }) => new Response(printSince(dataset.reviews, matchedFrom.get(params.date ?? '') ?? 0));
