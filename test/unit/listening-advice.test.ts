import { expect, test } from 'vitest';
import { listeningAdvice } from '../../scripts/cli/serve-site.ts';

const HERE = { host: '127.0.0.1', port: 4321 };

test.each([
  ['http://localhost:4321', undefined],
  ['http://127.0.0.1:4321/reviews', undefined],
  ['https://reviews.example.com', 'http://127.0.0.1:4321: a proxy has to lead there from https://reviews.example.com'],
  ['https://example.com/reviews', 'http://127.0.0.1:4321: a proxy has to lead there from https://example.com'],
  ['http://reviews.example.com', 'http://127.0.0.1:4321: a proxy has to lead there from http://reviews.example.com'],
  ['http://localhost:8080', 'http://127.0.0.1:4321: a proxy has to lead there from http://localhost:8080, or set PORT=8080'],
  [
    'http://192.168.1.5:8080',
    'http://127.0.0.1:4321: a proxy has to lead there from http://192.168.1.5:8080, or set PORT=8080 and HOST=192.168.1.5',
  ],
  ['https://localhost', 'http://127.0.0.1:4321: a proxy has to lead there from https://localhost'],
])('%s: %s', (baseUrl, advice) => {
  expect(listeningAdvice(baseUrl, HERE)).toBe(advice);
});
