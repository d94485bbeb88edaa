import { copyFileSync, utimesSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { daysBetween } from '../../site/contract/dates.ts';
import { answerFor, type SinceAnswer } from '../../site/contract/generation.ts';
import { paths } from '../../site/contract/paths.ts';
import type { SinceAnswers } from '../../site/documents/since.ts';
import { linkOrCopy } from './swap.ts';

/**
 * Writes a file for every day from `first` to `last`; days with the same bytes and time are hard links. `printed` maps the chain of each
 * printed answer to the day whose file in `stage` has its body.
 */
export async function writeSinceFiles(
  stage: string,
  { first, last }: Pick<SinceAnswers, 'first' | 'last'>,
  answers: readonly SinceAnswer[],
  printed: ReadonlyMap<string, string>,
): Promise<void> {
  if (first === null || last === null) return;
  const folder = path.join(stage, paths.since);
  const bodies = path.join(stage, '.since');
  await rename(folder, bodies);
  await mkdir(folder);
  const written = new Map<string, string>();
  const taken = new Set<string>();
  for (const day of daysBetween(first, last)) {
    const answer = answerFor(answers, day);
    const body = printed.get(answer.chain);
    if (body === undefined) continue;
    const modified = day === first ? newestOfEarlier(answers, first) : answer.modified;
    const file = path.join(folder, day);
    const key = `${answer.chain} ${modified}`;
    const known = written.get(key);
    if (known !== undefined) linkOrCopy(known, file);
    else {
      // A file has one modification time, so a body with two times needs two files.
      if (taken.has(body)) copyFileSync(path.join(bodies, body), file);
      else linkOrCopy(path.join(bodies, body), file);
      taken.add(body);
      utimesSync(file, modified, modified);
      written.set(key, file);
    }
  }
  await rm(bodies, { recursive: true });
}

/**
 * Hosts answer all earlier dates with the first file, so it gets the newest of their times: with an older one, caches would keep outdated
 * bytes.
 */
function newestOfEarlier(answers: readonly SinceAnswer[], first: string): number {
  const from = answers.indexOf(answerFor(answers, first));
  return Math.max(...answers.slice(from).map(({ modified }) => modified));
}
