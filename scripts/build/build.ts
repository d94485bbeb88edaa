import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { verifyFiles } from '../../sidecar/generation/generation.ts';
import { checkPictures } from '../../site/content/read/pictures.ts';
import type { Environment } from '../../site/contract/environment.ts';
import type { GenerationDocument } from '../../site/contract/generation.ts';
import { machinePaths } from '../../site/contract/paths.ts';
import { readBundle } from '../../site/documents/bundle.ts';
import type { LogFile } from '../../site/log/print.ts';
import { type Publication, readPublication } from '../../site/publication.ts';
import { daysAt } from '../../site/shared/dates.ts';
import { storeOf, sweepBuilds } from '../content/own-folders.ts';
import { printHostFiles } from '../hosts/host-files.ts';
import type { HostInput } from '../hosts/host-rules.ts';
import { type AddedEntries, buildLog } from '../log/log.ts';
import { describeFiles, fileOf, listPaths } from './files.ts';
import { changeTime, describeGeneration } from './generation.ts';
import {
  type LastPublication,
  type PublishedTree,
  readLastPublication,
  readPublishedTree,
  replacesOtherBusiness,
} from './last-publication.ts';
import { type PrintSite, printSite } from './print.ts';
import { currentSecurity, undatedFiles } from './security-txt.ts';
import { swap, withStage } from './swap.ts';

export interface BuildResult {
  readonly publication: Publication;
  readonly generation: GenerationDocument;
  /** Whether there is a new generation: published bytes differ from before, or files were missing. */
  readonly changed: boolean;
  readonly last: LastPublication;
  /** The report on the log, one line per fact. */
  readonly log: readonly string[];
  /** The number of new entries of the log, by type. */
  readonly logged: readonly AddedEntries[];
  /** The latest day in any time zone at the time of the build, YYYY-MM-DD. */
  readonly latestDay: string;
}

export interface BuildOptions {
  readonly environment: Environment;
  /** Milliseconds since 1970; by default SOURCE_DATE_EPOCH or the clock. */
  readonly now?: () => number;
  /** Called with the name of the current step. */
  readonly onProgress: (step: string) => void;
  /** Publishes this business even if `DIST_DIR` has another one. */
  readonly replace?: boolean;
  /** Starts a new log. */
  readonly newLog?: boolean;
  /** Prints the site to the stage; the whole site by default. */
  readonly print?: PrintSite;
  /** Where to put what would be published, instead of publishing it. Contacts no witnesses and keeps no new key of the log. */
  readonly previewDir?: string | undefined;
}

/**
 * Builds a new generation from the content and points `DIST_DIR` to it. If anything fails, the previous generation stays.
 * @throws ContentError or SetupError with the fix in its message
 */
export async function build(options: BuildOptions): Promise<BuildResult> {
  const { environment, now = clockOf(environment), onProgress, replace = false, newLog = false, print = printSite, previewDir } = options;
  onProgress('reading the content');
  const content = readPublication(environment, now);
  await checkPictures(content.dataset);
  const { dataset } = content;
  const last = await readLastPublication(environment);
  const isOther = await replacesOtherBusiness(dataset, last.disk, environment, replace);
  await sweepBuilds(environment);
  return withStage(storeOf(previewDir ?? environment.DIST_DIR), ['site', 'log'], async ([stage = '', logStage = '']) => {
    onProgress('extending the log');
    const logOptions = {
      // A kept key without a published log would look as if the log was lost.
      newKeyDir: previewDir === undefined ? undefined : path.dirname(logStage),
      environment: previewDir === undefined ? environment : { ...environment, WITNESSES: [] },
      disk: last.disk?.folder,
      dataset,
      now: new Date(now()),
      begin: { newLog, replace, isOther },
    };
    // Written before the pages, so that the entries of a large log aren't in memory while Astro runs.
    const log = await buildLog(logOptions, (files) => writeFiles(logStage, files));
    const publication = { ...content, log: log.summary, witnesses: log.witnesses };
    onProgress('printing pages and documents');
    await print(publication, stage, environment);
    moveFiles(logStage, stage);
    await writeFiles(stage, [
      [machinePaths.verifier, await readBundle('log/verify')],
      [machinePaths.security, await currentSecurity(publication, last.disk?.folder, now())],
    ]);
    const records = await describeFiles(stage, listPaths(stage), (done, all) => onProgress(`describing file ${done} of ${all}`));
    onProgress('dating files');
    const changed = changeTime(last.served, Math.floor(now() / 1000));
    const hostFiles = (published: HostInput['generation']) =>
      printHostFiles({ generation: published, ...publication, sidecarUrl: environment.SIDECAR_URL });
    const generation = await describeGeneration({ stage, publication, records, served: last.served, changed, hostFiles });
    // A concurrent build may have published meanwhile.
    const previous = await readPublishedTree(environment.DIST_DIR);
    const isUnchanged = previous !== undefined && isSameGeneration(previous.document, generation) && (await isWhole(previous));
    const result = {
      publication,
      generation,
      changed: !isUnchanged,
      last,
      log: log.lines,
      logged: log.added,
      latestDay: daysAt(new Date(now())).latest,
    };
    if (previewDir !== undefined) await swap(stage, previewDir, generation.generation);
    else if (!isUnchanged || !isDeepStrictEqual(previous.document, generation))
      await log.publish(() => swap(stage, environment.DIST_DIR, generation.generation));
    return result;
  });
}

const clockOf = ({ SOURCE_DATE_EPOCH: fixed }: Environment) => (fixed === undefined ? Date.now : () => fixed * 1000);

/** Writes files, synchronously: faster for the many proofs of a log. */
async function writeFiles(stage: string, files: Iterable<LogFile> | AsyncIterable<LogFile>): Promise<void> {
  for await (const [publicPath, body] of files) {
    const file = fileOf(stage, publicPath);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, body);
  }
}

/** Moves every file of one stage into another. */
function moveFiles(from: string, to: string): void {
  for (const publicPath of listPaths(from)) {
    const file = fileOf(to, publicPath);
    mkdirSync(path.dirname(file), { recursive: true });
    renameSync(fileOf(from, publicPath), file);
  }
}

/** Whether two generations are equal except for the expiry date of security.txt, which changes without a new generation. */
function isSameGeneration(a: GenerationDocument, b: GenerationDocument): boolean {
  const comparable = (document: GenerationDocument) => ({ ...document, modified: undefined, files: undatedFiles(document) });
  return isDeepStrictEqual(comparable(a), comparable(b));
}

/** Whether every file of a generation is still there. */
async function isWhole({ document, folder }: PublishedTree): Promise<boolean> {
  return verifyFiles(document, Object.entries(document.files), folder).then(
    () => true,
    () => false,
  );
}
