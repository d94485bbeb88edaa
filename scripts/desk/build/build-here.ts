import type { Environment } from '../../../site/contract/environment.ts';
import { printSite } from '../../build/print.ts';
import { previewSite, publishSite } from '../../build/publish.ts';
import type { BuildReport, BuildTask } from './run-build.ts';

/** Builds in this process. */
export async function buildHere(
  environment: Environment,
  { isPreview, purge }: BuildTask,
  onProgress: (step: string) => void,
  print = printSite,
): Promise<BuildReport> {
  const options = { environment, onProgress, print };
  const { result, changes, ...told } = await (isPreview ? previewSite(options) : publishSite({ ...options, purge }));
  return {
    changed: result.changed,
    changes,
    logged: Object.entries(Object.groupBy(result.logged, ({ type }) => type)).map(([type, entries]) => ({ type, count: entries.length })),
    warnings: result.log.filter((line) => line.startsWith('warning: ')).map((line) => line.slice('warning: '.length)),
    isHubTold: 'pingWarning' in told && told.pingWarning === undefined,
  };
}
