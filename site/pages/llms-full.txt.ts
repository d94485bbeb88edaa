import { printLlmsFull } from '../documents/llms.ts';
import { publication } from '../publication.ts';

export const GET = () => new Response(printLlmsFull(publication()));
