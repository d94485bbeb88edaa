import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import type { Compression, ContentCoding } from '../../site/contract/generation.ts';

const PREFERENCE: readonly ContentCoding[] = ['br', 'gzip', 'identity'];

/**
 * Chooses among `available` by Accept-Encoding (RFC 9110 12.5.3): the highest weight wins, and between equal weights the earlier one in
 * PREFERENCE. Identity is acceptable unless it is excluded by name or by `*;q=0`. If nothing is acceptable, identity is sent anyway, which
 * is more useful than a 406. (`negotiator` doesn't know x-gzip and accepts weights above 1.)
 */
export function chooseCoding(acceptEncoding: string | undefined, available: (coding: ContentCoding) => boolean): ContentCoding {
  if (acceptEncoding === undefined) return 'identity';
  const weights = parseWeights(acceptEncoding);
  const weightOf = (coding: ContentCoding) => weights.get(coding) ?? weights.get('*') ?? (coding === 'identity' ? Number.MIN_VALUE : 0);
  const acceptable = PREFERENCE.filter((coding) => available(coding) && weightOf(coding) > 0);
  return acceptable.reduce((best, coding) => (weightOf(coding) > weightOf(best) ? coding : best), acceptable[0] ?? 'identity');
}

function parseWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const element of header.toLowerCase().split(',')) {
    const match = /^[ \t]*([\w!#$%&'*+.^`|~-]+)[ \t]*(?:;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)[ \t]*)?$/.exec(element);
    if (match?.[1] === undefined) continue;
    // RFC 9110 8.4.1.3: x-gzip means gzip.
    weights.set(match[1] === 'x-gzip' ? 'gzip' : match[1], match[2] === undefined ? 1 : Number(match[2]));
  }
  return weights;
}

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

const QUALITY: Readonly<Record<Compression, number>> = { br: 5, gzip: 6 };

/** The compressor's settings and version. zlib's output also depends on the processor architecture. */
const codingVersion: Readonly<Record<Compression, string>> = {
  br: `${QUALITY.br}.${process.versions['brotli']}`,
  gzip: `${QUALITY.gzip}.${process.versions['zlib']}.${process.arch}`,
};

/** Compresses a body in the thread pool. The bytes are always the same on the same kind of machine. */
export function compressAs(body: Uint8Array, coding: Compression, quality = QUALITY[coding]): Promise<Buffer> {
  if (coding === 'gzip') return deflate(body, { level: quality });
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_MODE, BROTLI_PARAM_SIZE_HINT, BROTLI_MODE_TEXT } = constants;
  return brotli(body, {
    params: { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT, [BROTLI_PARAM_SIZE_HINT]: body.length },
  });
}

/**
 * The strong entity tag of a body that `compressAs` compresses at its default quality, derived from the tag of the uncompressed body. It
 * names the compressor, so equal tags always mean equal bytes (RFC 9110 8.8.1 and 8.8.3.3).
 */
export function codedTag(identityTag: string, coding: ContentCoding): string {
  return coding === 'identity' ? identityTag : `${identityTag.slice(0, -1)}-${coding}.${codingVersion[coding]}"`;
}
