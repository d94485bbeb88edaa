import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ContentCoding } from './content-coding.ts';

export type Compression = Exclude<ContentCoding, 'identity'>;

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

const QUALITY: Readonly<Record<Compression, number>> = { br: 5, gzip: 6 };

/** What determines compressed bytes besides the body and the coding. zlib's output depends on the processor's instructions. */
const codingVersion: Readonly<Record<Compression, string>> = {
  br: `${QUALITY.br}.${process.versions['brotli']}`,
  gzip: `${QUALITY.gzip}.${process.versions['zlib']}.${process.arch}`,
};

/**
 * Compresses a body; the bytes are always the same on the same kind of machine. Runs in the thread pool, so that the event loop isn't
 * blocked.
 */
export function compressAs(body: Buffer, coding: Compression): Promise<Buffer> {
  if (coding === 'gzip') return deflate(body, { level: QUALITY.gzip });
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_MODE, BROTLI_PARAM_SIZE_HINT, BROTLI_MODE_TEXT } = constants;
  return brotli(body, {
    params: { [BROTLI_PARAM_QUALITY]: QUALITY.br, [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT, [BROTLI_PARAM_SIZE_HINT]: body.length },
  });
}

/**
 * The strong entity tag of what `compressAs` makes of a body whose own strong tag is `identityTag`, known without compressing it. It
 * names the compressor, so that equal tags always mean equal bytes (RFC 9110 8.8.1 and 8.8.3.3).
 */
export function codedTag(identityTag: string, coding: ContentCoding): string {
  return coding === 'identity' ? identityTag : `${identityTag.slice(0, -1)}-${coding}.${codingVersion[coding]}"`;
}
