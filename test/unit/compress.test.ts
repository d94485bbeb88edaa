import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { codedTag, compressAs } from '../../sidecar/http/representation.ts';
import type { Compression } from '../../site/contract/generation.ts';

const body = Buffer.from(Array.from({ length: 3000 }, (_, number) => `{"review":${number},"text":"Ünïcode – 电"}`).join(',\n'));
const decompress = { br: brotliDecompressSync, gzip: gunzipSync } as const;

test.each<Compression>(['br', 'gzip'])('%s always compresses a body to the same smaller bytes, which decode to it', async (coding) => {
  const [first, second] = await Promise.all([compressAs(body, coding), compressAs(Buffer.from(body), coding)]);
  expect(first.equals(second)).toBe(true);
  expect(first.length).toBeLessThan(body.length / 4);
  expect(decompress[coding](first).equals(body)).toBe(true);
  expect(decompress[coding](await compressAs(Buffer.alloc(0), coding))).toHaveLength(0);
});

test('each coding has its own strong tag, derived from the tag of the body', () => {
  expect(codedTag('"a-1"', 'identity')).toBe('"a-1"');
  const tags = ['"a-1"', '"a-2"'].flatMap((tag) => [tag, codedTag(tag, 'br'), codedTag(tag, 'gzip')]);
  expect(new Set(tags).size).toBe(6);
  // RFC 9110 8.8.3: an opaque tag contains no quotes or spaces.
  for (const tag of tags) expect(tag).toMatch(/^"[\x21\x23-\x7e]+"$/);
  expect(codedTag('"a-1"', 'br')).toBe(codedTag('"a-1"', 'br'));
  expect(codedTag('"a-1"', 'br')).toMatch(/^"a-1-br\./);
});

test('the tag of a compressed body contains the version of the compressor', () => {
  expect(codedTag('"a"', 'br')).toContain(process.versions['brotli']);
  expect(codedTag('"a"', 'gzip')).toContain(process.versions['zlib']);
});
