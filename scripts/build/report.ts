import type { Environment } from '../../site/contract/environment.ts';
import { verificationMethod } from '../../site/contract/review.ts';
import { maskedCounts } from '../../site/views/masked.ts';
import { refusals, toMb } from '../hosts/host-limits.ts';
import type { BuildResult } from './build.ts';
import { extentOf } from './extent.ts';
import { isLoopback } from './loopback.ts';

/** What a build tells the person who ran it, a line for each fact. */
export function describeBuild({ publication, generation, changed, last, log }: BuildResult, environment: Environment): string {
  const { dataset } = publication;
  const { first } = generation.since;
  const newest = dataset.reviews[0]?.date;
  const verified = verificationMethod.options.flatMap((method) => {
    const { length } = dataset.reviews.filter(({ verification }) => verification.method === method);
    return length > 0 ? `${length} by ${method}` : [];
  });
  const masked = maskedCounts(dataset.masked);
  const extent = extentOf(generation);
  return [
    `${dataset.business.name}: ${dataset.reviews.length} reviews${newest === undefined ? '' : `, ${first} to ${newest}`}`,
    ...(verified.length > 0 ? [`verified: ${verified.join(', ')}`] : []),
    ...dataset.leftOut.map(({ reason, count }) => `left out: ${count} ${reason}`),
    ...(dataset.removedAtSource.size > 0 ? [`published although removed at the source: ${dataset.removedAtSource.size}`] : []),
    ...(masked.length > 0 ? [`masked: ${masked.join(', ')}`] : []),
    ...describeSince(generation, environment),
    ...describeTimes(last, environment),
    ...log,
    `${environment.DIST_DIR}: generation ${generation.generation}, ${changed ? 'new' : 'nothing changed'}; ${extent.files} files, ${toMb(extent.bytes)} MB (${toMb(extent.distinctBytes)} MB without copies), the largest ${extent.largest.path} with ${toMb(extent.largest.bytes)} MB`,
    ...refusals(extent),
  ].join('\n');
}

/** The dates of since that have no file, and where they are answered. */
function describeSince({ since }: BuildResult['generation'], { SINCE_BUDGET_MB, SIDECAR_URL }: Environment): string[] {
  const unwritten = since.answers.find(({ file }) => !file);
  if (!unwritten) return [];
  const elsewhere =
    SIDECAR_URL === undefined
      ? 'a host of static files cannot answer them: set SIDECAR_URL, or a larger budget'
      : `a host of static files sends them to ${SIDECAR_URL}`;
  return [
    `since: dates up to ${unwritten.date} have no file (SINCE_BUDGET_MB=${SINCE_BUDGET_MB}); the server and the sidecar answer them from memory, ${elsewhere}`,
  ];
}

/** Without a record of what was served before, a reader could hold newer bytes than any time but this build's. */
function describeTimes({ served, live }: BuildResult['last'], { DIST_DIR, BASE_URL }: Environment): string[] {
  if (served.length > 0 || live === 'none') return [];
  const fact = `no earlier publication was found, in ${DIST_DIR} or at ${BASE_URL}; every Last-Modified is the time of this build`;
  return [isLoopback(BASE_URL) ? fact : `warning: ${fact}`];
}
