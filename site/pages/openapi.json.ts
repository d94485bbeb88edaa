import { printOpenApi } from '../documents/openapi.ts';
import { publication } from '../publication.ts';

export const GET = () => new Response(printOpenApi(publication()));
