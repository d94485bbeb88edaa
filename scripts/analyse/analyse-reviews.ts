import { hash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import PQueue from 'p-queue';
import type { z } from 'zod';
import { type ShownAspect, shownAspects } from '../../site/analysis/shown-aspects.ts';
import type { Dataset } from '../../site/content/dataset.ts';
import { readDataset } from '../../site/content/read/read.ts';
import type { verdictsFile } from '../../site/content/record-schemas.ts';
import { packOf } from '../../site/contract/insights.ts';
import { messagesOf } from '../../site/messages/messages.ts';
import { counted } from '../../site/shared/text.ts';
import type { Progress } from '../cli/run-command.ts';
import { withContentLock, withSharedLock } from '../content/lock.ts';
import { writeWhole } from '../content/write-file.ts';
import { checkAnswer, type LanguageModel, type Message, type ModelReading, openModel, reading, toMessages } from './model.ts';

export interface AnalyseEnvironment {
  readonly contentDir: string;
  readonly dataDir: string;
  readonly progress: Progress;
}

/**
 * Has a model analyze each published text and writes its verdicts to `verdicts.json`. Only sends texts without a cached analysis. If all
 * texts fail, nothing is written. @throws SetupError or ContentError
 */
export async function analyseReviews(model: LanguageModel, { contentDir, dataDir, progress }: AnalyseEnvironment) {
  const file = path.join(contentDir, 'verdicts.json');
  // Ignores the current verdicts.json: it is about to be replaced, and its quotes may be from earlier texts.
  const dataset = readDataset(contentDir, { name: file });
  const texts = textsToRead(dataset).map(({ text }) => text);
  const aspects = shownAspects(packOf(dataset.type), messagesOf({ ...dataset, language: 'en' }));
  const { readings, report } = await readTexts(texts, model, aspects, { dataDir, progress });
  const isAllFailed = readings.size === 0 && texts.length > 0;
  // Reads the content again, because a review may have been changed or taken down meanwhile.
  const write = () => writeVerdicts(file, model.model, textsToRead(readDataset(contentDir, { name: file })), readings);
  const written = isAllFailed ? 'nothing was written' : await withContentLock(contentDir, write);
  return { report: [...report, written].join('\n'), isAllFailed };
}

/** Published reviews with text, except those with verdicts in another file. */
const textsToRead = ({ reviews, analysis }: Dataset) =>
  reviews.flatMap(({ id, text }) => (text === null || analysis?.verdicts.has(id) ? [] : [{ id, text }]));

async function writeVerdicts(
  file: string,
  model: string,
  reviews: ReturnType<typeof textsToRead>,
  readings: ReadonlyMap<string, ModelReading>,
): Promise<string> {
  const judged = reviews.flatMap(({ id, text }) => {
    const quoted = readings.get(text)?.verdicts.map(({ start, end, ...verdict }) => ({ ...verdict, quote: text.slice(start, end) }));
    return quoted ? [{ review: id, aspects: quoted }] : [];
  });
  const content: z.input<typeof verdictsFile> = { model, reviews: judged };
  await writeWhole(file, `${JSON.stringify(content, null, 2)}\n`);
  return `${file}: ${counted(judged.flatMap(({ aspects }) => aspects).length, 'verdict')} on ${counted(judged.length, 'review')}; next: npm run build`;
}

/** The number of concurrent requests. */
const AT_ONCE = 4;

/** The analyses of texts by a model. */
export interface TextsRead {
  /** By text; failed ones are missing. */
  readonly readings: ReadonlyMap<string, ModelReading>;
  /** How many texts were analyzed, and how many verdicts were refused and texts failed, and why. */
  readonly report: readonly string[];
}

/**
 * Has a model analyze each text once, or takes its analysis from the cache in `dataDir`.
 * @throws SetupError if no request can succeed; earlier answers are cached
 */
export async function readTexts(
  all: readonly string[],
  model: LanguageModel,
  aspects: readonly ShownAspect[],
  { dataDir, progress }: { readonly dataDir: string; readonly progress: Progress },
): Promise<TextsRead> {
  const texts = new Set(all);
  const ask = openModel(model);
  const readings = new Map<string, ModelReading>();
  const failures: string[] = [];
  let recalled = 0;

  /** A new analysis, which is cached, or why there is none. */
  async function analyse(text: string, messages: readonly Message[], file: string): Promise<ModelReading | string> {
    const answer = await ask(messages);
    if ('failure' in answer) return answer.failure;
    const found = checkAnswer(answer.content, text, aspects);
    if (found) await writeWhole(file, JSON.stringify(found));
    return found ?? 'not the expected JSON';
  }

  const queue = new PQueue({ concurrency: AT_ONCE });
  const work = [...texts].map((text) => async () => {
    const messages = toMessages(aspects, text);
    const file = readingFile(dataDir, model.model, messages);
    const known = await recallReading(file);
    if (known) recalled += 1;
    const found = known ?? (await analyse(text, messages, file));
    if (typeof found === 'string') failures.push(found);
    else readings.set(text, found);
    progress.step(`analyse: ${readings.size + failures.length} of ${counted(texts.size, 'text')}`);
  });
  const folder = path.join(dataDir, 'analyse');
  await mkdir(folder, { recursive: true });
  await withSharedLock(folder, async () => {
    try {
      await queue.addAll(work);
    } finally {
      queue.clear();
      await queue.onIdle();
      progress.end();
    }
  });
  const refused = [...readings.values()].flatMap((reading) => reading.refused);
  const reasons = countEqual(refused).map(([why, count]) => `${why} ${count}`);
  const report = [
    `texts analyzed by ${model.model}: ${readings.size}, ${recalled} of them from the cache`,
    `verdicts refused: ${refused.length}${reasons.length === 0 ? '' : ` (${reasons.sort().join(', ')})`}`,
    ...countEqual(failures).map(([why, count]) => `texts failed: ${count} (${why}); run this again to retry them`),
  ];
  return { readings, report };
}

const countEqual = (all: readonly string[]) => [...Map.groupBy(all, (one) => one)].map(([one, { length }]) => [one, length] as const);

/** The cache file of an analysis, named after the SHA-256 of the model and everything it was asked: the instructions and the text. */
function readingFile(dataDir: string, model: string, messages: readonly Message[]): string {
  return path.join(dataDir, 'analyse', `${hash('sha256', JSON.stringify([model, messages]))}.json`);
}

/** A cached analysis; undefined if there is none. */
async function recallReading(file: string): Promise<ModelReading | undefined> {
  try {
    return reading.safeParse(JSON.parse(await readFile(file, 'utf8'))).data;
  } catch {
    return undefined;
  }
}
