/** A header that clients can rely on. */
export interface PublishedHeader {
  readonly name: string;
  readonly description: string;
  readonly format?: string;
}

/** The documented headers of answers, in the order of the reference. */
export const publishedHeaders: readonly PublishedHeader[] = [
  { name: 'ETag', description: 'A strong validator of the bytes. It stays the same across rebuilds and machines while the bytes do.' },
  { name: 'Last-Modified', description: 'When the bytes last changed. A rebuild that changes nothing does not move it.' },
  {
    name: 'Cache-Control',
    description: 'How long an answer may be kept: documents half a minute, then another half while they are asked for again.',
  },
  {
    name: 'Link',
    description:
      'On the three topics: the hub (rel="hub") and the topic itself (rel="self"). On a search that found more: the next page (rel="next").',
  },
  {
    name: 'RateLimit',
    description:
      'Where requests are limited: how many are left (r), and over how many seconds to spread them (t); with none left, when there is one. As in draft-ietf-httpapi-ratelimit-headers.',
  },
  { name: 'RateLimit-Policy', description: 'The limit itself: how many requests (q) in how many seconds (w).' },
  { name: 'Retry-After', description: 'With 429 and 503: after how many seconds to come back.' },
  { name: 'X-Request-Id', description: 'Where the operator logs requests: the name of this one, to quote in a question about it.' },
  { name: 'Mcp-Session-Id', description: 'On the answer to initialize; sent back on every later request.' },
  { name: 'Access-Control-Allow-Origin', description: 'Always *: any page may read this service from a browser.' },
  {
    name: 'Vary',
    description: 'Accept-Encoding, where an answer is compressed (br, gzip) when asked for; each form has an ETag of its own.',
  },
];
