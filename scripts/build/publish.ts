import { setTimeout as wait } from 'node:timers/promises';
import type { Environment } from '../../site/contract/environment.ts';
import { limits } from '../../site/contract/limits.ts';
import { paths, topicPaths } from '../../site/contract/paths.ts';
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

const PING_TIMEOUT_MS = 5_000;

/** Announces the publication to the hub. Returns a warning if it didn't answer 2xx; never throws. */
async function ping({ HUB_URL, BASE_URL }: Environment): Promise<string | undefined> {
  const body = new URLSearchParams([['hub.mode', 'publish'], ...topicPaths.map((path) => ['hub.url', BASE_URL + path])]);
  try {
    const response = await fetch(HUB_URL, { method: 'POST', body, signal: AbortSignal.timeout(PING_TIMEOUT_MS) });
    await response.body?.cancel();
    return response.ok ? undefined : `the hub at ${HUB_URL} answered ${response.status}`;
  } catch {
    return `the hub at ${HUB_URL} isn't running; it will notify subscribers when it starts`;
  }
}

const PURGE_TIMEOUT_MS = 10_000;
const LOOK_MS = 250;

interface Form {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * The request that purges a whole site, for each CDN: https://developers.cloudflare.com/api (purge_cache),
 * https://www.fastly.com/documentation/reference/api/purging.
 */
const forms: Readonly<Record<string, (token: string) => Form>> = {
  'api.cloudflare.com': (token) => ({
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: '{"purge_everything":true}',
  }),
  'api.fastly.com': (token) => ({ method: 'POST', headers: { 'Fastly-Key': token } }),
};

/** The request for PURGE_URL. Unknown hosts get a PURGE, which Varnish and Squid understand. */
export function toPurge(url: string, token: string | undefined): Form {
  const form = forms[new URL(url).hostname];
  if (form) return form(token ?? '');
  return { method: 'PURGE', headers: token === undefined ? {} : { Authorization: `Bearer ${token}` } };
}

/**
 * Purges the CDN at PURGE_URL once the server at BASE_URL serves `generation`, so the CDN doesn't fetch the old version again. Returns a
 * line for the report; undefined without PURGE_URL. Never throws.
 */
export async function purgeCdn(
  { PURGE_URL, PURGE_TOKEN, BASE_URL }: Pick<Environment, 'PURGE_URL' | 'PURGE_TOKEN' | 'BASE_URL'>,
  generation: string,
): Promise<string | undefined> {
  if (PURGE_URL === undefined) return undefined;
  // The path may be a secret.
  const { origin } = new URL(PURGE_URL);
  await untilServed(BASE_URL, generation);
  try {
    const { status, ok, body } = await fetch(PURGE_URL, {
      ...toPurge(PURGE_URL, PURGE_TOKEN),
      signal: AbortSignal.timeout(PURGE_TIMEOUT_MS),
    });
    await body?.cancel();
    return ok ? `purged the cache at ${origin}` : `warning: ${origin} answered ${status} to the request for PURGE_URL`;
  } catch {
    return `warning: ${origin} can't be reached to purge PURGE_URL; readers will still see the change within a minute`;
  }
}

/**
 * Waits while a server at `baseUrl` serves another generation. Several servers may load a generation at different times, so all responses
 * during one polling interval must be from `generation`. Caches don't store `/healthz`.
 */
async function untilServed(baseUrl: string, generation: string): Promise<void> {
  let servedForMs = 0;
  for (let waited = 0; waited < limits.remotePollSeconds * 1000; waited += LOOK_MS) {
    const served = await servedGeneration(baseUrl);
    servedForMs = served === generation ? servedForMs + LOOK_MS : 0;
    if (served === undefined || servedForMs >= limits.generationPollSeconds * 1000) return;
    await wait(LOOK_MS);
  }
}

async function servedGeneration(baseUrl: string): Promise<unknown> {
  try {
    const response = await fetch(baseUrl + paths.health, { signal: AbortSignal.timeout(limits.lastPublicationTimeoutSeconds * 1000) });
    const health: unknown = await response.json();
    return typeof health === 'object' && health !== null && 'generation' in health ? health.generation : undefined;
  } catch {
    return undefined;
  }
}
