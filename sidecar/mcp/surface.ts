import type { Params } from './message.ts';

/** What a server offers under MCP, free of SDK types: `initialize` is answered from `info`, all else by `answer`. */
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
  /**
   * The result of one request. Throws an RpcError where there is none. A result that is in `printed` is sent as it was printed.
   */
  answer(method: string, params: Params, signal: AbortSignal): object | Promise<object>;
}

const printed = new WeakMap<object, Buffer>();

/** Keeps the JSON of a result beside it, encoded, so that it is printed once however often it is sent. */
export function keepPrinted<T extends object>(result: T, json: string | Buffer = JSON.stringify(result)): T {
  printed.set(result, typeof json === 'string' ? Buffer.from(json) : json);
  return result;
}

/** The JSON of a result in UTF-8. */
export function print(result: object): Buffer {
  return printed.get(result) ?? Buffer.from(JSON.stringify(result));
}
