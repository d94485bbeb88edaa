import { paths } from '../../../site/contract/paths.ts';
import { ask } from '../../support/ask.ts';

const PATIENCE_MS = 5_000;
const LINES_TOLD = 20;

/** Describes a server after a failed run: what `/healthz` answers, or why it doesn't, and the end of its log. Never rejects. */
export async function describeServer(name: string, origin: string, log: string): Promise<string> {
  const asked = performance.now();
  const said = await ask(origin, paths.health, { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    ({ status, text }) => `${status} ${text.trim()}`,
    String,
  );
  const waited = Math.round(performance.now() - asked);
  return [`${name} after ${waited} ms: ${said}`, ...log.trim().split('\n').slice(-LINES_TOLD)].join('\n  ');
}
