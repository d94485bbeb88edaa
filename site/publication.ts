import type { Dataset } from './content/dataset.ts';
import { readDataset } from './content/read/read.ts';
import type { Environment } from './contract/environment.ts';
import type { Site } from './contract/headers.ts';
import type { InsightsDocument } from './contract/insights.ts';
import type { LogWitness } from './contract/log-witnesses.ts';
import { toInsights } from './insights/insights.ts';
import type { LogSummary } from './log/history.ts';

/** All data that pages and documents are generated from. */
export interface Publication extends Site {
  readonly dataset: Dataset;
  readonly insights: InsightsDocument;
  readonly sinceBudgetBytes: number;
  /** Whether the log is published, too. It isn't if our pages are added to another site. */
  readonly hasLog: boolean;
  /**
   * The figures of the log, including this build's entries; undefined before there is a log. Only the home page and the log's page may
   * depend on them.
   */
  readonly log?: LogSummary | undefined;
  /** Who cosigns the log, as of this build; only the log's page may depend on it. */
  readonly witnesses?: readonly LogWitness[] | undefined;
}

/** Reads and analyzes the content. @throws ContentError */
export function readPublication(environment: Environment): Publication {
  const dataset = readDataset(environment.CONTENT_DIR);
  return {
    baseUrl: environment.BASE_URL,
    hubUrl: environment.HUB_URL,
    dataset,
    insights: toInsights(dataset),
    sinceBudgetBytes: environment.SINCE_BUDGET_MB * 1_000_000,
    hasLog: true,
  };
}
