import { printRobots } from '../documents/sitemap.ts';
import { publication } from '../publication.ts';

export const GET = () => new Response(printRobots(publication()));
