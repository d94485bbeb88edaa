import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { limits } from '../../site/contract/limits.ts';
import { paths } from '../../site/contract/paths.ts';

/** Reads a published file of one generation. Throws if there is no such file or no answer. */
export type ReadDocument = (publicPath: string) => Promise<Buffer>;

/** A place that is polled for new generations. */
export interface Origin {
  /** A version string that changes when there may be a new generation. Cheap. Throws if there is no generation or no answer. */
  version(): Promise<string>;
  /** Opens the current generation; later builds don't affect it. */
  open(): Promise<ReadDocument>;
  /** The name of the place in messages. */
  readonly name: string;
}

/** `dist/` on this machine. Its symbolic link is resolved once for each generation. */
export function diskOrigin(distDir: string): Origin & { folder(): Promise<string> } {
  const folder = () => realpath(distDir);
  return {
    name: distDir,
    folder,
    version: async () => {
      const tree = await folder();
      const { mtimeMs, ino } = await stat(path.join(tree, paths.generation));
      return `${tree} ${ino} ${mtimeMs}`;
    },
    open: async () => {
      const tree = await folder();
      return (publicPath) => readFile(path.join(tree, publicPath));
    },
  };
}

/** The site at `datasetUrl`, read with conditional requests. */
export function remoteOrigin(datasetUrl: string): Origin {
  let known: { etag: string; version: string } | undefined;
  const get = (publicPath: string, headers: Record<string, string> = {}) =>
    fetch(datasetUrl + publicPath, { headers, signal: AbortSignal.timeout(limits.remoteTimeoutSeconds * 1000) });
  return {
    name: datasetUrl,
    version: async () => {
      const response = await get(paths.generation, known ? { 'If-None-Match': known.etag } : {});
      if (response.status === 304 && known) return known.version;
      const text = await response.text();
      if (!response.ok) throw notOk(response);
      const etag = response.headers.get('etag');
      if (etag !== null) known = { etag, version: text };
      return text;
    },
    open: async () => async (publicPath) => {
      const response = await get(publicPath, { 'Cache-Control': 'no-cache' });
      if (!response.ok) throw notOk(response);
      return Buffer.from(await response.arrayBuffer());
    },
  };
}

function notOk({ url, status }: Response): Error {
  return new Error(`${url} answered ${status}`);
}
