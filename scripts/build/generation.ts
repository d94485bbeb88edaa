import { createHash } from 'node:crypto';
import { copyFileSync, renameSync, utimesSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { answerFor, type FileRecord, type GenerationDocument, printGeneration, type SinceAnswer } from '../../site/contract/generation.ts';
import { paths } from '../../site/contract/paths.ts';
import { answersWithin, type SinceAnswers, toSinceAnswers } from '../../site/documents/since.ts';
import type { Publication } from '../../site/publication.ts';
import { daysBetween } from '../../site/shared/dates.ts';
import { fileLinker } from '../content/write-file.ts';
import { fileOf, setModified } from './files.ts';
import { undatedFiles } from './security-txt.ts';

/** The files of a generation without those of `since`, and the answers of `since`. */
type Published = Pick<GenerationDocument, 'files' | 'since'>;

export interface Described {
  /** The folder with the files. */
  readonly stage: string;
  readonly publication: Publication;
  readonly records: ReadonlyMap<string, FileRecord>;
  /** The known records of what was served before. */
  readonly served: readonly GenerationDocument[];
  /** The Last-Modified of everything that differs from what was served, in seconds since 1970. */
  readonly changed: number;
  /** The configurations of hosts, by name. */
  readonly hostFiles?: (published: Published) => Readonly<Record<string, string>>;
}

/**
 * Sets the dates of a generation's files, and adds the files that aren't routes: the dates of `since`, hosts' configurations and the record
 * of all files.
 */
export async function describeGeneration(described: Described): Promise<GenerationDocument> {
  const { stage, publication, records, served, changed, hostFiles } = described;
  const { baseUrl, hubUrl } = publication;
  const published = { files: dateFiles(stage, records, served, changed), since: publishSince(described) };
  const hosts = hostFiles?.(published) ?? {};
  for (const [name, text] of Object.entries(hosts)) {
    await mkdir(path.dirname(path.join(stage, name)), { recursive: true });
    await writeFile(path.join(stage, name), text);
  }
  const generation = generationId(published, hosts, baseUrl, hubUrl);
  const record = { version: 1 as const, generation, modified: changed, base_url: baseUrl, hub_url: hubUrl, ...published };
  const kept = { ...record, modified: served[0]?.modified ?? changed };
  const document = served.length > 0 && served.every((one) => isDeepStrictEqual(one, kept)) ? kept : record;
  const file = path.join(stage, paths.generation);
  await writeFile(file, printGeneration(document));
  await utimes(file, document.modified, document.modified);
  return document;
}

/** The record of each file except those of since, with its Last-Modified. Also sets the file's modification time. */
function dateFiles(
  stage: string,
  records: ReadonlyMap<string, FileRecord>,
  served: readonly GenerationDocument[],
  changed: number,
): GenerationDocument['files'] {
  const files: GenerationDocument['files'] = {};
  for (const [publicPath, record] of records) {
    if (publicPath.startsWith(paths.since)) continue;
    const modified = fileModified(served, changed, publicPath, record.sha256);
    files[publicPath] = { modified, ...record };
    setModified(fileOf(stage, publicPath), record, modified);
  }
  return files;
}

/** Writes a file for every since date within the budget. Returns all since answers with their times. */
function publishSince({ stage, publication, records, served, changed }: Described): GenerationDocument['since'] {
  const since = toSinceAnswers(publication.dataset.reviews);
  const printed = new Map(answersWithin(since, publication.sinceBudgetBytes).map(({ chain, date }) => [chain, date]));
  const answers = sinceModified(since.answers, served, changed).map((answer) => {
    const file = records.get(paths.since + (printed.get(answer.chain) ?? ''));
    return file ? { ...answer, file } : answer;
  });
  writeSinceFiles(stage, since, answers, printed);
  return { first: since.first, last: since.last, answers };
}

/** A hash of the published bytes and addresses. Sites with equal ids are equal except for the expiry date of security.txt. */
function generationId({ files, since }: Published, hostFiles: Readonly<Record<string, string>>, baseUrl: string, hubUrl: string): string {
  // Adjacent answers with the same chain only differ in their times, which aren't published bytes.
  const answers = since.answers.filter(({ chain }, index) => chain !== since.answers[index - 1]?.chain);
  const chains = answers.map(({ chain, file }) => [chain, file !== undefined]);
  const hash = createHash('sha256').update(JSON.stringify([baseUrl, hubUrl, since.first, since.last, chains, hostFiles]));
  for (const [publicPath, { sha256 }] of Object.entries(undatedFiles({ files }))) hash.update(`${publicPath}\n${sha256}\n`);
  return hash.digest('hex').slice(0, 16);
}

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

/** The known records of what was served before: from `DIST_DIR`, the live site, or both. */
type Served = readonly Pick<GenerationDocument, 'files' | 'since' | 'modified'>[];

/**
 * The Last-Modified of everything that this build changes, in seconds since 1970: the time of the build, or later if the clock was set
 * back, so changed files are always newer than what was served before.
 */
export function changeTime(served: Served, nowSeconds: number): number {
  return Math.max(nowSeconds, ...served.map(({ modified }) => modified + 1));
}

/** The Last-Modified of a file with the hash `sha256`: unchanged if every record has the same bytes, otherwise `changed`. */
export function fileModified(served: Served, changed: number, publicPath: string, sha256: string): number {
  const before = served.flatMap(({ files }) => files[publicPath] ?? []);
  const isSame = before.length > 0 && before.every((file) => file.sha256 === sha256);
  return isSame ? Math.max(...before.map(({ modified }) => modified)) : changed;
}

type Undated = Omit<SinceAnswer, 'modified' | 'file'>;

/**
 * The since answers with their Last-Modified, found in the same way. Answers only change at some dates, so it is enough to compare the
 * lists at those dates. Adjacent answers with equal bytes and times are merged.
 */
export function sinceModified(answers: readonly Undated[], served: Served, changed: number): Omit<SinceAnswer, 'file'>[] {
  const steps = new Set([...answers, ...served.flatMap(({ since }) => since.answers)].map(({ date }) => date));
  const dated: Omit<SinceAnswer, 'file'>[] = [];
  for (const date of [...steps].sort().reverse()) {
    const { matched, chain } = answerFor(answers, date);
    const before = served.map(({ since }) => answerFor(since.answers, date));
    const isSame = before.length > 0 && before.every((answer) => answer.chain === chain);
    const modified = isSame ? Math.max(...before.map((answer) => answer.modified)) : changed;
    const last = dated.at(-1);
    if (last?.chain !== chain || last.modified !== modified) dated.push({ date, matched, chain, modified });
  }
  return dated;
}
