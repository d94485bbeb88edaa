import { daysBetween } from '../../site/contract/dates.ts';
import { answerFor, type GenerationDocument } from '../../site/contract/generation.ts';
import { paths } from '../../site/contract/paths.ts';
import type { Extent } from '../hosts/host-limits.ts';

/** Counts the files of a generation as a host sees them: every date of since is a file, and so is each compressed variant. */
export function extentOf({ files, since }: Pick<GenerationDocument, 'files' | 'since'>): Extent {
  const sizes = Object.entries(files).flatMap(([path, { identity, br, gzip }]) =>
    [identity, br, gzip].flatMap((form) => (form ? [{ path, bytes: form.bytes }] : [])),
  );
  for (const day of since.first === null || since.last === null ? [] : daysBetween(since.first, since.last)) {
    const { file } = answerFor(since.answers, day);
    if (file) sizes.push({ path: paths.since + day, bytes: file.identity.bytes });
  }
  const largest = sizes.reduce((most, one) => (one.bytes > most.bytes ? one : most), { path: '/', bytes: 0 });
  return { files: sizes.length, bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0), largest };
}
