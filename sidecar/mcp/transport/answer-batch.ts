import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Headers } from '../../../site/contract/headers.ts';
import { limits } from '../../../site/contract/limits.ts';
import { codes, errorBody, idOf, type Message, readMessage } from '../message.ts';
import { answerRequest } from './answer-request.ts';
import { rateFault, sessionFault } from './check-request.ts';
import type { EndpointOptions, Exchange } from './exchange.ts';
import { type Refusal, refuse } from './refusals.ts';
import { sendEmpty, sendJson, sendRefusal } from './send.ts';
import type { Sessions } from './sessions.ts';

/** The only protocol version with batches: those before had none, and 2025-06-18 removed them (M04). */
export const batchVersion = '2025-03-26';

/** Answers a batch with the list of its answers, one message after the other; other requests have their turn in between. */
export async function answerBatch(
  options: EndpointOptions,
  exchange: Exchange,
  batch: readonly unknown[],
  headers: Headers,
): Promise<void> {
  const { request, response, surface } = exchange;
  const { sessions, clock, rateLimits } = options;
  const messages = batch.slice(0, limits.mcp.batchMessages).map(readBatched);
  const fault =
    batchFault(request, batch, sessions) ??
    messages.reduce<Refusal | undefined>((found, { message }) => found ?? (message && rateFault(rateLimits, exchange, message)), undefined);
  if (fault || !surface) return sendRefusal(response, fault ?? refuse('starting'), null, headers, clock);
  const answers: (string | Buffer)[] = [];
  for (const { message, error } of messages) {
    if (error !== undefined) answers.push(error);
    else if (message.kind === 'request') answers.push(await answerRequest(await surface, message.request, clock));
    await nextTurn();
  }
  if (answers.length === 0) return sendEmpty(response, 202, headers);
  sendJson(response, 200, `[${answers.map((answer) => String(answer).trimEnd()).join(',\n')}]\n`, headers);
}

function batchFault(request: IncomingMessage, batch: readonly unknown[], sessions: Sessions): Refusal | undefined {
  const fault = sessionFault(request, sessions);
  // Without a session there is no telling what was agreed: in every version but one the list itself is wrong.
  if (fault?.name === 'session_missing') return refuse('batch');
  if (fault) return fault;
  if (!sessions.allowsBatches(String(request.headers['mcp-session-id']))) return refuse('batch');
  return batch.length === 0 || batch.length > limits.mcp.batchMessages ? refuse('batch_size') : undefined;
}

type Batched = { readonly message: Message; readonly error?: undefined } | { readonly error: string; readonly message?: undefined };

/** A message of a batch, or the error that answers it. */
function readBatched(value: unknown): Batched {
  const message = readMessage(value);
  if (typeof message === 'string') return { error: errorBody(idOf(value), codes.invalidRequest, message) };
  if (message.kind === 'request' && message.request.method === 'initialize')
    return { error: errorBody(message.request.id, codes.invalidRequest, 'initialize must not be part of a batch') };
  return { message };
}
