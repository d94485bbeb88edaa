const LOOK_MS = 100;
/** How long to wait for any condition. */
const PATIENCE_MS = 180_000;

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Repeats `look` until it returns true. If that takes too long, rejects with `what` in the message. */
export async function until(what: string, look: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!(await look())) {
    if (performance.now() > end) throw new Error(`timed out waiting for ${what}`);
    await pause(LOOK_MS);
  }
}
