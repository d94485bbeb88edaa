import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** From so many reviews on, memory counts more than a tenth of the time. */
const MANY_REVIEWS = 20_000;
/** Threshold: a body of so many bytes leaves several times as much garbage when it is printed or compressed. */
export const LARGE_BYTES = 10_000_000;
/** Threshold: after so many bytes in smaller ones, what lives is scattered over half as much memory again. */
const MANY_BYTES = 500_000_000;

type Collect = (options: { readonly type: 'major'; readonly execution: 'sync'; readonly flavor: 'last-resort' }) => void;
let collect: Collect | undefined;
let bytesSince = 0;

/**
 * Keeps a build of many reviews small. Rendering leaves garbage behind, of which V8 lets gigabytes lie where there is room: from now on it
 * collects it once it is a third of what is in use, and wherever it is asked to.
 */
export function saveMemory(reviews: number): void {
  if (reviews < MANY_REVIEWS || collect) return;
  setFlagsFromString('--heap-growing-percent=30');
  setFlagsFromString('--expose-gc');
  collect = runInNewContext('gc') as Collect;
}

/** Gives back the memory of what was used up to now; does nothing before `saveMemory`. */
export function collectGarbage(): void {
  bytesSince = 0;
  collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/** Gives it back where a file of so many bytes was printed that it is worth the time. */
export function collectAfter(bytes: number): void {
  bytesSince += bytes;
  if (bytes >= LARGE_BYTES || bytesSince >= MANY_BYTES) collectGarbage();
}
