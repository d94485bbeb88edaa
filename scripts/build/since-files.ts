import { copyFileSync, renameSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { answerFor, type SinceAnswer } from '../../site/contract/generation.ts';
import { paths } from '../../site/contract/paths.ts';
import type { SinceAnswers } from '../../site/documents/since.ts';
import { daysBetween } from '../../site/shared/dates.ts';
import { fileLinker } from '../content/link-file.ts';

/**
 * Writes a file for every day from `first` to `last`; days with the same bytes and time are hard links. `printed` maps the chain of each
 * printed answer to the day whose file in `stage` has its body.
 */
export function writeSinceFiles(
  stage: string,
  { first, last }: Pick<SinceAnswers, 'first' | 'last'>,
  answers: readonly SinceAnswer[],
  printed: ReadonlyMap<string, string>,
  linkFile = fileLinker(),
): void {
  if (first === null || last === null) return;
  const fileOn = (day: string) => path.join(stage, paths.since, day);
  const written = new Map<string, string>();
  for (const day of daysBetween(first, last)) {
    const answer = answerFor(answers, day);
    const printedDay = printed.get(answer.chain);
    if (printedDay === undefined) continue;
    const modified = day === first ? newestOfEarlier(answers, first) : answer.modified;
    const key = `${answer.chain} ${modified}`;
    const [same, body] = [written.get(key), written.get(answer.chain)];
    if (same !== undefined) linkFile(same, fileOn(day));
    else {
      // A file has one modification time, so a body with two times needs two files.
      if (body === undefined) renameSync(fileOn(printedDay), fileOn(day));
      else copyFileSync(body, fileOn(day));
      utimesSync(fileOn(day), modified, modified);
      written.set(key, fileOn(day)).set(answer.chain, fileOn(day));
    }
  }
}

/**
 * Hosts answer all earlier dates with the first file, so it gets the newest of their times: with an older one, caches would keep outdated
 * bytes.
 */
function newestOfEarlier(answers: readonly SinceAnswer[], first: string): number {
  const from = answers.indexOf(answerFor(answers, first));
  return Math.max(...answers.slice(from).map(({ modified }) => modified));
}
