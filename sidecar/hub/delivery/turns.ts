/**
 * Lets at most `perTurn` callers go on in one turn of the event loop, the others in the turns after it: what comes in
 * meanwhile is answered in between.
 */
export function takeTurns(perTurn: number): () => Promise<void> {
  let waiting: (() => void)[] = [];
  const release = () => {
    const now = waiting.slice(0, perTurn);
    waiting = waiting.slice(perTurn);
    if (waiting.length > 0) setImmediate(release);
    for (const go of now) go();
  };
  return () =>
    new Promise((resolve) => {
      if (waiting.length === 0) setImmediate(release);
      waiting.push(resolve);
    });
}
