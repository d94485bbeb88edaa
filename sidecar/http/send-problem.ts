import type { ServerResponse } from 'node:http';
import { cacheControl, commonHeaders, type Headers, preflightHeaders, readMethods } from '../../site/contract/headers.ts';
import { mediaTypes } from '../../site/contract/paths.ts';
import { type Issue, type ProblemName, problemBody, problems } from '../../site/contract/problem.ts';

/** The headers of every error. */
export const problemHeaders: Headers = { ...commonHeaders, 'Content-Type': mediaTypes.json, 'Cache-Control': cacheControl.none };

/** Sends an error of the table in site/contract/problem.ts as JSON. */
export function sendProblem(
  response: ServerResponse,
  name: ProblemName,
  headers: Headers = {},
  issues: readonly Issue[] = [],
  message?: string,
): void {
  const body = Buffer.from(problemBody(name, issues, message));
  response.writeHead(problems[name].status, {
    ...problemHeaders,
    ...headers,
    'Content-Length': body.length,
  });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

/** Redirects to `location`, a path with its query; only what can be read is redirected. */
export function sendRedirect(response: ServerResponse, status: 301 | 302, location: string, headers: Headers = {}): void {
  const { method } = response.req;
  if (method === 'OPTIONS') return sendOptions(response, readMethods);
  if (method !== 'GET' && method !== 'HEAD') return sendProblem(response, 'method_not_allowed', { Allow: readMethods });
  response.writeHead(status, { ...commonHeaders, ...headers, Location: location, 'Content-Length': 0 });
  response.end();
}

/** Answers OPTIONS, preflight or not; `methods` is the value of `Allow`. */
export function sendOptions(response: ServerResponse, methods: string): void {
  response.writeHead(204, { ...commonHeaders, ...preflightHeaders(methods), Allow: methods });
  response.end();
}
