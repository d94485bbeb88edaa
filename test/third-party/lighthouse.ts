import lighthouse from 'lighthouse';
import { freePort } from '../../scripts/lab/free-port.ts';
import { launch } from '../support/browser.ts';

export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export type Category = (typeof categories)[number];

/** Lighthouse's results for a page: the score of each category, out of 100, and the audits that lower a score. */
export interface Assessment {
  readonly scores: Readonly<Record<string, number>>;
  readonly findings: readonly string[];
}

/**
 * Runs Lighthouse `runs` times on each of `urls`, as a phone on a slow connection. Returns the run with the median score for each URL.
 */
export async function assess(urls: readonly string[], only: readonly Category[], runs: number): Promise<readonly Assessment[]> {
  const port = await freePort();
  const browser = await launch(`--remote-debugging-port=${port}`);
  try {
    const assessments: Assessment[] = [];
    for (const url of urls) {
      const found: Assessment[] = [];
      for (let run = 0; run < runs; run++) found.push(await assessOne(url, port, only));
      const median = found.toSorted((a, b) => total(a) - total(b))[Math.floor(runs / 2)];
      if (median) assessments.push(median);
    }
    return assessments;
  } finally {
    await browser.close();
  }
}

const total = ({ scores }: Assessment) => Object.values(scores).reduce((sum, score) => sum + score, 0);

async function assessOne(url: string, port: number, only: readonly Category[]): Promise<Assessment> {
  const result = await lighthouse(url, { port, onlyCategories: [...only], output: 'json', logLevel: 'silent' });
  if (result === undefined || result.lhr.runtimeError) throw new Error(`lighthouse: ${url}: ${result?.lhr.runtimeError?.message}`);
  const { lhr } = result;
  const weighed = new Set(
    Object.values(lhr.categories).flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id)),
  );
  return {
    scores: Object.fromEntries(only.map((name) => [name, Math.round((lhr.categories[name]?.score ?? 0) * 100)])),
    findings: Object.values(lhr.audits)
      .filter(({ id, score }) => weighed.has(id) && score !== null && score < 0.9)
      .map(({ id, title, displayValue }) => `${id}: ${title} ${displayValue ?? ''}`.trim()),
  };
}
