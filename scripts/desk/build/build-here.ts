import type { Environment } from '../../../site/contract/environment.ts';
import type { GenerationDocument } from '../../../site/contract/generation.ts';
import { type BuildResult, build } from '../../build/build.ts';
import { printSite } from '../../build/print.ts';
import { publishSite } from '../../build/publish.ts';
import { previewPlaces } from '../../content/own-folders.ts';
import type { BuildReport, BuildTask, PublishedChanges } from './run-build.ts';

/** Builds in this process. */
export async function buildHere(
  environment: Environment,
  { isPreview, purge }: BuildTask,
  onProgress: (step: string) => void,
  print = printSite,
): Promise<BuildReport> {
  const options = { environment, onProgress, print };
  const published = isPreview ? undefined : await publishSite({ ...options, purge });
  const result = published?.result ?? (await build({ ...options, previewDir: previewPlaces(environment.DATA_DIR).dist }));
  return {
    changed: result.changed,
    changes: changesSince(result),
    logged: result.logged,
    warnings: result.log.filter((line) => line.startsWith('warning: ')).map((line) => line.slice('warning: '.length)),
    isHubTold: published !== undefined && published.pingWarning === undefined,
  };
}

/** How a build differs from the last publication in DIST_DIR. */
export function changesSince({ last, generation }: BuildResult): PublishedChanges {
  const before: GenerationDocument['files'] = last.disk?.document.files ?? {};
  const paths = Object.keys(generation.files);
  return {
    added: paths.filter((path) => !Object.hasOwn(before, path)),
    changed: paths.filter((path) => Object.hasOwn(before, path) && before[path]?.sha256 !== generation.files[path]?.sha256),
    removed: Object.keys(before).filter((path) => !Object.hasOwn(generation.files, path)),
  };
}
