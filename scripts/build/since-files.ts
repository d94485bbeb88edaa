import { copyFile, mkdir, rename, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import { daysBetween } from '../../site/contract/dates.ts';
import { answerFor, type SinceAnswer } from '../../site/contract/generation.ts';
import { paths } from '../../site/contract/paths.ts';
import type { SinceAnswers } from '../../site/documents/since.ts';
import { type Links, linkOrCopy } from './links.ts';

/**
 * Gives every day from `first` to `last` its file: days with the same bytes and the same time share one body on disk. `printed` names,
 * for each answer that was printed, the day under which its body lies in `stage` now.
 */
export async function writeSinceFiles(
  stage: string,
  { first, last }: Pick<SinceAnswers, 'first' | 'last'>,
  answers: readonly SinceAnswer[],
  printed: ReadonlyMap<string, string>,
  links: Links,
): Promise<void> {
  if (first === null || last === null) return;
  const folder = path.join(stage, paths.since);
  const bodies = path.join(stage, '.since');
  await rename(folder, bodies);
  await mkdir(folder);
  const written = new Map<string, string>();
  for (const day of daysBetween(first, last)) {
    const answer = answerFor(answers, day);
    const body = printed.get(answer.chain);
    if (body === undefined) continue;
    const modified = day === first ? newestOfEarlier(answers, first) : answer.modified;
    const file = path.join(folder, day);
    const key = `${answer.chain} ${modified}`;
    const known = written.get(key);
    if (known !== undefined) await linkOrCopy(links, known, file);
    else {
      // A file has one time: a body that moved at two times is two files.
      await copyFile(path.join(bodies, body), file);
      await utimes(file, modified, modified);
      written.set(key, file);
    }
  }
  await rm(bodies, { recursive: true });
}

/**
 * Hosts answer all dates before the first with its file, so it has the newest of their times: too new costs a reader a
 * download, too old would keep the wrong bytes in caches.
 */
function newestOfEarlier(answers: readonly SinceAnswer[], first: string): number {
  const from = answers.indexOf(answerFor(answers, first));
  return Math.max(...answers.slice(from).map(({ modified }) => modified));
}
