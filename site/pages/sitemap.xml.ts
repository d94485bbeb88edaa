import { printSitemap } from '../documents/sitemap.ts';
import { publication } from '../publication.ts';

export const GET = () => new Response(printSitemap(publication()));
