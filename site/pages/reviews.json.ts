import { printReviews } from '../documents/json.ts';
import { publication } from '../publication.ts';

export const GET = () => new Response(printReviews(publication().dataset));
