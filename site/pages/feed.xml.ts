import { printAtomFeed } from '../documents/atom.ts';
import { publication } from '../publication.ts';

export const GET = () => new Response(printAtomFeed(publication().dataset, publication()));
