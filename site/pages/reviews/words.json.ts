import type { APIRoute } from 'astro';
import { publication } from '../../publication.ts';
import { printReviewWords } from '../../views/search-words.ts';

export const GET: APIRoute = () => new Response(printReviewWords(publication().dataset.reviews));
