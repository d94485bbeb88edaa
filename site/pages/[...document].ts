import type { APIRoute } from 'astro';
import { documents } from '../documents/documents.ts';
import { pictureFiles } from '../documents/pictures.ts';
import { publication } from '../publication.ts';

export const getStaticPaths = async () =>
  [...Object.keys(documents), ...(await pictureFiles(publication())).keys()].map((path) => ({ params: { document: path.slice(1) } }));

export const GET: APIRoute = async ({ params }) => {
  const path = `/${params.document}`;
  const body = (await documents[path]?.(publication())) ?? (await pictureFiles(publication())).get(path);
  return new Response(body);
};
