import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../../scripts/lab/free-port.ts';
import type { Answer } from '../support/ask.ts';
import { programs } from './programs.ts';

export interface RunningPrism {
  readonly url: string;
  stop(): Promise<void>;
}

/** Something in a response that the description doesn't allow, as reported by Prism. */
export interface Violation {
  readonly location: readonly string[];
  readonly severity: string;
  readonly code: string;
  readonly message: string;
}

/** Prism's message for a request whose path or method isn't in the description. Prism forwards the request anyway. */
const UNDESCRIBED = 'Selected route not found';

/**
 * Runs Prism as a proxy from `description` (a file) to `upstream`. It validates responses but not requests, since contract tests also send
 * malformed requests. Without `--errors`, Prism reports violations of every severity in a response header. With it, requests to
 * undescribed paths would never reach us, and an undescribed status would pass.
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
    void exited.then(() => reject(new Error(`prism exited: ${said}`)));
  });
  const stop = async () => {
    child.kill();
    await exited;
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}

/** Returns the violations in the response header that Prism adds. `undescribed` is true if the request isn't in the description. */
export function violationsOf({ headers }: Answer): { readonly undescribed: boolean; readonly violations: readonly Violation[] } {
  const found = JSON.parse(String(headers['sl-violations'] ?? '[]')) as Violation[];
  return {
    undescribed: found.some(({ message }) => message === UNDESCRIBED),
    violations: found.filter(({ message }) => message !== UNDESCRIBED),
  };
}
