import type { Environment } from '../../site/contract/environment.ts';
import { verificationMethod } from '../../site/contract/review.ts';
import { maskedCounts } from '../../site/listing/masked.ts';
import type { BuildResult } from './build.ts';

/** What a build tells the person who ran it, a line for each fact. */
export function describeBuild({ publication, generation, changed, log }: BuildResult, { DIST_DIR }: Environment): string {
  const { dataset } = publication;
  const { first, answers } = generation.since;
  const newest = dataset.reviews[0]?.date;
  const unwritten = answers.find(({ file }) => !file);
  const verified = verificationMethod.options.flatMap((method) => {
    const { length } = dataset.reviews.filter(({ verification }) => verification.method === method);
    return length > 0 ? `${length} by ${method}` : [];
  });
  const masked = maskedCounts(dataset.masked);
  return [
    `${dataset.business.name}: ${dataset.reviews.length} reviews${newest === undefined ? '' : `, ${first} to ${newest}`}`,
    ...(verified.length > 0 ? [`verified: ${verified.join(', ')}`] : []),
    ...dataset.leftOut.map(({ reason, count }) => `left out: ${count} ${reason}`),
    ...(dataset.removedAtSource.size > 0 ? [`published although removed at the source: ${dataset.removedAtSource.size}`] : []),
    ...(masked.length > 0 ? [`masked: ${masked.join(', ')}`] : []),
    ...(unwritten
      ? [`since: dates up to ${unwritten.date} are answered from memory by the server and have no file (SINCE_BUDGET_MB)`]
      : []),
    ...log,
    `${DIST_DIR}: generation ${generation.generation}, ${changed ? 'new' : 'nothing changed'}`,
  ].join('\n');
}
