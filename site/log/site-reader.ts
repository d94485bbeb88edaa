import { logPaths } from '../contract/log.ts';
import type { Read } from './published-log.ts';

const TIMEOUT_MS = 30_000;

/**
 * Reads the site at `baseUrl`. Caches on the way may hold documents of two builds: `run`, a word of its own for each reading, makes
 * them ask for all but tiles, which never change.
 */
export function siteReader(baseUrl: string, run: string): Read {
  return async (publicPath) => {
    const query = publicPath.startsWith(logPaths.tiles) ? '' : `?${run}`;
    const response = await fetch(`${baseUrl}${publicPath}${query}`, { cache: 'no-cache', signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.status === 404) return undefined;
    if (!response.ok) throw new Error(`${baseUrl}${publicPath} answered ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  };
}
