import { publication } from 'virtual:reviews';
import type { APIRoute } from 'astro';
import { printReviewWords } from '../../views/search-words.ts';

export const GET: APIRoute = () => new Response(printReviewWords(publication().dataset.reviews));
