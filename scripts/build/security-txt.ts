import { readFile } from 'node:fs/promises';
import type { GenerationDocument } from '../../site/contract/generation.ts';
import { machinePaths } from '../../site/contract/paths.ts';
import { printSecurity } from '../../site/documents/discovery.ts';
import type { Publication } from '../../site/publication.ts';
import { fileOf } from './files.ts';

const DAY_MS = 86_400_000;
/** RFC 9116 2.5.5 recommends less than a year. */
const VALID_DAYS = 364;
const KEPT_DAYS = 180;

/**
 * The text of `/.well-known/security.txt`, which expires 364 days after the build. The file of the last generation, in `folder`, is kept if
 * only its date differs and is at least 180 days away, so not every build replaces it.
 */
export async function currentSecurity(publication: Publication, folder: string | undefined, now: number): Promise<string> {
  const day = (days: number) => new Date(now + days * DAY_MS).toISOString().replace(/T.*/, 'T00:00:00Z');
  const latest = day(VALID_DAYS);
  const published = folder === undefined ? '' : await readFile(fileOf(folder, machinePaths.security), 'utf8').catch(() => '');
  const expires = /^Expires: (\S+)$/m.exec(published)?.[1] ?? '';
  const isKept = expires >= day(KEPT_DAYS) && expires <= latest && published === printSecurity(publication, expires);
  return isKept ? published : printSecurity(publication, latest);
}

/** The files of a generation except security.txt, which depends on the date of the build. */
export function undatedFiles({ files }: Pick<GenerationDocument, 'files'>): GenerationDocument['files'] {
  const { [machinePaths.security]: _, ...undated } = files;
  return undated;
}
