import { coalesce, type Log } from '../runtime.ts';
import { type LoadedDocuments, loadDocuments } from './generation.ts';
import { countReviews } from './review-lines.ts';
import type { Origin } from './source.ts';

/** The generation being served, and how to load a newer one. */
export interface Generations<T> {
  current(): T | undefined;
  /** Checks for a new generation and loads it. If it can't be loaded completely, the current one stays. */
  refresh(): Promise<void>;
  onChange(listener: () => void): () => void;
}

/**
 * Follows an origin. `prepare` prepares the documents of a generation for serving and throws if files are missing. Only one check runs at a time; calls in
 * the meantime share the next one.
 */
export function followGenerations<T extends LoadedDocuments>(
  origin: Origin,
  prepare: (documents: LoadedDocuments) => Promise<T>,
  log: Log,
): Generations<T> {
  const listeners = new Set<() => void>();
  let current: T | undefined;
  let taken: string | undefined;
  let refused: string | undefined;
  // At the start, the command that starts the server reports that there is nothing to serve.
  let isFailing = true;

  // A failing check is logged once, until one succeeds.
  const checkVersion = async () => {
    try {
      const version = await origin.version();
      isFailing = false;
      return version;
    } catch (error) {
      if (!isFailing) log({ event: 'cannot check for a new generation', origin: origin.name, reason: reasonOf(error) });
      isFailing = true;
      return undefined;
    }
  };
  const check = coalesce(async () => {
    const version = await checkVersion();
    if (version === undefined || version === taken) return;
    try {
      const generation = await prepare(await loadDocuments(await origin.open()));
      current = generation;
      taken = version;
      refused = undefined;
      log({ event: 'generation', generation: generation.document.generation, reviews: countReviews(generation.lines) });
      for (const listener of listeners) listener();
    } catch (error) {
      // Behind a CDN the documents may not have arrived yet.
      if (version !== refused) log({ event: 'generation refused', reason: reasonOf(error) });
      refused = version;
    }
  });
  return {
    current: () => current,
    refresh: check,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** `fetch` puts the reason into the error's cause, which has only a code if several addresses were tried. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!(error.cause instanceof Error)) return error.message;
  const { message, code }: NodeJS.ErrnoException = error.cause;
  return `${error.message}: ${message || code}`;
}
