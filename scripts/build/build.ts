import { createHash } from 'node:crypto';
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { verifyFiles } from '../../sidecar/edge/verify-files.ts';
import type { Environment } from '../../site/contract/environment.ts';
import { type GenerationDocument, lastModified, type SinceAnswer } from '../../site/contract/generation.ts';
import { machinePaths, paths } from '../../site/contract/paths.ts';
import { answersWithin, type SinceAnswers, toSinceAnswers } from '../../site/documents/since.ts';
import { newestTime } from '../../site/insights/insights.ts';
import type { Files } from '../../site/log/print.ts';
import { type Publication, readPublication, withLog } from '../../site/publication.ts';
import { printHostFiles } from '../hosts/host-files.ts';
import { compressor } from './compress.ts';
import { buildLog } from './log/log.ts';
import { dateSince, dating, readGeneration, recall } from './memory.ts';
import { type Print, printSite } from './print.ts';
import { currentTree, openStage, storeOf, swap, sweepStages } from './swap.ts';
import { describeFiles, fileOf, linkDays, listPaths, type PreviousTree, setModified } from './tree.ts';
import { bundleVerifier } from './verifier.ts';

export interface BuildResult {
  readonly publication: Publication;
  readonly generation: GenerationDocument;
  /** Whether there is a new generation: something published is other than before, or was damaged. */
  readonly changed: boolean;
  /** What to tell of the log, a line for each fact. */
  readonly log: readonly string[];
}

export interface BuildOptions {
  readonly environment: Environment;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Called with what is being done and how far it is. */
  readonly onProgress: (step: string) => void;
  /** What is published: the whole site unless said otherwise. */
  readonly print?: Print;
  /** Begins a new log, with a link to the end of the old one. */
  readonly newLog?: boolean;
}

const ABANDONED_MS = 3_600_000;

/**
 * Builds the content into a new generation and makes it what `DIST_DIR` stands for. Until then, and when anything
 * fails, the previous one stays. Throws a ContentError or a SetupError with what to mend.
 */
export async function build({ environment, now, onProgress, print = printSite, newLog = false }: BuildOptions): Promise<BuildResult> {
  onProgress('reading the content');
  const content = readPublication(environment);
  const store = storeOf(environment.DIST_DIR);
  await sweepStages(store, now() - ABANDONED_MS);
  const stage = await openStage(store);
  try {
    onProgress('extending the log');
    const { reviews, absences } = content.dataset;
    const folder = await currentTree(environment.DIST_DIR);
    const log = await buildLog({ environment, folder, reviews, absences, now: now(), beginAgain: newLog });
    const publication = withLog(content, log.summary);
    onProgress('printing pages and documents');
    await print(publication, stage);
    await writeFiles(stage, new Map([...log.files, [machinePaths.verifier, await bundleVerifier()]]));
    const generation = await describe(stage, publication, environment, now, onProgress);
    const previous = await previousTree(environment);
    if (previous?.document.generation === generation.generation && (await isWhole(previous))) {
      return { publication, generation: previous.document, changed: false, log: log.lines };
    }
    await swap(stage, environment.DIST_DIR, generation.generation);
    await log.published();
    return { publication, generation, changed: true, log: log.lines };
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

async function describe(
  stage: string,
  publication: Publication,
  environment: Environment,
  now: () => number,
  onProgress: (step: string) => void,
): Promise<GenerationDocument> {
  const previous = await previousTree(environment);
  const memory = await recall(previous?.document, environment.BASE_URL);
  const times = {
    contentSeconds: toSeconds(Date.parse(newestTime(publication.dataset.reviews) ?? '1970-01-01')),
    nowSeconds: toSeconds(now()),
  };

  const since = toSinceAnswers(publication.dataset.reviews);
  const printed = new Map(answersWithin(since, publication.sinceBudgetBytes).map(({ chain, date }) => [chain, date]));
  const records = await describeFiles(stage, await listPaths(stage), previous, (done, all) => onProgress(`compressing ${done} of ${all}`));

  onProgress('linking the dates of since');
  const ofSince = (chain: string) => records.get(paths.since + (printed.get(chain) ?? ''));
  const answers: SinceAnswer[] = dateSince(since.answers, memory, times).map((answer) => {
    const file = ofSince(answer.chain);
    return file ? { ...answer, file } : answer;
  });
  if (since.first !== null && since.last !== null) await linkDays(stage, { first: since.first, last: since.last }, answers, printed);

  const files: GenerationDocument['files'] = {};
  for (const [publicPath, record] of records) {
    if (publicPath.startsWith(paths.since)) continue;
    const modified = dating(memory, times)(publicPath, record.sha256);
    files[publicPath] = { modified, ...record };
    await setModified(fileOf(stage, publicPath), record, modified);
  }
  const published = { files, since: { first: since.first, last: since.last, answers } };
  const hostFiles = printHostFiles({
    generation: published,
    baseUrl: environment.BASE_URL,
    hubUrl: environment.HUB_URL,
    sidecarUrl: environment.SIDECAR_URL,
  });
  for (const [name, text] of Object.entries(hostFiles)) await writeFile(path.join(stage, name), text);
  const generation: GenerationDocument = {
    version: 1,
    generation: generationId(files, since, printed.size, hostFiles, environment),
    base_url: environment.BASE_URL,
    hub_url: environment.HUB_URL,
    compressor,
    ...published,
  };
  const record = path.join(stage, paths.generation);
  await writeFile(record, `${JSON.stringify(generation, null, 1)}\n`);
  await utimes(record, lastModified(generation), lastModified(generation));
  return generation;
}

/** Names the published bytes and the addresses in them: equal ids, equal sites. */
function generationId(
  files: GenerationDocument['files'],
  since: SinceAnswers,
  answersWritten: number,
  hostFiles: Readonly<Record<string, string>>,
  { BASE_URL, HUB_URL }: Environment,
): string {
  const chains = since.answers.map(({ chain }) => chain);
  const hash = createHash('sha256').update(JSON.stringify([BASE_URL, HUB_URL, chains, answersWritten, hostFiles]));
  for (const [publicPath, { sha256 }] of Object.entries(files)) hash.update(`${publicPath}\n${sha256}\n`);
  return hash.digest('hex').slice(0, 16);
}

/** Whether every file of a generation is still there. */
async function isWhole({ document, folder }: PreviousTree): Promise<boolean> {
  return verifyFiles(document, folder).then(
    () => true,
    () => false,
  );
}

async function previousTree({ DIST_DIR }: Environment): Promise<PreviousTree | undefined> {
  const folder = await currentTree(DIST_DIR);
  const document = folder === undefined ? undefined : await readGeneration(path.join(folder, paths.generation));
  return folder === undefined || !document ? undefined : { folder, document };
}

async function writeFiles(stage: string, files: Files): Promise<void> {
  for (const [publicPath, body] of files) {
    const file = fileOf(stage, publicPath);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, body);
  }
}

const toSeconds = (ms: number) => Math.floor(ms / 1000);
