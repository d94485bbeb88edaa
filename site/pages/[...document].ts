import type { APIRoute } from 'astro';
import { documents } from '../documents/documents.ts';
import { publication } from '../publication.ts';

export const getStaticPaths = () => Object.keys(documents).map((path) => ({ params: { document: path.slice(1) } }));

export const GET: APIRoute = async ({ params }) => new Response(await documents[`/${params.document}`]?.(publication()));
