import { printLlms } from '../documents/llms.ts';
import { publication } from '../publication.ts';

export const GET = () => new Response(printLlms(publication()));
