import type { Environment } from '../../site/contract/environment.ts';
import { topicPaths } from '../../site/contract/paths.ts';

const TIMEOUT_MS = 5_000;

/** Announces the publication to the hub. Returns a warning if it didn't answer 2xx; never throws. */
export async function ping({ HUB_URL, BASE_URL }: Environment): Promise<string | undefined> {
  const body = new URLSearchParams([['hub.mode', 'publish'], ...topicPaths.map((path) => ['hub.url', BASE_URL + path])]);
  try {
    const response = await fetch(HUB_URL, { method: 'POST', body, signal: AbortSignal.timeout(TIMEOUT_MS) });
    await response.body?.cancel();
    return response.ok ? undefined : `the hub at ${HUB_URL} answered ${response.status}`;
  } catch {
    return `no hub at ${HUB_URL}: a server that is down notices the new generation when it starts`;
  }
}
