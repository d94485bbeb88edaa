import { type RunningServer, startServer } from '../../sidecar/server.ts';
import type { Environment } from '../../site/contract/environment.ts';
import { paths } from '../../site/contract/paths.ts';
import { isLoopback } from '../../site/shared/base-path.ts';

/** How long a page waits for the site. */
const PATIENCE_MS = 1_500;

/** The published site at its public address. */
export class PublicSite {
  readonly #settings: Environment;
  #server: RunningServer | undefined;

  constructor(settings: Environment) {
    this.#settings = settings;
  }

  /** Whether its address is on this computer, so only this computer can show it. */
  get isHere(): boolean {
    return isLoopback(new URL(this.#settings.BASE_URL).hostname);
  }

  /** Whether anything responds at its address. */
  async isServed(): Promise<boolean> {
    const address = this.#settings.BASE_URL + paths.generation;
    const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => undefined);
    await answer?.body?.cancel();
    return answer?.ok === true;
  }

  /** Serves it on this computer until the desk ends. @throws SetupError if it can't */
  async serve(): Promise<void> {
    this.#server ??= await startServer({ environment: this.#settings, mode: 'origin', log: () => {} });
    await this.#server.generations.refresh();
  }

  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    await server?.close();
  }
}
