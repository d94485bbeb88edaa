import type { APIRoute } from 'astro';
import { documentsOf } from '../documents/documents.ts';
import { publication } from '../publication.ts';

export const getStaticPaths = () => Object.keys(documentsOf(publication())).map((path) => ({ params: { document: path.slice(1) } }));

export const GET: APIRoute = async ({ params }) => {
  const current = publication();
  return new Response(await documentsOf(current)[`/${params.document}`]?.(current));
};
