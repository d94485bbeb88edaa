const LOOK_MS = 100;
/** How long anything may take that must come true. */
const PATIENCE_MS = 180_000;

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Repeats `look` until it is true. Rejects, naming what never came, where it takes too long. */
export async function until(what: string, look: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!(await look())) {
    if (performance.now() > end) throw new Error(`never came: ${what}`);
    await pause(LOOK_MS);
  }
}
