import { expect, test } from 'vitest';
import { listeningAdvice } from '../../scripts/commands/serve-site.ts';

const HERE = { host: '127.0.0.1', port: 4321 };

test.each([
  ['http://localhost:4321', undefined],
  ['http://127.0.0.1:4321/reviews', undefined],
  ['https://reviews.example.com', 'http://127.0.0.1:4321: a proxy must forward https://reviews.example.com to it'],
  ['https://example.com/reviews', 'http://127.0.0.1:4321: a proxy must forward https://example.com to it'],
  ['http://reviews.example.com', 'http://127.0.0.1:4321: a proxy must forward http://reviews.example.com to it'],
  ['http://localhost:8080', 'http://127.0.0.1:4321: a proxy must forward http://localhost:8080 to it, or set PORT=8080'],
  [
    'http://192.168.1.5:8080',
    'http://127.0.0.1:4321: a proxy must forward http://192.168.1.5:8080 to it, or set PORT=8080 and HOST=192.168.1.5',
  ],
  ['https://localhost', 'http://127.0.0.1:4321: a proxy must forward https://localhost to it'],
])('%s: %s', (baseUrl, advice) => {
  expect(listeningAdvice(baseUrl, HERE)).toBe(advice);
});
