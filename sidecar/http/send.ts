import type { ServerResponse } from 'node:http';
import { cacheControl, commonHeaders, type Headers, preflightHeaders, readMethods } from '../../site/contract/headers.ts';
import { mediaTypes } from '../../site/contract/paths.ts';
import { type Issue, type ProblemName, problemBody, problems } from '../../site/contract/problem.ts';

/** The headers of every error. */
export const problemHeaders: Headers = { ...commonHeaders, 'Content-Type': mediaTypes.json, 'Cache-Control': cacheControl.none };

/** Sends a body with its length and the common headers; HEAD only gets the headers. */
export function sendBody(response: ServerResponse, status: number, headers: Headers, body: string | Buffer): void {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  response.writeHead(status, { ...commonHeaders, ...headers, 'Content-Length': bytes.length });
  response.end(response.req.method === 'HEAD' ? undefined : bytes);
}

/** Sends an error of the table in site/contract/problem.ts as JSON. */
export function sendProblem(
  response: ServerResponse,
  name: ProblemName,
  headers: Headers = {},
  issues: readonly Issue[] = [],
  message?: string,
): void {
  sendBody(response, problems[name].status, { ...problemHeaders, ...headers }, problemBody(name, issues, message));
}

/** Redirects GET and HEAD to `location`, a path with its query. */
export function sendRedirect(response: ServerResponse, status: 301 | 302, location: string, headers: Headers = {}): void {
  const { method } = response.req;
  if (method !== 'GET' && method !== 'HEAD') return refuseMethod(response);
  sendBody(response, status, { ...headers, Location: location }, '');
}

/** Answers methods other than GET and HEAD at a read-only path. */
export function refuseMethod(response: ServerResponse): void {
  if (response.req.method === 'OPTIONS') return sendOptions(response, readMethods);
  return sendProblem(response, 'method_not_allowed', { Allow: readMethods });
}

/** Answers OPTIONS, preflight or not; `methods` is the value of `Allow`. */
export function sendOptions(response: ServerResponse, methods: string): void {
  response.writeHead(204, { ...commonHeaders, ...preflightHeaders(methods), Allow: methods });
  response.end();
}
