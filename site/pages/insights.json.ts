import { printInsights } from '../documents/json.ts';
import { publication } from '../publication.ts';

export const GET = () => new Response(printInsights(publication().insights));
