import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Dataset } from './content/dataset.ts';
import { readDataset } from './content/read/read.ts';
import { type Environment, readEnvironment } from './contract/environment.ts';
import type { Site } from './contract/headers.ts';
import type { InsightsDocument } from './contract/insights.ts';
import { openMemory } from './insights/cache.ts';
import { toInsights } from './insights/insights.ts';
import type { LogSummary } from './log/history.ts';

/** What one build prints: every page and document of it comes from this one snapshot of the content. */
export interface Publication extends Site {
  readonly dataset: Dataset;
  readonly insights: InsightsDocument;
  readonly sinceBudgetBytes: number;
  /** What the log says in numbers, this build's entries included; undefined before there is one. Only its page may depend on it. */
  readonly log?: LogSummary | undefined;
}

/** Astro bundles a copy of this module of its own, so the slot that both share is the process's. */
const slot = Symbol.for('open-reviews.publication');
const shared = globalThis as { [slot]?: Publication | undefined };

/** Reads the content and remembers it for the pages that this process prints. Throws a ContentError. */
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

/** The same publication with what its log says, for the pages that this process prints. */
export function withLog(publication: Publication, log: LogSummary): Publication {
  shared[slot] = { ...publication, log };
  return shared[slot];
}

/** Reviews that haven't changed since the last build aren't analysed again; only where the engine's sources lie beside this module. */
function analyseAll(dataset: Dataset): InsightsDocument {
  const siteDir = import.meta.dirname;
  if (!existsSync(path.join(siteDir, 'analysis'))) return toInsights(dataset);
  const memory = openMemory(path.join(siteDir, '..', 'node_modules', '.cache', 'open-reviews'), siteDir, dataset);
  const insights = toInsights(dataset, memory.remember);
  memory.save();
  return insights;
}

/** The publication of this process, read at the first call. */
export function publication(): Publication {
  return shared[slot] ?? readPublication(readEnvironment(process.env));
}
