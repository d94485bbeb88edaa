/** The response headers that clients can rely on, in the order of the reference. */
export const publishedHeaders: Readonly<Record<string, string>> = {
  ETag: 'A strong validator. It is the same on every machine and after every rebuild as long as the bytes are the same.',
  'Last-Modified': 'When the bytes last changed. It stays the same if a rebuild changes nothing.',
  'Cache-Control': 'How long a response can be cached: documents for 30 seconds, and for 30 more while they are revalidated.',
  Link: 'On the three topics: the hub (rel="hub") and the topic itself (rel="self"). On a search with more results: the next page (rel="next").',
  'Ignored-Parameters': 'On a search: the names of query parameters that it does not know and ignored.',
  RateLimit:
    'On rate-limited responses: the number of requests left (r) and the seconds over which to spread them (t); with none left, t is the time until the next one. See draft-ietf-httpapi-ratelimit-headers.',
  'RateLimit-Policy': 'The limit: the number of requests (q) per number of seconds (w).',
  'Retry-After': 'With 429 and 503: the number of seconds to wait before you try again.',
  'X-Request-Id': 'If the operator logs requests: the id of this request. Include it when you report a problem.',
  'Mcp-Session-Id': 'On the response to initialize. Send it with every later request.',
  'Access-Control-Allow-Origin': 'Always *: any website can read this service from a browser.',
  Vary: 'Accept-Encoding, if the response can be compressed (br, gzip). Each encoding has its own ETag.',
};
