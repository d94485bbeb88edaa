import { WAIT_DEADLINE_MS } from '../../support/deadlines.ts';

const LOOK_MS = 100;

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Repeats `look` until it returns true. If that takes too long, rejects with `what` in the message. */
export async function until(what: string, look: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + WAIT_DEADLINE_MS;
  while (!(await look())) {
    if (performance.now() > end) throw new Error(`timed out waiting for ${what}`);
    await pause(LOOK_MS);
  }
}
