/** Resolves at SIGINT or SIGTERM; a second one ends the process at once. */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        process.once(signal, () => process.exit(1));
        resolve();
      });
    }
  });
}

/** Writes a structured log line to standard output. */
export function logLine(line: Readonly<Record<string, unknown>>): void {
  console.log(JSON.stringify(line));
}
