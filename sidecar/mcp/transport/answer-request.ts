import { limits } from '../../../site/contract/limits.ts';
import type { Clock } from '../../runtime/clock.ts';
import { codes, errorBody, type RequestId, RpcError, type RpcRequest } from '../message.ts';
import { print, type Surface } from '../surface.ts';
import { loadSdk } from './load-sdk.ts';

/** Answers one request of a revision with sessions, with the JSON of a response. Always resolves, at the latest at the deadline (M06). */
export async function answerRequest(surface: Surface, request: RpcRequest, clock: Clock): Promise<string | Buffer> {
  const { id, method, params = {} } = request;
  const { protocolMethods, askProtocol } = await loadSdk();
  const result = await resultOf(clock, new AbortController(), (signal) =>
    protocolMethods.has(method) ? askProtocol(surface, request) : surface.answer(method, params, signal),
  );
  return result instanceof RpcError ? errorBody(id, result.code, result.message, result.data) : responseBody(id, print(result));
}

/**
 * The result that `ask` comes to, or the error that there is instead: at the latest at the deadline (M06), when `stop` tells what was started
 * to stop. Never rejects; what is no RpcError is logged, and nothing of it told.
 */
export async function resultOf(
  clock: Clock,
  stop: AbortController,
  ask: (signal: AbortSignal) => object | Promise<object>,
): Promise<object> {
  let cancelTimer = () => {};
  try {
    const asked = ask(stop.signal);
    if (!(asked instanceof Promise)) return asked;
    const { promise: late, resolve } = Promise.withResolvers<object>();
    cancelTimer = clock.setTimer(clock.now() + limits.mcp.answerSeconds * 1000, () => {
      resolve(new RpcError(codes.internalError, `No answer within ${limits.mcp.answerSeconds} seconds`));
      stop.abort();
    });
    return await Promise.race([late, asked]);
  } catch (error) {
    if (error instanceof RpcError) return error;
    console.error(error);
    return new RpcError(codes.internalError, 'Internal error');
  } finally {
    cancelTimer();
  }
}

/** A response as JSON, ending in a newline; `result` is JSON. */
export function responseBody(id: RequestId, result: string | Buffer): string | Buffer {
  const start = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`;
  return typeof result === 'string' ? `${start}${result}}\n` : Buffer.concat([Buffer.from(start), result, END]);
}

const END = Buffer.from('}\n');
