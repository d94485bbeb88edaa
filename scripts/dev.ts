import { fileURLToPath } from 'node:url';
import { dev as startAstro } from 'astro';
import { type Environment, readEnvironment, SetupError } from '../site/contract/environment.ts';
import { machinePaths, paths } from '../site/contract/paths.ts';
import { contentIntegration } from './dev/content-integration.ts';
import { type EditedContent, followContent, type Reading } from './dev/edited-content.ts';
import { runCommand } from './run-command.ts';
import { untilSignal } from './serving.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** `npm run dev`: pages and documents of the content as it is edited; open pages reload by themselves. */
await runCommand(async () => {
  // Nothing is sent to anybody, and nothing asked.
  Object.assign(process.env, { ASTRO_TELEMETRY_DISABLED: '1', ASTRO_DISABLE_UPDATE_CHECK: 'true' });
  const environment = readEnvironment(process.env);
  let content: EditedContent | undefined;
  const server = await start(environment, () => content);
  const stopped = untilSignal();
  const own = readEnvironment({ ...environment.source, PORT: String(server.address.port) });
  content = followContent(own, (reading) => console.log(describeReading(reading)));
  console.log(describePlaces(own));
  content.now();
  await stopped;
  await server.stop();
});

async function start({ HOST, PORT, CONTENT_DIR }: Environment, content: () => EditedContent | undefined) {
  try {
    return await startAstro({
      root: ROOT,
      logLevel: 'error',
      // Documents without an extension are no folders.
      trailingSlash: 'ignore',
      server: { host: HOST, port: PORT },
      vite: { server: { strictPort: true } },
      integrations: [contentIntegration(CONTENT_DIR, content)],
    });
  } catch (error) {
    if (!(error as Error).message.includes('already in use')) throw error;
    throw new SetupError(`dev: port ${PORT} on ${HOST} is in use; stop what listens there, or set PORT to another one`);
  }
}

function describeReading({ publication, problem }: Reading): string {
  return problem ?? `content: ${publication?.dataset.reviews.length} reviews, as they would be published`;
}

function describePlaces({ BASE_URL, CONTENT_DIR }: Environment): string {
  return `
  pages      ${BASE_URL}/
  documents  ${[paths.reviews, paths.insights, paths.jsonFeed, paths.atomFeed, machinePaths.csv].map((path) => BASE_URL + path).join('\n             ')}
  search     ${BASE_URL}${paths.search}?query=panel&min_rating=4

  Edit ${CONTENT_DIR}/: the next request shows it, and open pages reload. MCP and WebSub are there with npm start.
  Stop it with Ctrl-C.
`;
}
