import { defineMiddleware } from 'astro:middleware';
import { withoutForbidden } from './views/forbidden-characters.ts';

/** Every page passes here when it is printed: what HTML forbids is left out, wherever in it a text of a customer stands. */
export const onRequest = defineMiddleware(async (_context, next) => {
  const response = await next();
  if (!response.headers.get('Content-Type')?.startsWith('text/html')) return response;
  return new Response(withoutForbidden(await response.text()), response);
});
