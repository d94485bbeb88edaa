import type { Dataset } from './content/dataset.ts';
import { policyOn } from './content/read/publication-policy.ts';
import { readDataset } from './content/read/read.ts';
import type { Environment } from './contract/environment.ts';
import type { Site } from './contract/headers.ts';
import type { InsightsDocument } from './contract/insights.ts';
import type { LogWitness } from './contract/log-documents.ts';
import { toInsights } from './insights/insights.ts';
import type { LogSummary } from './log/history.ts';
import { daysAt } from './shared/dates.ts';

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

/** Reads and analyzes the content at the time `now`, in milliseconds since 1970. @throws ContentError */
export function readPublication(environment: Environment, now: () => number = Date.now): Publication {
  const content = readDataset(environment.CONTENT_DIR);
  // With a fixed clock, nothing is known to be in the future.
  const isFixed = environment.SOURCE_DATE_EPOCH !== undefined;
  const dataset = isFixed ? content : { ...content, policy: policyOn(daysAt(new Date(now())).latest, content.policy) };
  return {
    baseUrl: environment.BASE_URL,
    hubUrl: environment.HUB_URL,
    dataset,
    insights: toInsights(dataset),
    sinceBudgetBytes: environment.SINCE_BUDGET_MB * 1_000_000,
    hasLog: true,
  };
}
