import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Dataset } from './content/dataset.ts';
import { readDataset } from './content/read/read.ts';
import { type Environment, readEnvironment } from './contract/environment.ts';
import type { Site } from './contract/headers.ts';
import type { InsightsDocument } from './contract/insights.ts';
import { openCache } from './insights/cache.ts';
import { toInsights } from './insights/insights.ts';
import type { LogSummary } from './log/history.ts';

/** The snapshot of the content from which a build prints every page and document. */
export interface Publication extends Site {
  readonly dataset: Dataset;
  readonly insights: InsightsDocument;
  readonly sinceBudgetBytes: number;
  /** The figures of the log, including this build's entries; undefined before there is a log. Only the log's page may depend on it. */
  readonly log?: LogSummary | undefined;
  /** The paths of pages that the build has from its last time, so that they aren't printed. */
  readonly kept?: Pick<ReadonlySet<string>, 'has'> | undefined;
}

/** Astro bundles its own copy of this module, so the publication is kept in the process, where both copies find it. */
const slot = Symbol.for('open-reviews.publication');
const shared = globalThis as { [slot]?: Publication | undefined };

/** Reads the content and keeps the publication for the pages that this process prints. Throws a ContentError. */
export function readPublication(environment: Environment): Publication {
  const dataset = readDataset(environment.CONTENT_DIR);
  shared[slot] = {
    baseUrl: environment.BASE_URL,
    hubUrl: environment.HUB_URL,
    dataset,
    insights: analyseAll(dataset),
    sinceBudgetBytes: environment.SINCE_BUDGET_MB * 1_000_000,
  };
  return shared[slot];
}

/** The same publication with the figures of its log, kept for the pages that this process prints. */
export function withLog(publication: Publication, log: LogSummary): Publication {
  shared[slot] = { ...publication, log };
  return shared[slot];
}

/** The same publication without the pages that needn't be printed. */
export function withKept(publication: Publication, kept: Publication['kept']): void {
  shared[slot] = { ...publication, kept };
}

/** Analyses of unchanged reviews are cached between builds; only where the engine's sources are beside this module. */
function analyseAll(dataset: Dataset): InsightsDocument {
  const siteDir = import.meta.dirname;
  if (!existsSync(path.join(siteDir, 'analysis'))) return toInsights(dataset);
  // Beside the bundled pages: the one folder of the checkout that a build of a container or of systemd may write to.
  const cache = openCache(path.join(siteDir, '..', '.astro', 'analysis'), siteDir, dataset);
  const insights = toInsights(dataset, cache.read);
  cache.save();
  return insights;
}

/** The publication of this process, read on the first call. */
export function publication(): Publication {
  return shared[slot] ?? readPublication(readEnvironment(process.env));
}
