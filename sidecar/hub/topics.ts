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

export type TopicSource = Generations<TopicGeneration>;

/** Publishes the topics of each generation to the store, and keeps the versions to deliver in memory. */
export function createTopics(context: HubContext, source: TopicSource) {
  const { clock, counters, log, store, track, wake } = context;
  const current = new Map<string, StoredTopic>();
  let taken: string | undefined;
  let loading: Promise<void> | undefined;
  let forgetSource = () => {};
  let cancelChecks: readonly (() => void)[] = [];
  let checkedAt = Number.NEGATIVE_INFINITY;

  /** Reads the topics from the store, where another server may have published newer ones. Concurrent calls share one read. */
  const load = (): Promise<void> => {
    const read = async () => {
      for (const topic of await store.topics()) current.set(topic.path, topic);
    };
    loading ??= read().finally(() => {
      loading = undefined;
    });
    return loading;
  };

  const publish = async ({ topics, document }: TopicGeneration) => {
    const published = [...topics].map(([path, topic]) => ({ path, ...topic }));
    const { changed, versions, isOutdated } = await store.publish(published, clock.now(), document.modified);
    if (isOutdated) {
      log({ level: 'warning', event: 'hub.older_content', message: 'another server has published newer content, which stays' });
      return load();
    }
    for (const { path, body, contentType } of published) current.set(path, { path, body, contentType, version: versions[path] ?? 0 });
    if (changed.length === 0) return;
    counters.publications += 1;
    log({ event: 'hub.published', topics: changed });
    wake();
  };

  const takeOne = coalesce(async () => {
    const generation = source.current();
    if (generation === undefined || generation.document.generation === taken) return;
    try {
      await publish(generation);
      taken = generation.document.generation;
    } catch (error) {
      logError(context, 'publishing', error);
    }
  });
  /** Compares the source's topics with the stored ones, one generation at a time. */
  const take = () => track(takeOne());

  const checkOnce = coalesce(async () => {
    if (context.isStopped || clock.now() < checkedAt + limits.hub.refreshGapSeconds * 1000) return;
    checkedAt = clock.now();
    await source.refresh().catch((error: unknown) => logError(context, 'looking for a new generation', error));
    await take();
  });
  const check = () => void track(checkOnce());

  return {
    current: (path: string): StoredTopic | undefined => current.get(path),
    load,
    take,
    /** Publishes what changed since the last start, or loads the stored topics if nothing is built yet, then follows the source. */
    async start(): Promise<void> {
      await take();
      if (taken === undefined) await load();
      forgetSource = source.onChange(() => void take());
    },
    stop(): void {
      forgetSource();
      for (const cancel of cancelChecks) cancel();
    },
    /**
     * Handles a publisher's ping: checks for a new generation now and several times in the next minutes, since a CDN may get the files
     * after the ping. Checks never overlap, and there is a pause between them.
     */
    ping(): void {
      for (const cancel of cancelChecks) cancel();
      check();
      cancelChecks = limits.hub.refreshAfterPingSeconds.map((seconds) => clock.setTimer(clock.now() + seconds * 1000, check));
    },
  };
}
export type Topics = ReturnType<typeof createTopics>;
