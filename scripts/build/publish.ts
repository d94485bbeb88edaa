import { setTimeout as wait } from 'node:timers/promises';
import type { Environment } from '../../site/contract/environment.ts';
import type { GenerationDocument } from '../../site/contract/generation.ts';
import { limits } from '../../site/contract/limits.ts';
import { ping, purgeCdn } from './announce.ts';
import { type BuildOptions, type BuildResult, build } from './build.ts';
import { purge } from './swap.ts';

export interface PublishOptions extends Omit<BuildOptions, 'now' | 'isPreview'> {
  readonly now?: (() => number) | undefined;
  /** Whether to remove older generations, which contain everything published before, including texts taken down. */
  readonly purge?: boolean;
  /** Called as soon as the site is published. */
  readonly onBuilt?: (result: BuildResult) => void;
}

/** The paths of published files that differ from the last publication in DIST_DIR. */
export interface PublishedChanges {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

export interface Published {
  readonly result: BuildResult;
  readonly changes: PublishedChanges;
  /** Why the hub couldn't be pinged, in a sentence; undefined if it was. */
  readonly pingWarning: string | undefined;
  /** The result of purging PURGE_URL, in a sentence; undefined without one. */
  readonly purgedCdn: string | undefined;
  /** How many older generations were removed; undefined without `purge`. */
  readonly purged: number | undefined;
}

/**
 * Builds and publishes the content, pings the hub and purges the CDN. If the build fails, nothing has changed.
 * @throws ContentError or SetupError with the fix in its message
 */
export async function publishSite(options: PublishOptions): Promise<Published> {
  const { environment, purge: isPurge = false, now = clockOf(environment), onBuilt, ...more } = options;
  const result = await build({ environment, now, ...more });
  onBuilt?.(result);
  const pingWarning = await ping(environment);
  // If nothing changed, the CDN is only purged on request.
  const purgedCdn = result.changed || isPurge ? await purgeCdn(environment, result.generation.generation) : undefined;
  return {
    result,
    changes: changesSince(result),
    pingWarning,
    purgedCdn,
    purged: isPurge ? await purgeWhenRead(environment.DIST_DIR) : undefined,
  };
}

/** A build that publishes nothing, and how it differs from what is published. It takes as long as a build, and may make the key of the log. */
export async function previewSite({
  environment,
  now = clockOf(environment),
  ...more
}: Omit<PublishOptions, 'purge' | 'onBuilt'>): Promise<Pick<Published, 'result' | 'changes'>> {
  const result = await build({ environment, now, ...more, isPreview: true });
  return { result, changes: changesSince(result) };
}

const clockOf = ({ SOURCE_DATE_EPOCH: fixed }: Environment) => (fixed === undefined ? Date.now : () => fixed * 1000);

function changesSince({ last, generation }: BuildResult): PublishedChanges {
  const before: GenerationDocument['files'] = last.disk?.document.files ?? {};
  const paths = Object.keys(generation.files);
  return {
    added: paths.filter((path) => !Object.hasOwn(before, path)),
    changed: paths.filter((path) => Object.hasOwn(before, path) && before[path]?.sha256 !== generation.files[path]?.sha256),
    removed: Object.keys(before).filter((path) => !Object.hasOwn(generation.files, path)),
  };
}

/** Purges once a running server has had time to load the new generation. */
async function purgeWhenRead(distDir: string): Promise<number> {
  await wait(2 * limits.generationPollSeconds * 1000);
  return purge(distDir);
}
