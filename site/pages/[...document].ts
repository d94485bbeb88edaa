import { publication } from 'virtual:reviews';
import type { APIRoute } from 'astro';
import { documentsOf } from '../documents/documents.ts';
import { pictureFiles } from '../views/pictures.ts';

export const getStaticPaths = async () => {
  const current = publication();
  const paths = [...Object.keys(documentsOf(current)), ...(await pictureFiles(current)).keys()];
  return paths.map((path) => ({ params: { document: path.slice(1) } }));
};

export const GET: APIRoute = async ({ params }) => {
  const current = publication();
  const path = `/${params.document}`;
  const body = (await documentsOf(current)[path]?.(current)) ?? (await pictureFiles(current)).get(path);
  return new Response(body);
};
