import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './run-script.ts';
import { type RunningProgram, startProgram } from './running-program.ts';

const NGINX = '/usr/sbin/nginx';

/** Why tests that need nginx can't run here, or undefined if they can. */
export const nginxMissing = spawnSync(NGINX, ['-v']).status === 0 ? undefined : `${NGINX} is not installed (Debian: apt-get install nginx)`;

export interface Balancer extends RunningProgram {
  /** How many requests were retried on a second server because the first one didn't respond. */
  repeated(): Promise<number>;
}

/** Starts Debian's nginx with the configuration that `http` returns. `onLog` gets the path of its access log. */
function startNginx(http: (port: number) => string | Promise<string>, onLog: (log: string) => void = () => {}): Promise<RunningProgram> {
  return startProgram(NGINX, async (home, port) => {
    const file = path.join(home, 'nginx.conf');
    const log = path.join(home, 'access.log');
    onLog(log);
    const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${home}/${name};`).join(' ');
    const user = process.getuid?.() === 0 ? 'user root;' : '';
    const logging = `log_format upstreams '$upstream_addr'; access_log ${log} upstreams;`;
    await writeFile(
      file,
      `daemon off; worker_processes 1; pid ${home}/pid; error_log stderr notice; ${user} events {} http { ${logging} ${folders} ${await http(port)} }`,
    );
    return { args: ['-c', file, '-p', home], listening: /start worker processes/ };
  });
}

/** Starts nginx with scripts/deploy/balancer.conf in front of servers at these addresses, such as 127.0.0.2:4321. */
export async function startBalancer(addresses: readonly string[]): Promise<Balancer> {
  let log = '';
  const configuration = async (port: number) => {
    const recipe = await readFile(path.join(root, 'scripts/deploy/balancer.conf'), 'utf8');
    const [line = ''] = /^ *server 10\..*$/m.exec(recipe) ?? [];
    const servers = addresses.map((address) => line.replace(/10[.\d]+:4321/, address)).join('\n');
    return recipe.replace(/(?:^ *server 10\..*\n)+/m, `${servers}\n`).replace('127.0.0.1:4321', `127.0.0.1:${port}`);
  };
  const program = await startNginx(configuration, (file) => {
    log = file;
  });
  return {
    ...program,
    repeated: async () => (await readFile(log, 'utf8')).split('\n').filter((upstreams) => upstreams.includes(',')).length,
  };
}

/** Starts nginx with the location in scripts/hosts/README.md, which has the path /customers, in front of the server at `origin`. */
export function startLocation(origin: string): Promise<RunningProgram> {
  return startNginx(async (port) => {
    const [, location = ''] = /^```nginx\n([^`]*)^```$/m.exec(await readFile(path.join(root, 'scripts/hosts/README.md'), 'utf8')) ?? [];
    return `server { listen 127.0.0.1:${port}; ${location.replace('http://127.0.0.1:4321', origin)} }`;
  });
}

/** Starts nginx with the files of `folder`, and with the directives that a build wrote to it, or to the folder of `base` in it. */
export function startNginxFiles(folder: string, base = ''): Promise<RunningProgram> {
  return startNginx((port) => `server { listen 127.0.0.1:${port}; root "${folder}"; include "${folder}${base}/_nginx.conf"; }`);
}
