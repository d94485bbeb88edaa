import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { BuildOnce, BuildRequest } from './build-site.ts';
import { root, type ScriptResult, scriptEnvironment } from './run-script.ts';

let builder: { readonly child: ChildProcess; readonly ended: Promise<ScriptResult> } | undefined;
let lastTurn: Promise<unknown> = Promise.resolve();

/** Builds a site once earlier builds are done, in a process that is kept: loading Astro and bundling take almost all of the time of a build. */
export const buildInTurn: BuildOnce = (request) => {
  const turn = lastTurn.then(() => build(request));
  lastTurn = turn.catch(() => {});
  return turn;
};

async function build(request: BuildRequest): Promise<ScriptResult> {
  builder ??= startBuilder();
  const { child, ended } = builder;
  child.send(request);
  const answered = once(child, 'message').then(([message]) => message as ScriptResult);
  return Promise.race([answered, ended]);
}

/** A far time zone and another locale, so pages that depend on them differ from what tests expect. */
const ELSEWHERE = { TZ: 'Pacific/Kiritimati', LC_ALL: 'tr_TR.UTF-8' };

function startBuilder() {
  const env = { ...scriptEnvironment(), ...ELSEWHERE };
  const child = fork(fileURLToPath(new URL('./site-builder.ts', import.meta.url)), { cwd: root, env, execArgv: [] });
  const ended = once(child, 'exit').then(([code]): ScriptResult => {
    if (builder?.child === child) builder = undefined;
    return { code: code ?? 1, stdout: '', stderr: 'the builder ended' };
  });
  return { child, ended };
}

/** Stops the process that builds, if there is one. */
async function stopBuilder(): Promise<void> {
  if (builder === undefined) return;
  const { child, ended } = builder;
  builder = undefined;
  child.kill();
  await ended;
}

/** Lets the processes of this run build sites in one process, through the Unix socket SITE_BUILDER. It starts with the first build. */
export default async function shareBuilder(): Promise<() => Promise<void>> {
  const server = createServer(async (request, response) => {
    const asked = (await json(request)) as BuildRequest;
    response.end(JSON.stringify(await buildInTurn(asked)));
  });
  const socket = path.join(os.tmpdir(), 'builder.sock');
  process.env['SITE_BUILDER'] = socket;
  await once(server.listen(socket), 'listening');
  return async () => {
    server.closeAllConnections();
    server.close();
    await stopBuilder();
  };
}
