import { printJsonFeed } from '../../documents/json-feed.ts';
import { publication } from '../../publication.ts';

export const GET = () => new Response(printJsonFeed(publication().dataset, publication()));
