import type { Environment } from '../../../site/contract/environment.ts';
import type { GenerationDocument } from '../../../site/contract/generation.ts';
import { type BuildResult, build } from '../../build/build.ts';
import { printSite } from '../../build/print.ts';
import { type PublishedBuild, publishSite } from '../../build/publish.ts';
import { readPublishFile } from '../../cli/publish-file.ts';
import { previewPlaces } from '../../content/own-folders.ts';
import { deliver } from '../../publish/deliver.ts';
import type { BuildReport, BuildTask, HubNews, PublishedChanges } from './run-build.ts';

/** Builds in this process, and brings the site to where publish.yaml says. */
export async function buildHere(
  environment: Environment,
  { isPreview, purge, replace = false }: BuildTask,
  onProgress: (step: string) => void,
  print = printSite,
): Promise<BuildReport> {
  const options = { environment, onProgress, print };
  if (isPreview)
    return {
      ...describe(await build({ ...options, previewDir: previewPlaces(environment.DATA_DIR).dist })),
      hub: undefined,
      delivery: undefined,
    };
  const where = readPublishFile(environment.CONTENT_DIR);
  if (where === undefined) {
    const published = await publishSite({ ...options, purge });
    return { ...describe(published.result), hub: hubNews(published), delivery: undefined };
  }
  const { built, delivery } = await deliver(environment, where, { replace, onProgress }, (bring) =>
    publishSite({ ...options, purge, bring }),
  );
  if (built === undefined) return { ...NOTHING_BUILT, changed: delivery.target === 'github' && delivery.isPushed, delivery };
  return { ...describe(built.result), hub: hubNews(built), delivery };
}

function hubNews({ hasHub, isOnline, pingWarning }: PublishedBuild): HubNews | undefined {
  if (!hasHub) return undefined;
  if (!isOnline) return 'offline';
  return pingWarning === undefined ? 'told' : 'untold';
}

/** A site that its workflow builds elsewhere. */
const NOTHING_BUILT = { changes: { added: [], changed: [], removed: [] }, logged: [], warnings: [], hub: undefined } as const;

const describe = (result: BuildResult) => ({
  changed: result.changed,
  changes: changesSince(result),
  logged: result.logged,
  warnings: result.log.filter((line) => line.startsWith('warning: ')).map((line) => line.slice('warning: '.length)),
});

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
