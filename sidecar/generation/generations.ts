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
  // Until there was something to serve, whoever started the server says that there is nothing.
  let isFailing = true;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  // Whatever goes wrong is tried again at each look, and told once until it has gone well.
  const lookForWord = async () => {
    try {
      const word = await origin.look();
      isFailing = false;
      return word;
    } catch (error) {
      if (!isFailing) log({ event: 'cannot look for generations', origin: origin.name, reason: reasonOf(error) });
      isFailing = true;
      return undefined;
    }
  };
  const look = async () => {
    const word = await lookForWord();
    if (word === undefined || word === taken) return;
    try {
      const generation = await loadGeneration(await origin.open());
      current = await prepare(generation);
      taken = word;
      refused = undefined;
      log({ event: 'generation', generation: generation.document.generation, reviews: generation.reviews.reviews.length });
      for (const listener of listeners) listener();
    } catch (error) {
      // Behind a CDN its documents may be on their way.
      if (word !== refused) log({ event: 'generation refused', reason: reasonOf(error) });
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

/** `fetch` says what went wrong in the cause of its error, which has a code alone where several addresses were tried. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!(error.cause instanceof Error)) return error.message;
  const { message, code }: NodeJS.ErrnoException = error.cause;
  return `${error.message}: ${message || code}`;
}
