import { LRUCache } from 'lru-cache';

/** Bodies in memory up to a bound; the one used longest ago goes first. */
export interface BodyCache {
  /** The body under a name, in one part; made by `make` where it isn't in memory, once however many ask at the same time. */
  get(name: string, make: () => Promise<Buffer>): readonly Buffer[] | Promise<readonly Buffer[]>;
}

/** A cache of at most `maxBytes`; a body of more than a quarter of that isn't kept. */
export function bodyCache(maxBytes: number): BodyCache {
  const bodies = new LRUCache<string, Buffer, () => Promise<Buffer>>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes / 4,
    sizeCalculation: ({ length }) => length + 1,
    fetchMethod: (_name, _stale, { context: make }) => make(),
  });
  return {
    get: (name, make) => {
      const body = bodies.get(name);
      return body ? [body] : bodies.forceFetch(name, { context: make }).then((made) => [made]);
    },
  };
}
