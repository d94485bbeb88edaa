import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../../scripts/lab/free-port.ts';
import type { Answer } from '../support/ask.ts';
import { programs } from './programs.ts';

export interface RunningPrism {
  readonly url: string;
  stop(): Promise<void>;
}

/** One thing in an answer that its description doesn't allow, as Prism says it. */
export interface Violation {
  readonly location: readonly string[];
  readonly severity: string;
  readonly code: string;
  readonly message: string;
}

/** What Prism says of a request whose path or method the description doesn't have; it forwards it all the same. */
const UNDESCRIBED = 'Selected route not found';

/**
 * Runs Prism as a proxy from `description` (a file) to `upstream`. It validates answers and not requests, since a contract is tested
 * with malformed requests, too. Without `--errors` what it finds stands in a header beside the answer, for every severity;
 * with it, paths that aren't described would never reach us, and an undescribed status would pass.
 */
export async function startPrism(description: string, upstream: string): Promise<RunningPrism> {
  const port = await freePort();
  const args = ['proxy', description, upstream, '--port', String(port), '--cors', 'false', '--validate-request', 'false'];
  const child = spawn(process.execPath, [programs.prism, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  const exited = once(child, 'exit');
  await new Promise<void>((resolve, reject) => {
    const listen = (text: Buffer) => {
      if (said.includes('is listening')) return;
      said += text;
      if (said.includes('is listening')) resolve();
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    void exited.then(() => reject(new Error(`prism ended: ${said}`)));
  });
  const stop = async () => {
    child.kill();
    await exited;
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}

/** What Prism found in an answer, by the header it adds; `undescribed` where the request itself isn't in the description. */
export function violationsOf({ headers }: Answer): { readonly undescribed: boolean; readonly violations: readonly Violation[] } {
  const found = JSON.parse(String(headers['sl-violations'] ?? '[]')) as Violation[];
  return {
    undescribed: found.some(({ message }) => message === UNDESCRIBED),
    violations: found.filter(({ message }) => message !== UNDESCRIBED),
  };
}
