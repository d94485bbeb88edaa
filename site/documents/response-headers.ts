/** A header that clients can rely on. */
export interface PublishedHeader {
  readonly name: string;
  readonly description: string;
  readonly format?: string;
}

/** The documented response headers, in the order of the reference. */
export const publishedHeaders: readonly PublishedHeader[] = [
  {
    name: 'ETag',
    description: 'A strong validator. It is the same on every machine and after every rebuild as long as the bytes are the same.',
  },
  { name: 'Last-Modified', description: 'When the bytes last changed. It stays the same if a rebuild changes nothing.' },
  {
    name: 'Cache-Control',
    description: 'How long a response can be cached: documents for 30 seconds, and for 30 more while they are revalidated.',
  },
  {
    name: 'Link',
    description:
      'On the three topics: the hub (rel="hub") and the topic itself (rel="self"). On a search with more results: the next page (rel="next").',
  },
  { name: 'Ignored-Parameters', description: 'On a search: the names of query parameters that it does not know and ignored.' },
  {
    name: 'RateLimit',
    description:
      'On rate-limited responses: the number of requests left (r) and the seconds over which to spread them (t); with none left, t is the time until the next one. See draft-ietf-httpapi-ratelimit-headers.',
  },
  { name: 'RateLimit-Policy', description: 'The limit: the number of requests (q) per number of seconds (w).' },
  { name: 'Retry-After', description: 'With 429 and 503: the number of seconds to wait before you try again.' },
  { name: 'X-Request-Id', description: 'If the operator logs requests: the id of this request. Include it when you report a problem.' },
  { name: 'Mcp-Session-Id', description: 'On the response to initialize. Send it with every later request.' },
  { name: 'Access-Control-Allow-Origin', description: 'Always *: any website can read this service from a browser.' },
  {
    name: 'Vary',
    description: 'Accept-Encoding, if the response can be compressed (br, gzip). Each encoding has its own ETag.',
  },
];
