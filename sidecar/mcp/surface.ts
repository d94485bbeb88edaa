import { codes, type Params, RpcError } from './message.ts';

/** The methods that a server can offer beside those of the protocol itself (initialize, ping, server/discover), which the SDKs answer. */
export type MethodName =
  | 'tools/list'
  | 'tools/call'
  | 'resources/list'
  | 'resources/templates/list'
  | 'resources/read'
  | 'prompts/list'
  | 'prompts/get'
  | 'completion/complete';

/** Returns the result of one request. Throws an RpcError where there is none; `signal` says when nobody waits for it anymore. */
export type Method = (params: Params, signal: AbortSignal) => object | Promise<object>;

/** Tools, resources and prompts, free of SDK types: what both SDKs' servers are made from. */
export interface Surface {
  readonly info: {
    readonly name: string;
    readonly title: string;
    readonly version: string;
    readonly websiteUrl: string;
    readonly icons: { readonly src: string; readonly mimeType: string; readonly sizes: string[] }[];
  };
  readonly capabilities: Readonly<Record<string, object>>;
  readonly instructions: string;
  readonly methods: { readonly [M in MethodName]?: Method };
  /** A text too large to be printed with the rest of an answer, once a result contains its placeholder. */
  readonly largeText?: () => LargeText | undefined;
}

/** A text of megabytes, as JSON without its quotes; results contain the placeholder instead of it. */
export interface LargeText {
  readonly placeholder: string;
  readonly json: Buffer;
}

/** The methods by name, each with its inner errors logged and hidden: both SDKs would send their messages to the client. */
export function methodsOf({ methods }: Surface): [MethodName, Method][] {
  const entries = Object.entries(methods) as [MethodName, Method][];
  return entries.map(([name, method]) => [name, (params, signal) => callSafely(method, params, signal)]);
}

async function callSafely(method: Method, params: Params, signal: AbortSignal): Promise<object> {
  try {
    return await method(params, signal);
  } catch (error) {
    if (error instanceof RpcError) throw error;
    console.error(error);
    throw new RpcError(codes.internalError, 'Internal error');
  }
}

/** An answer as JSON, with the large text in place of its placeholder. */
export function printAnswer({ largeText }: Surface, json: string): string | Buffer {
  const large = largeText?.();
  const at = large === undefined ? -1 : json.indexOf(large.placeholder);
  if (large === undefined || at === -1) return json;
  return Buffer.concat([Buffer.from(json.slice(0, at)), large.json, Buffer.from(json.slice(at + large.placeholder.length))]);
}
