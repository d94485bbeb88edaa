import { printSecurity } from '../../documents/well-known.ts';
import { publication } from '../../publication.ts';

export const GET = () => new Response(printSecurity(publication()));
