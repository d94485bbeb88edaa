import type { IncomingMessage, ServerResponse } from 'node:http';
import { evaluatePreconditions, selectRange } from '../http/conditional.ts';
import { chooseCoding } from '../http/content-coding.ts';
import { sendProblem } from '../http/send.ts';
import type { Representation, Resource } from './resource.ts';

/** Answers GET or HEAD with the variant that the request prefers: 200, 206, 304, 412 or 416. Rejects if its body can't be read. */
export function sendResource(request: IncomingMessage, response: ServerResponse, resource: Resource): void | Promise<void> {
  const representation = resource.select(chooseCoding(request.headers['accept-encoding'], resource.has));
  const precondition = evaluatePreconditions(request.headers, representation.validators);
  if (precondition === 'failed') return sendProblem(response, 'precondition_failed');
  if (precondition === 'not-modified') {
    response.writeHead(304, representation.notModifiedHeaders as string[]).end();
    return;
  }
  const { bytes } = representation;
  if (request.method === 'HEAD' && bytes !== undefined) return sendHead(response, representation, bytes);
  const send = (parts: readonly Buffer[]) => sendBody(request, response, representation, parts);
  const body = representation.body();
  return body instanceof Promise ? body.then(send) : send(body);
}

function sendHead(response: ServerResponse, { headers }: Representation, length: number): void {
  response.writeHead(200, [...headers, 'Content-Length', String(length)]).end();
}

function sendBody(request: IncomingMessage, response: ServerResponse, representation: Representation, parts: readonly Buffer[]): void {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (request.method === 'HEAD') return sendHead(response, representation, length);
  const { headers, validators } = representation;
  const range = request.headers.range === undefined ? undefined : selectRange(request.headers, validators, length);
  if (range === 'unsatisfiable') return sendProblem(response, 'range_not_satisfiable', { 'Content-Range': `bytes */${length}` });
  if (!range) return writeParts(response.writeHead(200, [...headers, 'Content-Length', String(length)]), parts);
  const { first, last } = range;
  const head = [...headers, 'Content-Range', `bytes ${first}-${last}/${length}`, 'Content-Length', String(last - first + 1)];
  return writeParts(response.writeHead(206, head), [Buffer.concat(parts).subarray(first, last + 1)]);
}

function writeParts(response: ServerResponse, parts: readonly Buffer[]): void {
  if (parts.length > 1) response.cork();
  for (const part of parts.slice(0, -1)) response.write(part);
  response.end(parts.at(-1));
}
