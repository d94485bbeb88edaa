import type { ServerResponse } from 'node:http';
import { cacheControl, commonHeaders, type Headers, preflightHeaders } from '../../site/contract/headers.ts';
import { mediaTypes } from '../../site/contract/paths.ts';
import { type Issue, type ProblemName, problemBody, problems } from '../../site/contract/problem.ts';

/** The headers of every error. */
export const problemHeaders: Headers = { ...commonHeaders, 'Content-Type': mediaTypes.json, 'Cache-Control': cacheControl.none };

/** Sends an error of the table in site/contract/problem.ts as JSON. */
export function sendProblem(response: ServerResponse, name: ProblemName, headers: Headers = {}, issues: readonly Issue[] = []): void {
  const body = Buffer.from(problemBody(name, issues));
  response.writeHead(problems[name].status, {
    ...problemHeaders,
    ...headers,
    'Content-Length': body.length,
  });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

/** Answers OPTIONS, preflight or not; `methods` is the value of `Allow`. */
export function sendOptions(response: ServerResponse, methods: string): void {
  response.writeHead(204, { ...commonHeaders, ...preflightHeaders(methods), Allow: methods });
  response.end();
}
