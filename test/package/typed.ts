import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'vitest';
import { scriptEnvironment } from '../support/run-script.ts';

/** Types a line in a terminal whose folder is `cwd`. Returns what it prints until that matches `until` or it ends. */
export type Type = (cwd: string, line: string, until?: RegExp) => Promise<string>;

/** Returns a function that types lines, for a user whose Node is in the folder `node`. */
export function typeWith(node: string): Type {
  // npm needs the settings of the network, such as certificates and proxies.
  const network = Object.entries(process.env).filter(([name]) =>
    /^npm_config_(?!user_agent)|_proxy$|^NODE_EXTRA_CA_CERTS$|^SSL_/i.test(name),
  );
  const env = { ...Object.fromEntries(network), ...scriptEnvironment(), CI: '1', PATH: `${node}:${process.env['PATH']}` };
  return async (cwd, line, until) => {
    const shell = spawn('sh', ['-c', line], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = once(shell, 'close');
    let screen = '';
    const seen = new Promise<void>((resolve) => {
      for (const stream of [shell.stdout, shell.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          screen += text;
          if (until?.test(screen)) resolve();
        });
    });
    await Promise.race([seen, ended]);
    // Ctrl-C reaches every program of the line.
    if (shell.pid !== undefined && shell.exitCode === null && until?.test(screen)) process.kill(-shell.pid, 'SIGINT');
    const [code] = await ended;
    if (until === undefined) expect([line, code, screen]).toEqual([line, 0, screen]);
    return screen;
  };
}

/** The command in the last line of what a command printed. */
export const nextOf = (screen: string) => /\nnext: (.*)\n$/.exec(screen)?.[1] ?? `no next line in ${screen}`;
