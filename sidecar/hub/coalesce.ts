/** Work that any number of callers ask for, and that never runs twice at a time: asked for while it runs, it runs once more afterwards. */
export interface Coalesced {
  ask(): void;
  readonly isIdle: boolean;
  onIdle(): Promise<void>;
}

/** `work` must not reject. */
export function coalesce(work: () => Promise<void>): Coalesced {
  let isAsked = false;
  let running: Promise<void> | undefined;
  const run = async () => {
    while (isAsked) {
      isAsked = false;
      await work();
    }
    running = undefined;
  };
  return {
    ask() {
      isAsked = true;
      running ??= Promise.resolve().then(run);
    },
    get isIdle() {
      return running === undefined;
    },
    onIdle: async () => running,
  };
}
