import { publication } from 'virtual:reviews';
import type { APIRoute } from 'astro';
import { documentsOf } from '../documents/documents.ts';

export const getStaticPaths = async () =>
  Object.keys(await documentsOf(publication())).map((path) => ({ params: { document: path.slice(1) } }));

export const GET: APIRoute = async ({ params }) => {
  const current = publication();
  return new Response(await (await documentsOf(current))[`/${params.document}`]?.(current));
};
