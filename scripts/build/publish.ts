import { setTimeout as wait } from 'node:timers/promises';
import { limits } from '../../site/contract/limits.ts';
import { paths } from '../../site/contract/paths.ts';
import { ping, purgeCdn } from './announce.ts';
import { type BuildOptions, type BuildResult, build } from './build.ts';
import { purge } from './swap.ts';

export interface PublishOptions extends Omit<BuildOptions, 'previewDir'> {
  /** Whether to remove older generations, which contain everything published before, including texts taken down. */
  readonly purge?: boolean;
  /** Brings the built site to its host, before anybody is told. Resolves to whether it is online now. */
  readonly bring?: () => Promise<boolean>;
  /** Called as soon as the site is built. */
  readonly onBuilt?: (result: BuildResult) => void;
}

export interface PublishedBuild {
  readonly result: BuildResult;
  /** Whether the site has a hub: the server's own, or the one in HUB_URL if a host without our server has the site. */
  readonly hasHub: boolean;
  /** Whether what was built is online; if not, nobody was told. */
  readonly isOnline: boolean;
  /** Why the hub couldn't be pinged, in a sentence; undefined if it was. */
  readonly pingWarning: string | undefined;
  /** The result of purging PURGE_URL, in a sentence; undefined if it wasn't purged. */
  readonly purgedCdn: string | undefined;
  /** How many older generations were removed; undefined without `purge`. */
  readonly purged: number | undefined;
}

/**
 * Builds and publishes the content, pings the hub and purges the CDN. If the build fails, nothing has changed.
 * @throws ContentError or SetupError with the fix in its message
 */
export async function publishSite(options: PublishOptions): Promise<PublishedBuild> {
  const { environment, purge: isPurge = false, onBuilt, bring, ...more } = options;
  const result = await build({ environment, ...more });
  onBuilt?.(result);
  const isOnline = (await bring?.()) ?? true;
  const hasHub = bring === undefined || environment.HUB_URL !== environment.BASE_URL + paths.hub;
  const pingWarning = hasHub && isOnline ? await ping(environment) : undefined;
  // If nothing changed, the CDN is only purged on request.
  const purgedCdn = isOnline && (result.changed || isPurge) ? await purgeCdn(environment, result.generation.generation) : undefined;
  return {
    result,
    hasHub,
    isOnline,
    pingWarning,
    purgedCdn,
    purged: isPurge ? await purgeWhenRead(environment.DIST_DIR) : undefined,
  };
}

/** Purges once a running server has had time to load the new generation. */
async function purgeWhenRead(distDir: string): Promise<number> {
  await wait(2 * limits.generationPollSeconds * 1000);
  return purge(distDir);
}
