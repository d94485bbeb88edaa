import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { paths } from '../../../site/contract/paths.ts';
import { freePort } from '../free-port.ts';
import { compare, type LoadRequest, measureLoad, type Started, startPinned } from './load.ts';

const TURNS = 5;
const SECONDS = 3;
const AS_BROWSERS = { 'Accept-Encoding': 'gzip, br' };

/** Downloads per second, 200 and 304, compared with nginx serving the same files on the same core. Prints the ratios. */
export async function benchDocuments(distDir: string, label: string): Promise<void> {
  const origin = await startPinned('scripts/lab/bench/origin-server.ts', [], { DIST_DIR: distDir });
  const nginx = await startNginx(distDir);
  try {
    for (const target of [paths.jsonFeed, paths.reviews]) {
      await report(`${target} 200, ${label}`, origin, nginx, target, 200);
      await report(`${target} 304, ${label}`, origin, nginx, target, 304);
    }
  } finally {
    await origin.stop();
    await nginx.stop();
  }
}

async function report(what: string, origin: Started, nginx: Started, target: string, status: 200 | 304): Promise<void> {
  const run = async ({ url }: Started) => measureLoad(url, [await requestFor(url, target, status)], status, SECONDS);
  const { ratio, ours, peer } = await compare(
    TURNS,
    () => run(origin),
    () => run(nginx),
  );
  console.log(`download, ${what}: ${ratio.toFixed(2)} of nginx (${Math.round(ours)} against ${Math.round(peer)} a second)`);
}

async function requestFor(url: string, target: string, status: 200 | 304): Promise<LoadRequest> {
  if (status === 200) return { path: target, headers: AS_BROWSERS };
  const response = await fetch(url + target, { headers: AS_BROWSERS });
  await response.arrayBuffer();
  return { path: target, headers: { ...AS_BROWSERS, 'If-None-Match': response.headers.get('etag') ?? '' } };
}

/** One nginx worker on core 0 with its manual's settings for static files and compressed variants. */
async function startNginx(distDir: string): Promise<Started> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'bench-nginx-'));
  const port = await freePort();
  const file = path.join(folder, 'nginx.conf');
  await writeFile(
    file,
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr crit; user root;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; gzip_static on; default_type application/json;
  open_file_cache max=1000; client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder};
  uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
  server { listen 127.0.0.1:${port}; root ${path.resolve(distDir)}; }
}
`,
  );
  const child = spawn('taskset', ['-c', '0', 'nginx', '-c', file, '-p', folder], { stdio: 'inherit' });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 100; tries++) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      break;
    await delay(50);
  }
  return {
    url,
    pid: child.pid as number,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
