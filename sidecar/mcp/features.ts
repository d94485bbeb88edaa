import { codes, type Params, RpcError } from './message.ts';

/** Returns the result of a request or throws an RpcError. `signal` is aborted when the client no longer waits. */
export type Method = (params: Params, signal: AbortSignal) => object | Promise<object>;

/** Called after each tool call. `refused`: the tool reported an error; `failed`: there was no result. */
export type OnToolCall = (name: string, outcome: 'ok' | 'refused' | 'failed') => void;

/** A server's tools, resources and prompts without SDK types. Servers of both SDKs are made from it. */
export interface McpFeatures {
  readonly info: {
    readonly name: string;
    readonly title: string;
    readonly version: string;
    readonly websiteUrl: string;
    readonly icons: { readonly src: string; readonly mimeType: string; readonly sizes: string[] }[];
  };
  readonly capabilities: Readonly<Record<string, object>>;
  readonly instructions: string;
  /** By name. The SDKs answer the methods of the protocol itself: initialize, ping and server/discover. */
  readonly methods: Readonly<Record<string, Method>>;
  readonly largeText?: LargeText;
}

/** A text too large to print with the rest of a result, which contains a placeholder for it. */
export interface LargeText {
  readonly placeholder: string;
  /** The text as JSON without its quotes, set when a result first contains it. */
  json?: Buffer;
}

/**
 * Finds the requested method, if there is one. It logs and replaces internal errors, because both SDKs would send their messages to the
 * client.
 */
export function methodOf({ methods }: McpFeatures, asked: string): Method | undefined {
  const method = Object.hasOwn(methods, asked) ? methods[asked] : undefined;
  if (!method) return undefined;
  return async (params, signal) => {
    try {
      return await method(params, signal);
    } catch (error) {
      if (error instanceof RpcError) throw error;
      console.error(error);
      throw new RpcError(codes.internalError, 'Internal error');
    }
  };
}

/** Replaces the placeholder in the JSON of an answer with the large text. */
export function printAnswer({ largeText }: McpFeatures, json: Buffer): Buffer {
  if (!largeText?.json) return json;
  const at = json.indexOf(largeText.placeholder);
  if (at === -1) return json;
  return Buffer.concat([json.subarray(0, at), largeText.json, json.subarray(at + largeText.placeholder.length)]);
}
