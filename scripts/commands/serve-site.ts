import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { isIP } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { type RunningServer, startServer } from '../../sidecar/server.ts';
import { paths } from '../../site/contract/paths.ts';
import { basePathOf, isLoopback } from '../../site/shared/base-path.ts';
import { SetupError } from '../../site/shared/setup-error.ts';
import { DEMO_NAME } from '../build/last-publication.ts';
import { refuseArguments } from '../cli/flags.ts';
import { type Call, type Command, untilSignal } from '../cli/run-command.ts';
import { type Settings, settingsHelp } from '../cli/settings.ts';
import { openFolder } from './open-folder.ts';

/** The settings for where a server listens and what it serves. */
const SETTINGS = `  Settings: PORT, HOST, BASE_URL, DIST_DIR, DATA_DIR; npm start -- --help lists all of them`;

const SERVE_USAGE = {
  origin: `npm run serve   serves the last build\n\n${SETTINGS}`,
  sidecar: `npm run sidecar   serves search, MCP and the hub next to a host that serves dist/\n\n${SETTINGS}, and DATASET_URL`,
};

/** `npm run serve`: serves what was built last until a signal arrives, without building. */
export const serveCommand: Command = (call) => serve('origin', call);

/** `npm run sidecar`: serves search, MCP and the hub while another host serves `dist/`. */
export const sidecarCommand: Command = (call) => serve('sidecar', call);

async function serve(mode: 'origin' | 'sidecar', call: Call): Promise<void> {
  refuseArguments(mode === 'origin' ? 'serve' : 'sidecar', SERVE_USAGE[mode], call.args);
  const environment = await openFolder(call);
  const server = await withSmallYoungSpace(() => startServer({ environment, mode, log: logLine }));
  try {
    if (!server.generations.current()) throw new SetupError(describeNothing(mode, environment));
    const stopped = untilSignal();
    call.say(`serving ${mode === 'origin' ? 'everything' : 'search, MCP and the hub'} on ${server.url}${basePathOf(environment.BASE_URL)}`);
    await stopped;
  } finally {
    await server.close();
  }
}

/**
 * Reads a build without room for more young objects, and then lets V8 make room again as it needs. Otherwise it keeps for hours what it only
 * needed to read: a fifth of the memory at 10,000 reviews.
 */
async function withSmallYoungSpace<T>(read: () => Promise<T>): Promise<T> {
  setFlagsFromString('--semi-space-growth-factor=1');
  try {
    return await read();
  } finally {
    setFlagsFromString('--semi-space-growth-factor=2');
  }
}

function describeNothing(mode: 'origin' | 'sidecar', { DIST_DIR, DATASET_URL, commandLine }: Settings): string {
  const first = `run ${commandLine('npm run build')} first`;
  if (mode === 'origin') return `serve: there is no build in ${DIST_DIR}; ${first}`;
  const fix = DATASET_URL === undefined ? `${first}, or set DATASET_URL` : 'check DATASET_URL and that the site is published';
  return `sidecar: nothing to serve at ${DATASET_URL ?? DIST_DIR}; ${fix}`;
}

/** Writes a structured log line to standard output. */
function logLine(line: object): void {
  console.log(JSON.stringify(line));
}

const USAGE = `npm start [-- --replace]   builds the content and serves everything on one origin

  --replace   publish this business even if DIST_DIR has another one

${settingsHelp}`;

/**
 * `npm start`: builds the content and serves everything on one origin. Listens first, so a port in use is reported at once, and builds
 * in a child process, which frees its memory.
 */
export const startCommand: Command = async (call) => {
  const { has } = refuseArguments('start', USAGE, call.args, ['replace']);
  const environment = await openFolder(call);
  let ready = false;
  const stopped = untilSignal();
  // During the build, only show log lines with a level, which operators need to know.
  const log = (line: object) => {
    if (ready || 'level' in line) logLine(line);
  };
  const server = await startServer({ environment, mode: 'origin', log });
  try {
    call.say(`building ${environment.CONTENT_DIR} ...`);
    const root = call.root === undefined ? [] : ['--root', call.root];
    if (!(await buildFor(environment, server, [...root, 'build', ...(has('replace') ? ['--replace'] : [])], stopped))) return;
    await withSmallYoungSpace(() => server.generations.refresh());
    call.say(describePlaces(environment, server));
    ready = true;
    await stopped;
  } finally {
    await server.close();
  }
};

/**
 * Runs this program again to build for the address of the server. Returns false if a signal ended it.
 * @throws SetupError if the build fails
 */
async function buildFor(environment: Settings, { port }: RunningServer, args: readonly string[], stopped: Promise<void>): Promise<boolean> {
  // With PORT=0 the port is known only now.
  const baseUrl = environment.BASE_URL_GIVEN ? environment.BASE_URL : `http://localhost:${port}`;
  const child = spawn(process.execPath, [process.argv[1] ?? '', ...args], {
    // The channel closes when this process ends or is killed, which ends the build.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, BASE_URL: baseUrl, PORT: String(port) },
  });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const isStopped = await Promise.race([ended.then(() => false), stopped.then(() => true)]);
  if (isStopped) child.kill();
  const code = await ended;
  if (isStopped) return false;
  if (code === 0) return true;
  throw new SetupError(
    `start: the build failed; fix the problem above. To serve the last good build: ${environment.commandLine('npm run serve')}`,
  );
}

function describePlaces(environment: Settings, { port, generations }: RunningServer): string {
  const current = generations.current();
  const origin = current?.document.base_url ?? `http://localhost:${port}`;
  const advice = listeningAdvice(origin, { host: environment.HOST, port });
  return `
  pages      ${origin}/
  documents  ${[paths.reviews, paths.insights, paths.jsonFeed, paths.atomFeed].map((path) => origin + path).join('\n             ')}
  since      ${origin}${paths.since}2025-01-01
  search     ${origin}${paths.search}?min_rating=4
  agents     ${origin}${paths.mcp} (MCP), ${origin}${paths.hub} (WebSub)
${advice === undefined ? '' : `  listens    ${advice}\n`}
${current?.reviews.business.name === DEMO_NAME ? DEMO_ADVICE : editAdvice(environment, port)}
  Stop it with Ctrl-C.
`;
}

const DEMO_ADVICE = `  This business is invented. To begin with your own: npm run new -- ../my-reviews --name "My Business"`;

const editAdvice = ({ CONTENT_DIR, PORT, commandLine }: Settings, port: number) =>
  `  Edit ${CONTENT_DIR}/ next, business.yaml first; then, in another terminal: ${commandLine('npm run build', PORT === port ? {} : { PORT: String(port) })}
  This server picks up the new build by itself.`;

/**
 * How to reach the server at `host` and `port` under the public address `baseUrl`; undefined if that is where it listens. The server can
 * only listen at an HTTP address of this machine; names and HTTPS need a proxy.
 */
export function listeningAdvice(baseUrl: string, { host, port }: { readonly host: string; readonly port: number }): string | undefined {
  const { protocol, hostname, port: given, origin } = new URL(baseUrl);
  const published = given === '' ? { 'http:': 80 }[protocol] : Number(given);
  if (['localhost', host].includes(hostname) && published === port) return undefined;
  const proxy = `http://${host}:${port}: a proxy must forward ${origin} to it`;
  if (protocol !== 'http:' || published === undefined) return proxy;
  if (isLoopback(hostname)) return `${proxy}, or set PORT=${published}`;
  return isIP(hostname) === 0 ? proxy : `${proxy}, or set PORT=${published} and HOST=${hostname}`;
}
