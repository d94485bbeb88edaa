import { type Environment, readEnvironment } from './contract/environment.ts';
import type { Site } from './contract/headers.ts';
import type { InsightsDocument } from './contract/insights.ts';
import type { Dataset } from './dataset/dataset.ts';
import { readDataset } from './dataset/read.ts';
import { toInsights } from './insights/insights.ts';

/** What one build prints: every page and document of it comes from this one snapshot of the content. */
export interface Publication extends Site {
  readonly dataset: Dataset;
  readonly insights: InsightsDocument;
  readonly sinceBudgetBytes: number;
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
    insights: toInsights(dataset),
    sinceBudgetBytes: environment.SINCE_BUDGET_MB * 1_000_000,
  };
  return shared[slot];
}

/** The publication of this process, read at the first call. */
export function publication(): Publication {
  return shared[slot] ?? readPublication(readEnvironment(process.env));
}
