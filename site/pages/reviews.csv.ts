import { printCsv } from '../documents/csv.ts';
import { publication } from '../publication.ts';

export const GET = () => new Response(printCsv(publication().dataset.reviews));
