import { type HubContext, logError } from './context.ts';
import type { StoredTopic, TopicBytes, TopicVersion } from './store/store.ts';

/** All topics of one generation of the published documents. */
export interface TopicGeneration {
  readonly generation: string;
  /** When its content last moved, in seconds since 1970; never earlier than in the generation before. */
  readonly modified: number;
  readonly topics: ReadonlyMap<string, Omit<TopicBytes, 'path'>>;
}

/** Where the topics come from. */
export interface TopicSource {
  /** The newest complete generation; undefined before the first. */
  current(): TopicGeneration | undefined;
  /** Checks for a new generation now. Cheap; resolves when the check is done. */
  refresh(): Promise<void>;
  /** Calls `listener` after each new generation. Returns a function that unsubscribes it. */
  onChange(listener: () => void): () => void;
}

/** Those that aren't stored as they are. */
function newsAmong(topics: readonly TopicBytes[], stored: readonly TopicVersion[]): readonly TopicBytes[] {
  return topics.filter(
    ({ path, hash, contentType }) =>
      !stored.some((topic) => topic.path === path && topic.contentType === contentType && Buffer.compare(topic.hash, hash) === 0),
  );
}

/** The topics as the hub delivers them, with the bytes and versions that the store has. */
export class Topics {
  readonly #context: HubContext;
  readonly #source: TopicSource;
  readonly #current = new Map<string, StoredTopic>();
  readonly #onNews: () => void;
  #isIdle = true;
  #taken: string | undefined;
  #loading: Promise<void> | undefined;
  #taking: Promise<void> = Promise.resolve();

  /** `onNews` is called when a topic has a new version. */
  constructor(context: HubContext, source: TopicSource, onNews: () => void) {
    this.#context = context;
    this.#source = source;
    this.#onNews = onNews;
  }

  current(path: string): StoredTopic | undefined {
    return this.#current.get(path);
  }

  /** Reads the last published topics from the store, once for all who ask meanwhile: another instance may have published them. */
  load(): Promise<void> {
    this.#loading ??= this.#loadNow().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  /** Takes what was published while the hub was down; without anything published, what is stored. */
  async start(): Promise<void> {
    await this.take();
    if (this.#taken === undefined) await this.load();
  }

  /** Compares the source's topics with the stored ones, one generation at a time. */
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
      await this.#publish(
        [...generation.topics].map(([path, topic]) => ({ path, ...topic })),
        generation.modified,
      );
      this.#taken = generation.generation;
    } catch (error) {
      logError(this.#context, 'publishing', error);
    }
  }

  async #loadNow(): Promise<void> {
    for (const topic of await this.#context.store.topics()) this.#current.set(topic.path, topic);
  }

  async #publish(topics: readonly TopicBytes[], modified: number): Promise<void> {
    const { store, clock, counters, log } = this.#context;
    // Bodies are copied on their way to the store, so only those that it doesn't have are sent.
    const news = newsAmong(topics, await store.topicVersions());
    const { changed, versions, isOutdated } = await store.publish(news, clock.now(), modified);
    if (isOutdated) {
      log({ level: 'warning', event: 'hub.older_content', message: 'another server has published newer content, which stays' });
      return this.load();
    }
    for (const { path, body, contentType } of topics) this.#current.set(path, { path, body, contentType, version: versions[path] ?? 0 });
    if (changed.length === 0) return;
    counters.publications += 1;
    log({ event: 'hub.published', topics: changed });
    this.#onNews();
  }
}
