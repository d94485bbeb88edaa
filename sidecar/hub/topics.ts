import { limits } from '../../site/contract/limits.ts';
import type { Clock } from '../runtime.ts';
import { type Coalesced, coalesce, type HubContext, logError } from './context.ts';
import type { StoredTopic, TopicBytes } from './store/records.ts';

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

/** The topics as the hub delivers them, with the bytes and versions of the store. */
export class Topics {
  readonly #context: HubContext;
  readonly #source: TopicSource;
  readonly #current = new Map<string, StoredTopic>();
  #taken: string | undefined;
  #loading: Promise<void> | undefined;
  #taking: Promise<void> = Promise.resolve();

  constructor(context: HubContext, source: TopicSource) {
    this.#context = context;
    this.#source = source;
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
    this.#taking = this.#context.track(this.#taking.then(() => this.#takeNow()));
    return this.#taking;
  }

  /** Asks the source for a new generation first. */
  async refresh(): Promise<void> {
    try {
      await this.#source.refresh();
    } catch (error) {
      logError(this.#context, 'looking for a new generation', error);
    }
    await this.take();
  }

  async #takeNow(): Promise<void> {
    const generation = this.#source.current();
    if (generation === undefined || generation.generation === this.#taken) return;
    try {
      await this.#publish(generation);
      this.#taken = generation.generation;
    } catch (error) {
      logError(this.#context, 'publishing', error);
    }
  }

  async #loadNow(): Promise<void> {
    for (const topic of await this.#context.store.topics()) this.#current.set(topic.path, topic);
  }

  async #publish({ topics, modified }: TopicGeneration): Promise<void> {
    const { store, clock, counters, log, wake } = this.#context;
    const published = [...topics].map(([path, topic]) => ({ path, ...topic }));
    const { changed, versions, isOutdated } = await store.publish(published, clock.now(), modified);
    if (isOutdated) {
      log({ level: 'warning', event: 'hub.older_content', message: 'another server has published newer content, which stays' });
      return this.load();
    }
    for (const { path, body, contentType } of published) this.#current.set(path, { path, body, contentType, version: versions[path] ?? 0 });
    if (changed.length === 0) return;
    counters.publications += 1;
    log({ event: 'hub.published', topics: changed });
    wake();
  }
}

/**
 * Checks for a new generation of the topics: at a ping, several times in the minutes after it (a CDN may get the files later than the
 * ping), and every few minutes anyway. Checks never overlap, and there is a pause between them.
 */
export class RefreshScheduler {
  readonly #clock: Clock;
  readonly #check: Coalesced;
  #cancels: readonly (() => void)[] = [];
  #lastAt = Number.NEGATIVE_INFINITY;

  /** `refresh` must not reject. */
  constructor(context: HubContext, refresh: () => Promise<void>) {
    const { clock } = context;
    this.#clock = clock;
    this.#check = coalesce(context, async () => {
      if (context.isStopped || clock.now() < this.#lastAt + limits.hub.refreshGapSeconds * 1000) return;
      this.#lastAt = clock.now();
      await refresh();
    });
  }

  start(): void {
    this.#plan([]);
  }

  stop(): void {
    for (const cancel of this.#cancels) cancel();
  }

  /** A publisher has announced new content. */
  ping(): void {
    this.#check.ask();
    this.#plan(limits.hub.refreshAfterPingSeconds);
  }

  /** Plans checks after these seconds, and from then on the usual ones. */
  #plan(seconds: readonly number[]): void {
    this.stop();
    const planCheck = (after: number, next = () => {}) =>
      this.#clock.setTimer(this.#clock.now() + after * 1000, () => {
        this.#check.ask();
        next();
      });
    const last = seconds.at(-1) ?? 0;
    this.#cancels = [...seconds.map((after) => planCheck(after)), planCheck(last + limits.hub.refreshEverySeconds, () => this.#plan([]))];
  }
}
