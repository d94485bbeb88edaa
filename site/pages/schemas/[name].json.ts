import type { APIRoute } from 'astro';
import { printSchema, schemas } from '../../documents/schemas.ts';
import { publication } from '../../publication.ts';

export const getStaticPaths = () => Object.keys(schemas).map((name) => ({ params: { name } }));

export const GET: APIRoute = ({ params }) => new Response(printSchema(params.name ?? '', publication()));
