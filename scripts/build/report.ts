import { doubtfulType } from '../../site/content/business-types.ts';
import type { Dataset } from '../../site/content/dataset.ts';
import { describeProblem } from '../../site/content/problems.ts';
import { namedFile } from '../../site/content/read/content-files.ts';
import type { Environment } from '../../site/contract/environment.ts';
import { limits } from '../../site/contract/limits.ts';
import { machinePaths, pagePaths, wellKnownPath } from '../../site/contract/paths.ts';
import { type Review, verificationMethod } from '../../site/contract/review.ts';
import { messagesOf } from '../../site/messages/messages.ts';
import { basePathOf, isLoopback } from '../../site/shared/base-path.ts';
import { countDays, rateReviewDate } from '../../site/shared/dates.ts';
import { counted } from '../../site/shared/text.ts';
import { maskedCounts } from '../../site/views/method.ts';
import type { CommandLine, Settings } from '../cli/settings.ts';
import { exceededLimits, siteSizeOf, toMb } from '../hosts/host-limits.ts';
import type { BuildResult } from './build.ts';
import type { PublishedBuild } from './publish.ts';

/** The report of a build, one line per fact. */
export function describeBuild({ publication, generation, changed, last, log, latestDay }: BuildResult, environment: Environment): string {
  const { dataset } = publication;
  return [
    ...describeReviews(dataset, generation.since.first),
    ...describeType(dataset, environment),
    ...describeDates(dataset, latestDay, environment),
    ...describeVerification(dataset),
    ...describeLeftOut(dataset),
    ...describeMasked(dataset),
    ...describeSince(generation, environment),
    ...describeTimes(last, environment),
    ...log,
    ...describeGeneration(generation, changed, environment),
    ...describeRoot(generation, environment),
  ].join('\n');
}

/** What was announced, and what was removed, one line per fact. */
export function describeAnnouncement(
  { hasHub, isOnline, pingWarning, purgedCdn, purged }: PublishedBuild,
  { HUB_URL, PURGE_URL, commandLine }: Settings,
): string[] {
  const pinged = pingWarning === undefined ? `pinged ${HUB_URL}` : `warning: ${pingWarning}`;
  return [
    ...(hasHub && isOnline ? [pinged] : []),
    ...(isOnline ? [] : describeLater(hasHub ? HUB_URL : undefined, PURGE_URL, commandLine)),
    ...(purgedCdn === undefined ? [] : [purgedCdn]),
    ...(purged === undefined ? [] : [`purged: ${counted(purged, 'older generation')}`]),
  ];
}

/** How to announce a version that isn't online yet. */
function describeLater(hub: string | undefined, cdn: string | undefined, commandLine: CommandLine): string[] {
  // The path may be a secret.
  const effects = [...(hub ? [`pings ${hub}`] : []), ...(cdn ? [`purges the cache at ${new URL(cdn).origin}`] : [])];
  if (effects.length === 0) return [];
  return [`not announced yet; once it is online, ${commandLine(`npm run build${cdn ? ' -- --purge' : ''}`)} ${effects.join(' and ')}`];
}

function describeReviews({ business, reviews }: Dataset, first: string | null): string[] {
  const newest = reviews[0]?.date;
  return [`${business.name}: ${counted(reviews.length, 'review')}${newest === undefined ? '' : `, ${first} to ${newest}`}`];
}

function describeType({ type }: Dataset, { CONTENT_DIR }: Environment): string[] {
  const doubt = doubtfulType(type);
  return doubt === undefined ? [] : [`warning: ${describeProblem({ file: namedFile(CONTENT_DIR, 'business'), place: 'type', ...doubt })}`];
}

/** Published reviews whose date is probably a mistake. The future isn't known if the clock is fixed. */
function describeDates({ reviews }: Dataset, latestDay: string, { SOURCE_DATE_EPOCH }: Environment): string[] {
  const doubtful = reviews.filter(({ date }) => rateReviewDate(date) === 'doubtful');
  const future = SOURCE_DATE_EPOCH === undefined ? reviews.filter(({ date }) => date > latestDay) : [];
  const describe = (found: readonly Review[], which: string) =>
    found
      .slice(0, 1)
      .map(
        ({ id, date }) =>
          `warning: ${counted(found.length, 'review')} dated ${which}, such as ${id} (${date}): fix the date if it is wrong`,
      );
  return [...describe(doubtful, 'before 1995'), ...describe(future, 'in the future')];
}

function describeVerification({ reviews }: Dataset): string[] {
  const verified = verificationMethod.options.flatMap((method) => {
    const { length } = reviews.filter(({ verification }) => verification.method === method);
    return length > 0 ? `${length} ${method}` : [];
  });
  return verified.length > 0 ? [`verified: ${verified.join(', ')}`] : [];
}

function describeLeftOut({ leftOut, reviews }: Dataset): string[] {
  const gone = reviews.filter(({ removed_at_source: day }) => day !== null).length;
  const published = gone > 0 ? [`published although removed at the source: ${gone}`] : [];
  return [...leftOut.map(({ reason, count }) => `left out: ${count} ${reason}`), ...published];
}

function describeMasked(dataset: Dataset): string[] {
  const masked = maskedCounts(dataset.masked, messagesOf({ ...dataset, language: 'en' }));
  return masked.length > 0 ? [`masked: ${masked.join(', ')}`] : [];
}

/** The `since` dates without a file, and which server answers them. */
function describeSince({ since }: BuildResult['generation'], { SINCE_BUDGET_MB, SIDECAR_URL }: Environment): string[] {
  const unwritten = since.answers.find(({ file }) => !file);
  if (!unwritten) return [];
  const isLong = since.first !== null && since.last !== null && countDays(since.first, since.last) > limits.sinceFiles;
  const reason = isLong ? `a build writes at most ${limits.sinceFiles}` : `SINCE_BUDGET_MB=${SINCE_BUDGET_MB}`;
  const elsewhere =
    SIDECAR_URL === undefined
      ? `a static host can't answer them: set SIDECAR_URL${isLong ? '' : ', or a larger budget'}`
      : `a static host redirects them to ${SIDECAR_URL}`;
  return [
    `since: dates up to ${unwritten.date} have no file (${reason}); the server and the sidecar answer them from memory, ${elsewhere}`,
  ];
}

/** Reports if no record of the last publication was found. Without one, changed files may get older times than cached copies have. */
function describeTimes({ disk, served, live }: BuildResult['last'], { DIST_DIR, BASE_URL }: Environment): string[] {
  if (served.length > 0) return [];
  const before = disk?.document.base_url;
  if (before !== undefined)
    return [
      `BASE_URL was ${before} at the last build and is ${BASE_URL} now: all addresses in the documents have changed, and every Last-Modified is the time of this build`,
    ];
  if (live === 'none') return [];
  const fact = `no earlier publication was found, in ${DIST_DIR} or at ${BASE_URL}; every Last-Modified is the time of this build`;
  return [isLoopback(new URL(BASE_URL).hostname) ? fact : `warning: ${fact}`];
}

/** The generation and its size, and the hosts for which it is too large. */
function describeGeneration(generation: BuildResult['generation'], changed: boolean, { DIST_DIR }: Environment): string[] {
  const size = siteSizeOf(generation);
  const { files, bytes, distinctBytes, largest } = size;
  return [
    `${DIST_DIR}: generation ${generation.generation}, ${changed ? 'new' : 'nothing changed'}; ${files} files, ${toMb(bytes)} MB (${toMb(distinctBytes)} MB if identical files count once), the largest ${largest.path} with ${toMb(largest.bytes)} MB`,
    ...exceededLimits(size),
  ];
}

/** For sites below a path: files that only work at the root of an origin (RFC 8615, RFC 9309 2.3), which someone has to copy there. */
function describeRoot({ files }: BuildResult['generation'], { BASE_URL, DIST_DIR }: Environment): string[] {
  if (basePathOf(BASE_URL) === '') return [];
  const wellKnown = Object.keys(files).filter((path) => path.startsWith(wellKnownPath));
  const doubled = basePathOf(BASE_URL) + pagePaths.reviews;
  return [
    ...(basePathOf(BASE_URL).endsWith('/reviews')
      ? [`reviews have addresses below ${doubled}; a path such as /customers reads better`]
      : []),
    `BASE_URL has the path ${basePathOf(BASE_URL)}. These files only work at the root of ${new URL(BASE_URL).origin}, so copy them from ${DIST_DIR} to the site there:`,
    ...wellKnown.map((path) => `  ${path.slice(1)}`),
    `  ${machinePaths.robots.slice(1)}: add its line "Sitemap: ${BASE_URL}${machinePaths.sitemap}" to the one there`,
  ];
}
