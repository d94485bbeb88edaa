import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../runtime/clock.ts';
import { idOf, type Message, type RequestId, readMessage } from '../message.ts';
import { acceptFault, contentFault } from './check-request.ts';
import { readBody } from './read-body.ts';
import { type Refusal, refuse } from './refusals.ts';

/** One message, and the id for its answer; null where it has none. */
export interface Readable {
  readonly message: Message;
  readonly id: RequestId | null;
}

/** What a POST brought; `gone` where its sender left. The id is for the answer, null where there is none to be read. */
export type Received =
  | 'gone'
  | { readonly refusal: Refusal; readonly id: RequestId | null }
  | Readable
  /** What stands in a list, each still to be read. */
  | { readonly batch: readonly unknown[] };

/** Reads what a POST brings: one message, or a batch. */
export async function receive(request: IncomingMessage, clock: Clock): Promise<Received> {
  const headerFault = acceptFault(request) ?? contentFault(request);
  if (headerFault) return { refusal: headerFault, id: null };
  const body = await readBody(request, clock);
  if ('fault' in body) return body.fault === 'gone' ? 'gone' : { refusal: refuse(body.fault), id: null };
  const json = parseJson(body.text);
  if (json === undefined) return { refusal: refuse('invalid_json'), id: null };
  if (Array.isArray(json)) return { batch: json };
  const message = readMessage(json);
  const id = idOf(json);
  return typeof message === 'string' ? { refusal: refuse('invalid_message', { detail: message }), id } : { message, id };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
