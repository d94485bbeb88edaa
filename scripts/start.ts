import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type RunningServer, startServer } from '../sidecar/server.ts';
import { type Environment, readEnvironment, SetupError } from '../site/contract/environment.ts';
import { paths } from '../site/contract/paths.ts';
import { runCommand } from './run-command.ts';
import { logLine, untilSignal } from './serving.ts';

/**
 * `npm start`: builds the content and serves the whole service on one origin. It listens first, so that a port in use
 * is told before the work is done, and builds in a process of its own, which gives its memory back.
 */
await runCommand(async () => {
  const environment = readEnvironment(process.env);
  let ready = false;
  // While it builds the log is for what the operator must know: it has a level.
  const log = (line: object) => {
    if (ready || 'level' in line) logLine(line);
  };
  const server = await startServer({ environment, mode: 'origin', log });
  try {
    await buildFor(environment, server);
    await server.generations.refresh();
    const stopped = untilSignal();
    console.log(describePlaces(environment, server));
    ready = true;
    await stopped;
  } finally {
    await server.close();
  }
});

async function buildFor(environment: Environment, { port }: RunningServer): Promise<void> {
  // With PORT=0 the origin is known only now.
  const baseUrl = environment.BASE_URL_GIVEN ? environment.BASE_URL : `http://localhost:${port}`;
  const child = spawn(process.execPath, [fileURLToPath(new URL('./build.ts', import.meta.url))], {
    stdio: 'inherit',
    env: { ...process.env, BASE_URL: baseUrl, PORT: String(port) },
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new SetupError('start: the build failed; mend what it says above. To serve the last good build: npm run serve');
}

function describePlaces({ CONTENT_DIR }: Environment, { port, generations }: RunningServer): string {
  const origin = generations.current()?.generation.document.base_url ?? `http://localhost:${port}`;
  return `
  pages      ${origin}/
  documents  ${[paths.reviews, paths.insights, paths.jsonFeed, paths.atomFeed].map((path) => origin + path).join('\n             ')}
  since      ${origin}${paths.since}2025-01-01
  search     ${origin}${paths.search}?query=panel&min_rating=4
  agents     ${origin}${paths.mcp} (MCP), ${origin}${paths.hub} (WebSub)

  Edit ${CONTENT_DIR}/ next, business.yaml first; then, in another terminal: npm run build
  This server takes the new build up by itself. Stop it with Ctrl-C.
`;
}
