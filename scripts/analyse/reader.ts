import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import PQueue from 'p-queue';
import type { ShownAspect } from '../../site/analysis/shown-aspects.ts';
import { writeWhole } from '../../site/content/write/write-file.ts';
import { counted } from '../../site/views/words.ts';
import type { Progress } from '../cli/run-command.ts';
import { type Model, openModel } from './model-client.ts';
import { type Message, toMessages } from './prompt.ts';
import { checkAnswer, type Reading, reading } from './reading.ts';

/** The number of concurrent requests. */
const AT_ONCE = 4;

/** Has a model analyze texts, or takes their analyses from the cache in `dataDir`, and counts them. */
export class Reader {
  /** By text; failed ones are missing. */
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

  /** Analyzes each text once. @throws SetupError if no request can succeed; earlier answers are cached */
  async readAll(all: readonly string[], progress: Progress): Promise<void> {
    const texts = new Set(all);
    const queue = new PQueue({ concurrency: AT_ONCE });
    let done = 0;
    const read = async (text: string) => {
      await this.#read(text);
      progress.step(`analyse: ${++done} of ${counted(texts.size, 'text')}`);
    };
    try {
      await queue.addAll([...texts].map((text) => () => read(text)));
    } finally {
      queue.clear();
      await queue.onIdle();
      progress.end();
    }
  }

  async #read(text: string): Promise<void> {
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
    if (!found) return this.#fail('failure' in answer ? answer.failure : 'not the expected JSON');
    await keepReading(file, found);
    this.readings.set(text, found);
  }

  #fail(why: string): void {
    this.#failures.set(why, (this.#failures.get(why) ?? 0) + 1);
  }

  /** The report: how many texts were analyzed, and how many verdicts and texts failed and why. */
  describe(): string[] {
    const refused = [...this.readings.values()].flatMap((reading) => reading.refused);
    const reasons = [...Map.groupBy(refused, (why) => why)].map(([why, { length }]) => `${why} ${length}`);
    return [
      `texts analyzed by ${this.#model}: ${this.readings.size}, ${this.#recalled} of them from the cache`,
      `verdicts refused: ${refused.length}${reasons.length === 0 ? '' : ` (${reasons.sort().join(', ')})`}`,
      ...[...this.#failures].map(([why, count]) => `texts failed: ${count} (${why}); run this again to retry them`),
    ];
  }
}

/** The cache file of an analysis, named after the SHA-256 of the model and everything it was asked: the instructions and the text. */
function readingFile(dataDir: string, model: string, messages: readonly Message[]): string {
  return path.join(dataDir, 'analyse', `${hash('sha256', JSON.stringify([model, messages]))}.json`);
}

/** A cached analysis; undefined if there is none. */
async function recallReading(file: string): Promise<Reading | undefined> {
  try {
    return reading.safeParse(JSON.parse(await readFile(file, 'utf8'))).data;
  } catch {
    return undefined;
  }
}

const keepReading = (file: string, kept: Reading): Promise<void> => writeWhole(file, JSON.stringify(kept));
