import { daysBetween } from '../../site/contract/dates.ts';
import { answerFor, type GenerationDocument } from '../../site/contract/generation.ts';
import { paths } from '../../site/contract/paths.ts';

/** The number and size of the published files. */
interface SiteSize {
  readonly files: number;
  readonly bytes: number;
  /** In bytes, counting files with the same bytes once. */
  readonly distinctBytes: number;
  readonly largest: { readonly path: string; readonly bytes: number };
}

interface HostLimits {
  readonly host: string;
  readonly files?: number;
  readonly fileBytes?: number;
  readonly bytes?: number;
}

const MIB = 1024 * 1024;

/** The limits of static hosts, by their own documentation. */
const hostLimits: readonly HostLimits[] = [
  // developers.cloudflare.com/pages/platform/limits
  { host: 'Cloudflare Pages (free)', files: 20_000, fileBytes: 25 * MIB },
  // docs.github.com/pages: "Published GitHub Pages sites may be no larger than 1 GB"
  { host: 'GitHub Pages', bytes: 1024 * MIB },
];

/** A sentence for each known host whose limits a site of this size exceeds. */
export function exceededLimits({ files, bytes, largest }: SiteSize): string[] {
  return hostLimits.flatMap((limits) => {
    const reasons = [
      ...(files > (limits.files ?? Number.POSITIVE_INFINITY) ? [`more than ${limits.files} files`] : []),
      ...(bytes > (limits.bytes ?? Number.POSITIVE_INFINITY) ? [`more than ${toMb(limits.bytes ?? 0)} MB`] : []),
      ...(largest.bytes > (limits.fileBytes ?? Number.POSITIVE_INFINITY)
        ? [`${largest.path} is larger than ${toMb(limits.fileBytes ?? 0)} MB`]
        : []),
    ];
    return reasons.length > 0 ? [`${limits.host} would refuse it: ${reasons.join(', ')}`] : [];
  });
}

/** Megabytes of 1,000,000 bytes, with one decimal where there are few. */
export function toMb(bytes: number): string {
  return (bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0);
}

/** The size of a generation as a host counts it: every date of since is a file, and so is each compressed variant. */
export function siteSizeOf({ files, since }: Pick<GenerationDocument, 'files' | 'since'>): SiteSize {
  const sizes = Object.entries(files).flatMap(([path, { identity, br, gzip }]) =>
    [identity, br, gzip].flatMap((form) => (form ? [{ path, ...form }] : [])),
  );
  for (const day of since.first === null || since.last === null ? [] : daysBetween(since.first, since.last)) {
    const { file } = answerFor(since.answers, day);
    if (file) sizes.push({ path: paths.since + day, ...file.identity });
  }
  const largest = sizes.reduce((most, one) => (one.bytes > most.bytes ? one : most), { path: '/', bytes: 0, etag: '' });
  const distinct = new Map(sizes.map(({ etag, bytes }) => [etag, bytes]));
  return { files: sizes.length, bytes: sum(sizes.map(({ bytes }) => bytes)), distinctBytes: sum([...distinct.values()]), largest };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
