import type { IncomingMessage, ServerResponse } from 'node:http';
import { evaluatePreconditions, selectRange } from '../http/conditional.ts';
import { chooseCoding } from '../http/content-coding.ts';
import { sendProblem } from '../http/send-problem.ts';
import type { Resource } from './representation.ts';

/** Answers GET or HEAD with the form of `resource` that the request asks for: 200, 206, 304, 412 or 416. Rejects where its body can't be read. */
export function sendResource(request: IncomingMessage, response: ServerResponse, resource: Resource): void | Promise<void> {
  const coding = chooseCoding(request.headers['accept-encoding'], resource.has);
  const representation = resource.select(coding);
  const { validators, shared, own, length } = representation;
  const precondition = evaluatePreconditions(request.headers, validators);
  if (precondition === 'failed') return sendProblem(response, 'precondition_failed');
  if (precondition === 'not-modified') {
    response.writeHead(304, shared as string[]);
    response.end();
    return;
  }
  const range =
    request.method === 'GET' && request.headers.range !== undefined ? selectRange(request.headers, validators, length) : undefined;
  if (range === 'unsatisfiable') return sendProblem(response, 'range_not_satisfiable', { 'Content-Range': `bytes */${length}` });
  const head = (status: number, ...more: string[]) => response.writeHead(status, [...shared, ...own, ...more]);
  if (request.method === 'HEAD') {
    head(200, 'Content-Length', String(length));
    response.end();
    return;
  }
  const send = (parts: readonly Buffer[]) => {
    if (!range) {
      head(200, 'Content-Length', String(length));
      return writeParts(response, parts);
    }
    const { first, last } = range;
    head(206, 'Content-Range', `bytes ${first}-${last}/${length}`, 'Content-Length', String(last - first + 1));
    return writeParts(response, [Buffer.concat(parts).subarray(first, last + 1)]);
  };
  const body = representation.body();
  return body instanceof Promise ? body.then(send) : send(body);
}

function writeParts(response: ServerResponse, parts: readonly Buffer[]): void {
  for (const part of parts.slice(0, -1)) response.write(part);
  response.end(parts.at(-1));
}
