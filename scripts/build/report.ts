import type { Environment } from '../../site/contract/environment.ts';
import type { BuildResult } from './build.ts';

/** What a build tells the person who ran it, a line for each fact. */
export function describeBuild({ publication, generation, changed }: BuildResult, { DIST_DIR }: Environment): string {
  const { dataset } = publication;
  const { first, answers } = generation.since;
  const newest = dataset.reviews[0]?.date;
  const unwritten = answers.find(({ file }) => !file);
  return [
    `${dataset.business.name}: ${dataset.reviews.length} reviews${newest === undefined ? '' : `, ${first} to ${newest}`}`,
    ...dataset.leftOut.map(({ reason, count }) => `left out: ${count} ${reason}`),
    ...(unwritten
      ? [`since: dates up to ${unwritten.date} are answered from memory by the server and have no file (SINCE_BUDGET_MB)`]
      : []),
    `${DIST_DIR}: generation ${generation.generation}, ${changed ? 'new' : 'nothing changed'}`,
  ].join('\n');
}
