import { LRUCache } from 'lru-cache';

/** A cache of bodies, bounded in bytes; the least recently used one is evicted first. */
export interface BodyCache {
  /** The body by name, in one part. Where it isn't cached, `make` makes it, once for all who ask at the same time. */
  get(name: string, make: () => Promise<Buffer>): readonly Buffer[] | Promise<readonly Buffer[]>;
}

/** A cache of at most `maxBytes`; a body of more than a quarter of that isn't cached. */
export function bodyCache(maxBytes: number): BodyCache {
  const bodies = new LRUCache<string, Buffer, () => Promise<Buffer>>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes / 4,
    sizeCalculation: ({ length }) => length + 1,
    fetchMethod: async (_name, _stale, { context: make }) => ownMemory(await make()),
  });
  return {
    get: (name, make) => {
      const body = bodies.get(name);
      return body ? [body] : bodies.forceFetch(name, { context: make }).then((made) => [made]);
    },
  };
}

/** The same bytes in memory of their size: zlib answers with a part of a larger one, all of which the cache would hold. */
function ownMemory(body: Buffer): Buffer {
  if (body.buffer.byteLength === body.length) return body;
  const own = Buffer.allocUnsafeSlow(body.length);
  body.copy(own);
  return own;
}
