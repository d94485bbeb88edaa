import { expect, test } from 'vitest';
import { chooseCoding } from '../../sidecar/http/representation.ts';

const all = () => true;

test.each<readonly [header: string | undefined, coding: string]>([
  [undefined, 'identity'],
  ['', 'identity'],
  ['br', 'br'],
  ['BR', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['x-gzip', 'gzip'],
  ['br;q=0.5, gzip;q=0.9', 'gzip'],
  ['br;q=0.5,gzip;q=0.5', 'br'],
  ['br ; q=1.000 , gzip', 'br'],
  ['*', 'br'],
  ['*;q=0.1, gzip', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['*;q=0', 'identity'],
  ['identity;q=1, br;q=0.5', 'identity'],
  ['identity;q=0, gzip', 'gzip'],
  ['gzip;q=2', 'identity'],
  ['gzip;q=0.1234', 'identity'],
  ['gzip;x=1', 'identity'],
  ['gzip gzip', 'identity'],
])('Accept-Encoding %j chooses %s', (header, coding) => {
  expect(chooseCoding(header, all)).toBe(coding);
});

test('only available codings are chosen', () => {
  expect(chooseCoding('br, gzip;q=0.1', (coding) => coding !== 'br')).toBe('gzip');
  expect(chooseCoding('br', (coding) => coding === 'identity')).toBe('identity');
  expect(chooseCoding('br, identity;q=0', (coding) => coding === 'identity')).toBe('identity');
});
