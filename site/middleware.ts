import { defineMiddleware } from 'astro:middleware';

/** What HTML forbids even as text (13.2.3.5, Preprocessing the input stream): controls other than white space, and noncharacters. */
const FORBIDDEN = /[^\P{Cc}\t\n\f\r]|\p{Noncharacter_Code_Point}/gu;

/** Removes characters that HTML forbids from every page, wherever a customer's text has them. JSON documents keep them. */
export const onRequest = defineMiddleware(async (_context, next) => {
  const response = await next();
  if (!response.headers.get('Content-Type')?.startsWith('text/html')) return response;
  return new Response((await response.text()).replace(FORBIDDEN, ''), response);
});
