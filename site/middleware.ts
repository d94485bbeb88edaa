import { defineMiddleware } from 'astro:middleware';

/**
 * Characters that HTML forbids even as text (13.2.3.5, Preprocessing the input stream): controls other than white space, and
 * noncharacters.
 */
const FORBIDDEN = /[^\P{Cc}\t\n\f\r]|\p{Noncharacter_Code_Point}/gu;

/** The patterns of our routes, inserted by integration.ts. The site may have other routes. */
const routes: readonly string[] = import.meta.env['OPEN_REVIEWS_ROUTES'];

/** Removes characters that HTML forbids from our pages, wherever a customer's text has them. JSON documents keep them. */
export const onRequest = defineMiddleware(async ({ routePattern }, next) => {
  const response = await next();
  if (!routes.includes(routePattern) || !response.headers.get('Content-Type')?.startsWith('text/html')) return response;
  return new Response((await response.text()).replace(FORBIDDEN, ''), response);
});
