import { type Generation, loadGeneration } from './generation.ts';
import type { Origin } from './source.ts';

/** The generation being served, and the way to a newer one. */
export interface Generations<T> {
  current(): T | undefined;
  /** Looks whether there is something new and takes it up. A generation that can't be loaded whole is refused, and the old one stays. */
  refresh(): Promise<void>;
  onChange(listener: () => void): () => void;
}

export interface GenerationsOptions<T> {
  readonly origin: Origin;
  /** Makes of a generation what is served; throws a GenerationError where it isn't whole. */
  readonly prepare: (generation: Generation) => Promise<T>;
  readonly log: (line: object) => void;
}

/** Follows an origin. At most one look is under way; whoever asks meanwhile gets one that began after asking. */
export function followGenerations<T>({ origin, prepare, log }: GenerationsOptions<T>): Generations<T> {
  const listeners = new Set<() => void>();
  let current: T | undefined;
  let taken: string | undefined;
  let refused: string | undefined;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  const look = async () => {
    const word = await origin.look().catch(() => undefined);
    if (word === undefined || word === taken) return;
    try {
      const generation = await loadGeneration(await origin.open());
      current = await prepare(generation);
      taken = word;
      log({ event: 'generation', generation: generation.document.generation, reviews: generation.reviews.reviews.length });
      for (const listener of listeners) listener();
    } catch (error) {
      // It is tried again at each look, since behind a CDN its documents may be on their way; but told once.
      if (word !== refused) log({ event: 'generation refused', reason: error instanceof Error ? error.message : String(error) });
      refused = word;
    }
  };
  const run = () => {
    running = look().finally(() => {
      running = undefined;
    });
    return running;
  };
  return {
    current: () => current,
    refresh: () => {
      if (!running) return run();
      next ??= running.then(() => {
        next = undefined;
        return run();
      });
      return next;
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
