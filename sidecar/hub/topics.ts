import { limits } from '../../site/contract/limits.ts';
import type { Clock } from '../runtime.ts';
import { type HubContext, logError } from './context.ts';
import type { StoredTopic, TopicBytes, TopicVersion } from './store/store.ts';

/** All topics of one generation of the published documents. */
export interface TopicGeneration {
  readonly generation: string;
  /** When its content last changed, in seconds since 1970; never earlier than in the generation before. */
  readonly modified: number;
  readonly topics: ReadonlyMap<string, Omit<TopicBytes, 'path'>>;
}

/** The source of the topics. */
export interface TopicSource {
  /** The newest complete generation; undefined before the first. */
  current(): TopicGeneration | undefined;
  /** Checks for a new generation now. Cheap; resolves when the check is done. */
  refresh(): Promise<void>;
  /** Calls `listener` after each new generation. Returns a function that unsubscribes it. */
  onChange(listener: () => void): () => void;
}

/** The topics that differ from the stored ones. */
function newsAmong(topics: readonly TopicBytes[], stored: readonly TopicVersion[]): readonly TopicBytes[] {
  return topics.filter(
    ({ path, hash, contentType }) =>
      !stored.some((topic) => topic.path === path && topic.contentType === contentType && Buffer.compare(topic.hash, hash) === 0),
  );
}

/** The topics as the hub delivers them, with the bytes and versions of the store. */
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

  /** Reads the topics from the store, once for everyone who asks meanwhile: another server may have published them. */
  load(): Promise<void> {
    this.#loading ??= this.#loadNow().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  /** Publishes what is new since the last start; if nothing is built yet, loads what is stored. */
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
    // Bodies are copied on their way to the store, so only new ones are sent.
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

/**
 * Checks for a new generation of the topics: at a ping, several times in the minutes after it (a CDN may get the files later than the ping),
 * and every few minutes anyway. Refreshes never overlap, and there is a pause between them.
 */
export class RefreshScheduler {
  readonly #clock: Clock;
  readonly #refresh: () => Promise<void>;
  /** When to refresh after the last ping, the earliest first. */
  #planned: number[] = [];
  #cancel: () => void = () => {};
  #running: Promise<void> | undefined;
  #lastAt = Number.NEGATIVE_INFINITY;
  #stopped = true;

  /** `refresh` must not reject. */
  constructor(clock: Clock, refresh: () => Promise<void>) {
    this.#clock = clock;
    this.#refresh = refresh;
  }

  start(): void {
    this.#stopped = false;
    this.#arm();
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel();
  }

  get isIdle(): boolean {
    return this.#running === undefined;
  }

  async onIdle(): Promise<void> {
    await this.#running;
  }

  /** A publisher has announced new content. */
  ping(): void {
    const now = this.#clock.now();
    this.#planned = [now, ...limits.hub.refreshAfterPingSeconds.map((seconds) => now + seconds * 1000)];
    this.#arm();
  }

  #nextAt(): number {
    const { refreshEverySeconds, refreshGapSeconds } = limits.hub;
    const regular = (Number.isFinite(this.#lastAt) ? this.#lastAt : this.#clock.now()) + refreshEverySeconds * 1000;
    return Math.max(Math.min(this.#planned[0] ?? regular, regular), this.#lastAt + refreshGapSeconds * 1000);
  }

  #arm(): void {
    this.#cancel();
    if (this.#stopped || this.#running !== undefined) return;
    const at = this.#nextAt();
    if (at <= this.#clock.now()) this.#begin();
    else this.#cancel = this.#clock.setTimer(at, () => this.#begin());
  }

  #begin(): void {
    this.#lastAt = this.#clock.now();
    this.#planned = this.#planned.filter((at) => at > this.#lastAt);
    this.#running = this.#refresh().then(() => {
      this.#running = undefined;
      this.#arm();
    });
  }
}
