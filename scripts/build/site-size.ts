import { daysBetween } from '../../site/contract/dates.ts';
import { answerFor, type GenerationDocument } from '../../site/contract/generation.ts';
import { paths } from '../../site/contract/paths.ts';
import type { SiteSize } from '../hosts/host-limits.ts';

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
