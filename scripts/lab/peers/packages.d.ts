// The peers' types, as far as the servers here use them. Only `npm run bench -- --peers` installs the packages.

declare module 'json-server' {
  import type { Express, RequestHandler } from 'express';

  const jsonServer: {
    create(): Express;
    defaults(options: { readonly logger: boolean }): readonly RequestHandler[];
    router(data: object): RequestHandler;
  };
  export default jsonServer;
}

declare module 'minisearch' {
  export interface Found {
    readonly id: number;
  }
  export default class MiniSearch<Item extends { readonly id: number }> {
    static readonly wildcard: unique symbol;
    constructor(options: { readonly fields: readonly (keyof Item)[] });
    addAll(items: readonly Item[]): void;
    search(
      query: string | typeof MiniSearch.wildcard,
      options: { readonly combineWith: 'AND'; readonly prefix: boolean; readonly filter: (found: Found) => boolean },
    ): Found[];
  }
}

declare module '@orama/orama' {
  interface Index {
    readonly schema: object;
  }
  export function create(options: { readonly schema: Readonly<Record<string, string>> }): Index;
  export function insertMultiple(index: Index, documents: readonly object[], batchSize: number): Promise<readonly string[]>;
  export function search(
    index: Index,
    query: {
      readonly term?: string;
      readonly properties?: readonly string[];
      readonly threshold: number;
      readonly where: object;
      readonly limit: number;
      readonly sortBy: { readonly property: string; readonly order: 'ASC' };
    },
  ): Promise<{ readonly count: number; readonly hits: readonly { readonly document: { readonly position: number } }[] }>;
}
