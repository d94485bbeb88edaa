import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { limits } from '../../site/contract/limits.ts';
import { paths } from '../../site/contract/paths.ts';

/** Where published files are read from. */
export interface DocumentSource {
  /** The bytes of a published path. Throws where there is no such file or no answer. */
  read(publicPath: string): Promise<Buffer>;
}

/** A place that is looked at again and again for a new generation. */
export interface Origin {
  /** A word that changes when there may be something new. Cheap. Throws where there is nothing or no answer. */
  look(): Promise<string>;
  /** What lies there now, fixed: later builds don't change what it reads. */
  open(): Promise<DocumentSource>;
  /** For messages. */
  readonly name: string;
}

/** `dist/` on this machine. Following its link once fixes the generation. */
export function diskOrigin(distDir: string): Origin & { folder(): Promise<string> } {
  const folder = () => realpath(distDir);
  return {
    name: distDir,
    folder,
    look: async () => {
      const tree = await folder();
      const { mtimeMs, ino } = await stat(path.join(tree, paths.generation));
      return `${tree} ${ino} ${mtimeMs}`;
    },
    open: async () => {
      const tree = await folder();
      return { read: (publicPath) => readFile(path.join(tree, publicPath)) };
    },
  };
}

/** The site at `datasetUrl`, read with conditional requests (contract.md 1, DATASET_URL). */
export function remoteOrigin(datasetUrl: string): Origin {
  let known: { etag: string; word: string } | undefined;
  const get = (publicPath: string, headers: Record<string, string> = {}) =>
    fetch(datasetUrl + publicPath, { headers, signal: AbortSignal.timeout(limits.remoteTimeoutSeconds * 1000) });
  return {
    name: datasetUrl,
    look: async () => {
      const response = await get(paths.generation, known ? { 'If-None-Match': known.etag } : {});
      if (response.status === 304 && known) return known.word;
      const text = await response.text();
      if (!response.ok) throw notOk(response);
      const etag = response.headers.get('etag');
      if (etag !== null) known = { etag, word: text };
      return text;
    },
    open: async () => ({
      read: async (publicPath) => {
        const response = await get(publicPath, { 'Cache-Control': 'no-cache' });
        if (!response.ok) throw notOk(response);
        return Buffer.from(await response.arrayBuffer());
      },
    }),
  };
}

function notOk({ url, status }: Response): Error {
  return new Error(`${url} answered ${status}`);
}
