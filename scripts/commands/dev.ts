import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { astroConfig, standalone } from '../../site/astro-config.ts';
import { type Environment, readEnvironment } from '../../site/contract/environment.ts';
import { machinePaths, paths } from '../../site/contract/paths.ts';
import { readPublication } from '../../site/publication.ts';
import { basePathOf } from '../../site/shared/base-path.ts';
import { SetupError } from '../../site/shared/setup-error.ts';
import { counted } from '../../site/shared/text.ts';
import { refuseArguments } from '../cli/flags.ts';
import { type Command, untilSignal } from '../cli/run-command.ts';
import { storeOf } from '../content/own-folders.ts';
import { type ContentState, contentPlugin, followContent } from '../dev/content-plugin.ts';
import { openFolder } from './open-folder.ts';

const USAGE = `npm run dev   previews the pages, documents and search while you edit

  Settings: CONTENT_DIR, PORT, HOST; npm start -- --help lists all of them`;

/** `npm run dev`: serves the pages and documents while the content is edited, and reloads open pages. */
export const devCommand: Command = async ({ args, say, ...call }) => {
  refuseArguments('dev', USAGE, args);
  // Astro must neither send telemetry nor check for updates.
  Object.assign(process.env, { ASTRO_TELEMETRY_DISABLED: '1', ASTRO_DISABLE_UPDATE_CHECK: 'true' });
  const environment = await openFolder({ ...call, say });
  let own: Environment = environment;
  const content = followContent(
    environment.CONTENT_DIR,
    () => readPublication(own),
    (reading) => say(describeReading(reading)),
  );
  const server = await start(environment, content);
  const stopped = untilSignal();
  // With PORT=0, the port is only known now.
  own = readEnvironment({ ...environment.source, PORT: String(server.address.port) });
  say(describePlaces(own));
  content();
  await stopped;
  await server.stop();
};

async function start(environment: Environment, content: () => ContentState) {
  const { HOST, PORT, CONTENT_DIR, BASE_URL } = environment;
  await refuseTakenPort(PORT, HOST);
  // Loaded last, since that takes seconds.
  const { dev: startAstro } = await import('astro');
  const config = astroConfig(environment);
  return startAstro({
    ...(await standalone(environment)),
    ...config,
    server: { host: HOST, port: PORT },
    vite: {
      ...config.vite,
      plugins: [contentPlugin({ contentDir: CONTENT_DIR, basePath: basePathOf(BASE_URL), trailingSlash: 'always' }, content)],
      server: { ...config.vite.server, strictPort: true, watch: { ignored: isMade(environment) } },
    },
  });
}

/** Whether our commands made a file; such files may be in the content folder, and aren't watched. */
function isMade({ DIST_DIR, DATA_DIR }: Environment): (file: string) => boolean {
  const places = [DIST_DIR, storeOf(DIST_DIR), DATA_DIR].map((place) => path.resolve(place));
  return (file) => places.some((place) => file === place || file.startsWith(place + path.sep));
}

/** Checks the port first: Astro doesn't exit if it can't listen. */
async function refuseTakenPort(port: number, host: string): Promise<void> {
  const probe = createServer().listen(port, host);
  const error = await once(probe, 'listening').then(
    () => undefined,
    (reason: NodeJS.ErrnoException) => reason,
  );
  probe.close();
  if (error?.code === 'EADDRINUSE')
    throw new SetupError(`dev: port ${port} on ${host} is in use; stop the program that uses it, or set PORT to another one`);
  if (error) throw new SetupError(`dev: cannot listen on ${host}:${port} (${error.code}); set HOST and PORT to an address of this machine`);
}

function describeReading({ publication, problem }: ContentState): string {
  return problem ?? `content: ${counted(publication?.dataset.reviews.length ?? 0, 'review')}, as they will be published`;
}

function describePlaces({ BASE_URL, CONTENT_DIR }: Environment): string {
  return `
  pages      ${BASE_URL}/
  documents  ${[paths.reviews, paths.insights, paths.jsonFeed, paths.atomFeed, machinePaths.csv].map((path) => BASE_URL + path).join('\n             ')}
  search     ${BASE_URL}${paths.search}?min_rating=4

  Edit ${CONTENT_DIR}/ and open pages reload. MCP and WebSub need npm start.
  Stop it with Ctrl-C.
`;
}
