import { printEmbedData } from '../documents/embed.ts';
import { publication } from '../publication.ts';

export const GET = () => new Response(printEmbedData(publication()));
