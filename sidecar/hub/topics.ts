import type { GenerationHead } from '../../site/contract/generation.ts';
import { limits } from '../../site/contract/limits.ts';
import type { Generations } from '../generation/generations.ts';
import { coalesce } from '../runtime.ts';
import { type HubContext, logError } from './context.ts';
import type { StoredTopic, TopicBytes } from './store/records.ts';

/** The topics of one build of the site. */
export interface TopicGeneration {
  readonly document: Pick<GenerationHead, 'generation' | 'modified'>;
  readonly topics: ReadonlyMap<string, Omit<TopicBytes, 'path'>>;
}

/** The source of the topics. */
export type TopicSource = Generations<{ readonly generation: TopicGeneration }>;

/** The topics as the hub delivers them, with the bytes and versions of the store. */
export class Topics {
  readonly #context: HubContext;
  readonly #source: TopicSource;
  readonly #current = new Map<string, StoredTopic>();
  /** Compares the source's topics with the stored ones, one generation at a time. */
  readonly take: () => Promise<void>;
  readonly #check: () => void;
  #forgetSource = () => {};
  #cancelChecks: readonly (() => void)[] = [];
  #checkedAt = Number.NEGATIVE_INFINITY;
  #taken: string | undefined;
  #loading: Promise<void> | undefined;

  constructor(context: HubContext, source: TopicSource) {
    this.#context = context;
    this.#source = source;
    const { track } = context;
    const take = coalesce(() => this.#takeNow());
    this.take = () => track(take());
    const check = coalesce(async () => {
      if (context.isStopped || context.clock.now() < this.#checkedAt + limits.hub.refreshGapSeconds * 1000) return;
      this.#checkedAt = context.clock.now();
      await source.refresh().catch((error: unknown) => logError(context, 'looking for a new generation', error));
      await this.take();
    });
    this.#check = () => void track(check());
  }

  current(path: string): StoredTopic | undefined {
    return this.#current.get(path);
  }

  /** Reads the topics from the store, once for everyone who asks meanwhile: another server may have published them. */
  load(): Promise<void> {
    const read = async () => {
      for (const topic of await this.#context.store.topics()) this.#current.set(topic.path, topic);
    };
    this.#loading ??= read().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  /** Publishes what is new since the last start; if nothing is built yet, loads what is stored. Follows the source from then on. */
  async start(): Promise<void> {
    await this.take();
    if (this.#taken === undefined) await this.load();
    this.#forgetSource = this.#source.onChange(() => void this.take());
  }

  stop(): void {
    this.#forgetSource();
    for (const cancel of this.#cancelChecks) cancel();
  }

  /**
   * A publisher has announced new content. Checks for a new generation now and several times in the next minutes, since a CDN may get the
   * files later than the ping. Checks never overlap, and there is a pause between them.
   */
  ping(): void {
    const { clock } = this.#context;
    for (const cancel of this.#cancelChecks) cancel();
    this.#check();
    this.#cancelChecks = limits.hub.refreshAfterPingSeconds.map((seconds) => clock.setTimer(clock.now() + seconds * 1000, this.#check));
  }

  async #takeNow(): Promise<void> {
    const generation = this.#source.current()?.generation;
    if (generation === undefined || generation.document.generation === this.#taken) return;
    try {
      await this.#publish(generation);
      this.#taken = generation.document.generation;
    } catch (error) {
      logError(this.#context, 'publishing', error);
    }
  }

  async #publish({ topics, document }: TopicGeneration): Promise<void> {
    const { store, clock, counters, log, wake } = this.#context;
    const published = [...topics].map(([path, topic]) => ({ path, ...topic }));
    const { changed, versions, isOutdated } = await store.publish(published, clock.now(), document.modified);
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
