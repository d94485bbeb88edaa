import { eachFile, type GenerationDocument } from '../../site/contract/generation.ts';

/** The number and size of the published files. */
interface SiteSize {
  readonly files: number;
  readonly bytes: number;
  /** In bytes, counting files with the same bytes once. */
  readonly distinctBytes: number;
  readonly largest: { readonly path: string; readonly bytes: number };
}

const MIB = 1024 * 1024;

/** A sentence for each known static host whose documented limits a site of this size exceeds. */
export function exceededLimits({ files, bytes, largest }: SiteSize): string[] {
  const exceeded = {
    // developers.cloudflare.com/pages/platform/limits
    'Cloudflare Pages (free)': [
      files > 20_000 && 'more than 20000 files',
      largest.bytes > 25 * MIB && `${largest.path} is larger than ${toMb(25 * MIB)} MB`,
    ],
    // docs.github.com/pages: "Published GitHub Pages sites may be no larger than 1 GB"
    'GitHub Pages': [bytes > 1024 * MIB && `more than ${toMb(1024 * MIB)} MB`],
  };
  return Object.entries(exceeded).flatMap(([host, limits]) => {
    const reasons = limits.filter((reason) => reason !== false);
    return reasons.length > 0 ? [`${host} would refuse it: ${reasons.join(', ')}`] : [];
  });
}

/** Megabytes of 1,000,000 bytes, with one decimal below 10. */
export function toMb(bytes: number): string {
  return (bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0);
}

/** The size of a generation as a host counts it: compressed variants and the dates of `since` are files, too. */
export function siteSizeOf({ files, since }: Pick<GenerationDocument, 'files' | 'since'>): SiteSize {
  const sizes = [...eachFile({ since }, Object.entries(files))];
  const largest = sizes.reduce((most, one) => (one.bytes > most.bytes ? one : most), { path: '/', name: '', bytes: 0, etag: '' });
  const distinct = new Map(sizes.map(({ etag, bytes }) => [etag, bytes]));
  return { files: sizes.length, bytes: sum(sizes.map(({ bytes }) => bytes)), distinctBytes: sum([...distinct.values()]), largest };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
