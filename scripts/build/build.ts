import { createHash } from 'node:crypto';
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { verifyFiles } from '../../sidecar/generation/generation.ts';
import { checkPictures } from '../../site/content/read/pictures.ts';
import type { Environment } from '../../site/contract/environment.ts';
import { type GenerationDocument, lastModified, printGeneration } from '../../site/contract/generation.ts';
import { machinePaths, paths } from '../../site/contract/paths.ts';
import { answersWithin, toSinceAnswers } from '../../site/documents/since.ts';
import type { LogFile } from '../../site/log/print.ts';
import { type Publication, readPublication } from '../../site/publication.ts';
import { printHostFiles } from '../hosts/host-files.ts';
import { compressor, describeFiles, type FileRecord, fileOf, listPaths, setModified } from './files.ts';
import {
  type LastPublication,
  type PublishedTree,
  readLastPublication,
  readPublishedTree,
  replacesOtherBusiness,
} from './last-publication.ts';
import { buildLog } from './log/log.ts';
import { changeTime, fileModified, sinceModified } from './modified.ts';
import { bundleVerifier, type PrintSite, printSite } from './print.ts';
import { currentSecurity, undatedFiles } from './security-txt.ts';
import { writeSinceFiles } from './since-files.ts';
import { ABANDONED_MS, type Links, openStage, storeOf, swap, sweepStages, systemLinks } from './swap.ts';

export interface BuildResult {
  readonly publication: Publication;
  readonly generation: GenerationDocument;
  /** Whether there is a new generation: published bytes differ from before, or files were damaged. */
  readonly changed: boolean;
  readonly last: LastPublication;
  /** The report on the log, one line per fact. */
  readonly log: readonly string[];
}

export interface BuildOptions {
  readonly environment: Environment;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Called with the name of the current step. */
  readonly onProgress: (step: string) => void;
  /** Publishes this business even if `DIST_DIR` has another one. */
  readonly replace?: boolean;
  /** Starts a new log. */
  readonly newLog?: boolean;
  /** Prints the site into the stage; the whole site by default. */
  readonly print?: PrintSite;
  readonly links?: Links;
}

/**
 * Builds a new generation from the content and points `DIST_DIR` to it. If anything fails, the previous generation stays.
 * @throws ContentError or SetupError with the fix in its message
 */
export async function build(options: BuildOptions): Promise<BuildResult> {
  const { environment, now, onProgress, replace = false, newLog = false, print = printSite, links = systemLinks } = options;
  onProgress('reading the content');
  const content = readPublication(environment);
  await checkPictures(content.dataset);
  const { dataset } = content;
  const last = await readLastPublication(environment);
  const isOther = await replacesOtherBusiness(dataset, last.disk, environment, replace);
  const store = storeOf(environment.DIST_DIR);
  await sweepStages(store, now() - ABANDONED_MS);
  const stage = await openStage(store);
  try {
    onProgress('extending the log');
    const log = await buildLog({
      environment,
      disk: last.disk?.folder,
      dataset,
      now: now(),
      begin: { newLog, replace, isOther },
      write: (files) => writeFiles(stage, files),
    });
    const publication = { ...content, log: log.summary };
    onProgress('printing pages and documents');
    await print(publication, stage, environment);
    await writeFiles(stage, [
      [machinePaths.verifier, await bundleVerifier()],
      [machinePaths.security, await currentSecurity(publication, last.disk?.folder, now())],
    ]);
    const records = await describeFiles(stage, listPaths(stage), last.disk, (done, all) => onProgress(`describing file ${done} of ${all}`));
    onProgress('dating files');
    const changed = changeTime(last.served, Math.floor(now() / 1000));
    const files = dateFiles(stage, records, last, changed);
    const since = await publishSince(stage, publication, records, last, changed, links);
    const generation = await describeGeneration(stage, environment, { files, since }, last, changed);
    // A concurrent build may have published meanwhile.
    const previous = await readPublishedTree(environment.DIST_DIR);
    const isUnchanged = previous !== undefined && isSameGeneration(previous.document, generation) && (await isWhole(previous));
    const result = { publication, generation, changed: !isUnchanged, last, log: log.lines };
    if (isUnchanged && isDeepStrictEqual(previous.document, generation)) return result;
    await log.publish(() => swap(stage, environment.DIST_DIR, generation.generation, links));
    return result;
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

async function writeFiles(stage: string, files: Iterable<LogFile>): Promise<void> {
  for (const [publicPath, body] of files) {
    const file = fileOf(stage, publicPath);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, body);
  }
}

/** The record of each file except those of since, with its Last-Modified. Also sets the file's modification time. */
function dateFiles(
  stage: string,
  records: ReadonlyMap<string, FileRecord>,
  { served }: LastPublication,
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
async function publishSince(
  stage: string,
  { dataset, sinceBudgetBytes }: Publication,
  records: ReadonlyMap<string, FileRecord>,
  { served }: LastPublication,
  changed: number,
  links: Links,
): Promise<GenerationDocument['since']> {
  const since = toSinceAnswers(dataset.reviews);
  const printed = new Map(answersWithin(since, sinceBudgetBytes).map(({ chain, date }) => [chain, date]));
  const answers = sinceModified(since.answers, served, changed).map((answer) => {
    const file = records.get(paths.since + (printed.get(answer.chain) ?? ''));
    return file ? { ...answer, file } : answer;
  });
  await writeSinceFiles(stage, since, answers, printed, links);
  return { first: since.first, last: since.last, answers };
}

/** Writes the hosts' configurations and the record of the generation. */
async function describeGeneration(
  stage: string,
  { BASE_URL, HUB_URL, SIDECAR_URL }: Environment,
  published: Pick<GenerationDocument, 'files' | 'since'>,
  { served }: LastPublication,
  changed: number,
): Promise<GenerationDocument> {
  const hostFiles = printHostFiles({ generation: published, baseUrl: BASE_URL, hubUrl: HUB_URL, sidecarUrl: SIDECAR_URL });
  for (const [name, text] of Object.entries(hostFiles)) await writeFile(path.join(stage, name), text);
  const generation = generationId(published, hostFiles, BASE_URL, HUB_URL);
  const record = { version: 1 as const, generation, modified: changed, base_url: BASE_URL, hub_url: HUB_URL, compressor, ...published };
  const kept = { ...record, modified: served[0]?.modified };
  const document = served.length > 0 && served.every((one) => isDeepStrictEqual(one, kept)) ? kept : record;
  const file = path.join(stage, paths.generation);
  await writeFile(file, printGeneration(document));
  await utimes(file, lastModified(document), lastModified(document));
  return document;
}

/** Whether two generations are equal except for the expiry date of security.txt, which changes without a new generation. */
function isSameGeneration(a: GenerationDocument, b: GenerationDocument): boolean {
  const comparable = (document: GenerationDocument) => ({ ...document, modified: undefined, files: undatedFiles(document) });
  return isDeepStrictEqual(comparable(a), comparable(b));
}

/** A hash of the published bytes and addresses. Sites with equal ids are equal except for the expiry date of security.txt. */
function generationId(
  { files, since }: Pick<GenerationDocument, 'files' | 'since'>,
  hostFiles: Readonly<Record<string, string>>,
  baseUrl: string,
  hubUrl: string,
): string {
  // Adjacent answers can differ only in their times, which aren't published bytes.
  const answers = since.answers.filter(({ chain }, index) => chain !== since.answers[index - 1]?.chain);
  const chains = answers.map(({ chain, file }) => [chain, file !== undefined]);
  const hash = createHash('sha256').update(JSON.stringify([baseUrl, hubUrl, since.first, since.last, chains, hostFiles]));
  for (const [publicPath, { sha256 }] of Object.entries(undatedFiles({ files }))) hash.update(`${publicPath}\n${sha256}\n`);
  return hash.digest('hex').slice(0, 16);
}

/** Whether every file of a generation is still there. */
async function isWhole({ document, folder }: PublishedTree): Promise<boolean> {
  return verifyFiles(document, Object.entries(document.files), folder).then(
    () => true,
    () => false,
  );
}
