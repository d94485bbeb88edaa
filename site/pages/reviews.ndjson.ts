import { printNdjson } from '../documents/csv.ts';
import { publication } from '../publication.ts';

export const GET = () => new Response(printNdjson(publication().dataset.reviews));
