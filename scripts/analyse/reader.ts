import PQueue from 'p-queue';
import type { ShownAspect } from '../../site/analysis/shown-aspects.ts';
import { counted } from '../../site/views/words.ts';
import type { Progress } from '../cli/run-command.ts';
import { type Model, openModel } from './model-client.ts';
import { toMessages } from './prompt.ts';
import { checkAnswer, type Reading } from './reading.ts';
import { keepReading, readingFile, recallReading } from './reading-cache.ts';

/** Requests under way at once. */
const AT_ONCE = 4;

/** Has a model read texts, from the cache in `dataDir` or by asking, and keeps count. */
export class Reader {
  /** By text; those that failed have none. */
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

  /** Reads each text once. Throws a SetupError where asking on makes no sense; what was answered until then is kept. */
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
    if (!found) return this.#fail('failure' in answer ? answer.failure : 'not the JSON that was asked for');
    await keepReading(file, found);
    this.readings.set(text, found);
  }

  #fail(why: string): void {
    this.#failures.set(why, (this.#failures.get(why) ?? 0) + 1);
  }

  /** How many texts were read, how many verdicts refused and how many texts failed, and why: a line each. */
  describe(): string[] {
    const refused = [...this.readings.values()].flatMap((reading) => reading.refused);
    const reasons = [...Map.groupBy(refused, (why) => why)].map(([why, { length }]) => `${why} ${length}`);
    return [
      `texts read by ${this.#model}: ${this.readings.size}, from the cache ${this.#recalled}`,
      `verdicts refused: ${refused.length}${reasons.length === 0 ? '' : ` (${reasons.sort().join(', ')})`}`,
      ...[...this.#failures].map(([why, count]) => `texts failed, asked again next time: ${count} (${why})`),
    ];
  }
}
