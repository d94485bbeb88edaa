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
  /** The result of one request: an object, or one that is printed already. Throws an RpcError where there is none. */
  answer(method: string, params: Params, signal: AbortSignal): object | Promise<object>;
}

/** A result that is printed already: its JSON, as a string or in UTF-8. */
export class PrintedResult {
  readonly json: string | Buffer;

  constructor(json: string | Buffer) {
    this.json = json;
  }
}

/** The JSON of a result. */
export function print(result: object): string | Buffer {
  return result instanceof PrintedResult ? result.json : JSON.stringify(result);
}
