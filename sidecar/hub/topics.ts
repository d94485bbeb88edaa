import { createHash } from 'node:crypto';
import { type HubContext, logError } from './context.ts';
import type { StoredTopic, TopicBytes } from './store/store.ts';

/** One generation of the published documents, whole. */
export interface TopicGeneration {
  readonly generation: string;
  readonly topics: ReadonlyMap<string, { readonly body: Uint8Array; readonly contentType: string }>;
}

/** Where the topics come from. */
export interface TopicSource {
  /** The newest generation that has arrived whole; undefined before the first. */
  current(): TopicGeneration | undefined;
  /** Looks again now. Cheap; resolves when it has looked. */
  refresh(): Promise<void>;
  /** Calls `listener` after each new generation. Returns what ends that. */
  onChange(listener: () => void): () => void;
}

function toTopicBytes({ topics }: TopicGeneration): readonly TopicBytes[] {
  return [...topics].map(([path, { body, contentType }]) => ({
    path,
    body,
    contentType,
    hash: createHash('sha256').update(body).digest(),
  }));
}

/** The topics as the hub delivers them: the same bytes and versions as in the store. */
export class Topics {
  readonly #context: HubContext;
  readonly #source: TopicSource;
  readonly #current = new Map<string, StoredTopic>();
  readonly #onNews: () => void;
  #isIdle = true;
  #taken: string | undefined;
  #taking: Promise<void> = Promise.resolve();

  /** `onNews` is called when at least one topic has a new version. */
  constructor(context: HubContext, source: TopicSource, onNews: () => void) {
    this.#context = context;
    this.#source = source;
    this.#onNews = onNews;
  }

  current(path: string): StoredTopic | undefined {
    return this.#current.get(path);
  }

  /** What was published last, from the store; then what was published while we were down. */
  async start(): Promise<void> {
    for (const topic of await this.#context.store.topics()) this.#current.set(topic.path, topic);
    await this.take();
  }

  /** Compares the source's bytes with the last ones, one generation at a time. */
  take(): Promise<void> {
    this.#isIdle = false;
    const taking = this.#taking
      .then(() => this.#takeNow())
      .then(() => {
        this.#isIdle = this.#taking === taking;
      });
    this.#taking = taking;
    return taking;
  }

  get isIdle(): boolean {
    return this.#isIdle;
  }

  onIdle(): Promise<void> {
    return this.#taking;
  }

  async #takeNow(): Promise<void> {
    const generation = this.#source.current();
    if (generation === undefined || generation.generation === this.#taken) return;
    try {
      await this.#publish(toTopicBytes(generation));
      this.#taken = generation.generation;
    } catch (error) {
      logError(this.#context, 'publishing', error);
    }
  }

  async #publish(topics: readonly TopicBytes[]): Promise<void> {
    const { store, clock, counters, log } = this.#context;
    const { changed, versions } = await store.publish(topics, clock.now());
    for (const { path, body, contentType } of topics) this.#current.set(path, { path, body, contentType, version: versions[path] ?? 0 });
    if (changed.length === 0) return;
    counters.publications += 1;
    log({ event: 'hub.published', topics: changed });
    this.#onNews();
  }
}
