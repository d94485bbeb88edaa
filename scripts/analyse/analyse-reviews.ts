import path from 'node:path';
import PQueue from 'p-queue';
import type { z } from 'zod';
import { packs } from '../../site/analysis/aspects/pack.ts';
import { type ShownAspect, shownAspects } from '../../site/analysis/aspects/shown.ts';
import type { Dataset } from '../../site/content/dataset.ts';
import { readDataset } from '../../site/content/read/read.ts';
import type { verdictsFile } from '../../site/content/schemas.ts';
import { withContentLock } from '../../site/content/write/lock.ts';
import { writeWhole } from '../../site/content/write/write-file.ts';
import { packOf } from '../../site/contract/insights.ts';
import { messagesOf } from '../../site/messages/messages.ts';
import { counted } from '../../site/views/words.ts';
import type { Progress } from '../cli/progress.ts';
import { type Model, openModel } from './model-client.ts';
import { toMessages } from './prompt.ts';
import { checkAnswer, type Reading } from './reading.ts';
import { keepReading, readingFile, recallReading } from './reading-cache.ts';

export interface AnalyseEnvironment {
  readonly contentDir: string;
  readonly dataDir: string;
  readonly progress: Progress;
}

/** Requests under way at once. */
const AT_ONCE = 4;

/**
 * Has a model read each published text and writes its verdicts to `verdicts.json`. Texts that it has read before aren't asked again; those
 * that failed are, the next time. Where all failed, nothing is written. Throws a SetupError or a ContentError.
 */
export async function analyseReviews(model: Model, { contentDir, dataDir, progress }: AnalyseEnvironment) {
  const file = path.join(contentDir, 'verdicts.json');
  const dataset = readDataset(contentDir, file);
  const texts = new Set(textsToRead(dataset).map(({ text }) => text));
  const reader = new Reader(model, dataDir, shownAspects(packs[packOf(dataset.type)], messagesOf({ ...dataset, language: 'en' })));
  const queue = new PQueue({ concurrency: AT_ONCE });
  let done = 0;
  const read = async (text: string) => {
    await reader.read(text);
    progress.step(`analyse: ${++done} of ${counted(texts.size, 'text')}`);
  };
  try {
    await queue.addAll([...texts].map((text) => () => read(text)));
  } finally {
    queue.clear();
    await queue.onIdle();
    progress.end();
  }
  const isAllFailed = reader.readings.size === 0 && texts.size > 0;
  // Read anew: a review may have been changed or taken down meanwhile.
  const write = () => writeVerdicts(file, model.model, textsToRead(readDataset(contentDir, file)), reader.readings);
  const written = isAllFailed ? 'nothing is written' : await withContentLock(contentDir, write);
  return { report: [...reader.describe(), written].join('\n'), isAllFailed };
}

/** Published reviews with words that no other file of verdicts judges. */
const textsToRead = ({ reviews, analysis }: Dataset) =>
  reviews.flatMap(({ id, text }) => (text === null || analysis?.verdicts.has(id) ? [] : [{ id, text }]));

/** Reads texts, from the cache or by asking, and keeps count. */
class Reader {
  /** By text. */
  readonly readings = new Map<string, Reading>();
  readonly #failures = new Map<string, number>();
  readonly #model: string;
  readonly #ask: ReturnType<typeof openModel>;
  readonly #dataDir: string;
  readonly #aspects: readonly ShownAspect[];
  #recalled = 0;

  constructor(model: Model, dataDir: string, aspects: readonly ShownAspect[]) {
    this.#model = model.model;
    this.#ask = openModel(model);
    this.#dataDir = dataDir;
    this.#aspects = aspects;
  }

  async read(text: string): Promise<void> {
    const messages = toMessages(this.#aspects, text);
    const file = readingFile(this.#dataDir, this.#model, messages);
    const recalled = await recallReading(file);
    if (recalled) {
      this.#recalled += 1;
      this.readings.set(text, recalled);
      return;
    }
    const answer = await this.#ask(messages);
    const found = 'content' in answer ? checkAnswer(answer.content, text, this.#aspects) : undefined;
    if (!found) return this.#fail('failure' in answer ? answer.failure : 'not the JSON that was asked for');
    await keepReading(file, found);
    this.readings.set(text, found);
  }

  #fail(why: string): void {
    this.#failures.set(why, (this.#failures.get(why) ?? 0) + 1);
  }

  describe(): string[] {
    const refused = [...this.readings.values()].reduce((sum, reading) => sum + reading.refused, 0);
    return [
      `texts read by ${this.#model}: ${this.readings.size}, from the cache ${this.#recalled}`,
      `verdicts refused (no quote from the text, an unknown aspect or polarity, or a second one): ${refused}`,
      ...[...this.#failures].map(([why, count]) => `texts failed, asked again next time: ${count} (${why})`),
    ];
  }
}

async function writeVerdicts(
  file: string,
  model: string,
  reviews: ReturnType<typeof textsToRead>,
  readings: ReadonlyMap<string, Reading>,
): Promise<string> {
  const judged = reviews.flatMap(({ id, text }) => {
    const quoted = readings.get(text)?.verdicts.map(({ start, end, ...verdict }) => ({ ...verdict, quote: text.slice(start, end) }));
    return quoted ? [{ review: id, aspects: quoted }] : [];
  });
  const content: z.input<typeof verdictsFile> = { model, reviews: judged };
  await writeWhole(file, `${JSON.stringify(content, null, 2)}\n`);
  return `${file}: ${counted(judged.flatMap(({ aspects }) => aspects).length, 'verdict')} on ${counted(judged.length, 'review')}; the next build shows them`;
}
