import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

const KIB = 1024;

/** Variants of an earlier build are reused only if it had the same compressor, since their bytes depend on it. */
export const compressor = `br ${process.versions['brotli']}, zlib ${process.versions['zlib']}, 2`;

export interface Variants {
  readonly br?: Buffer | undefined;
  readonly gzip?: Buffer | undefined;
}

/**
 * The compressed variants of a body, if they are smaller. Higher levels cost time and save little: brotli 9 takes ten times as long as
 * 8 on a page and saves nothing.
 */
export async function compressVariants(body: Uint8Array): Promise<Variants> {
  const small = body.length <= 128 * KIB;
  const [br, gz] = await Promise.all([
    brotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: small ? 8 : 5,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
    deflate(body, { level: small ? 9 : 5 }),
  ]);
  return { br: br.length < body.length ? br : undefined, gzip: gz.length < body.length ? gz : undefined };
}
