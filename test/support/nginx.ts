import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './run-script.ts';
import { type RunningProgram, startProgram } from './running-program.ts';

const NGINX = '/usr/sbin/nginx';

/** Why what needs nginx can't run here; undefined where it can. */
export const nginxMissing = spawnSync(NGINX, ['-v']).status === 0 ? undefined : `${NGINX} is not installed (Debian: apt-get install nginx)`;

export interface Balancer extends RunningProgram {
  /** How many requests were sent to a second server, since the first one didn't answer. */
  repeated(): Promise<number>;
}

/** Runs Debian's nginx with scripts/deploy/balancer.conf in front of servers at these addresses, such as 127.0.0.2:4321. */
export async function startBalancer(addresses: readonly string[]): Promise<Balancer> {
  let log = '';
  const program = await startProgram(NGINX, async (home, port) => {
    const recipe = await readFile(path.join(root, 'scripts/deploy/balancer.conf'), 'utf8');
    const [line = ''] = /^ *server 10\..*$/m.exec(recipe) ?? [];
    const servers = addresses.map((address) => line.replace(/10[.\d]+:4321/, address)).join('\n');
    const here = recipe.replace(/(?:^ *server 10\..*\n)+/m, `${servers}\n`).replace('127.0.0.1:4321', `127.0.0.1:${port}`);
    const file = path.join(home, 'nginx.conf');
    log = path.join(home, 'access.log');
    const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${home}/${name};`).join(' ');
    const user = process.getuid?.() === 0 ? 'user root;' : '';
    const logging = `log_format upstreams '$upstream_addr'; access_log ${log} upstreams;`;
    await writeFile(
      file,
      `daemon off; worker_processes 1; pid ${home}/pid; error_log stderr notice; ${user} events {} http { ${logging} ${folders} ${here} }`,
    );
    return { args: ['-c', file, '-p', home], listening: /start worker processes/ };
  });
  return {
    ...program,
    repeated: async () => (await readFile(log, 'utf8')).split('\n').filter((upstreams) => upstreams.includes(',')).length,
  };
}
