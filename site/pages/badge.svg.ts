import { printBadge } from '../documents/badge.ts';
import { publication } from '../publication.ts';

export const GET = () => new Response(printBadge(publication().dataset));
