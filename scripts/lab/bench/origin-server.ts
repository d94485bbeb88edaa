import { enableCompileCache } from 'node:module';

enableCompileCache();
const { startServer } = await import('../../../sidecar/server.ts');
const { readEnvironment } = await import('../../../site/contract/environment.ts');

/** The real server for the DIST_DIR of the environment, on its PORT or one that the system picks. */
const server = await startServer({
  environment: readEnvironment({ ...process.env, PORT: process.env['PORT'] || '0', RATE_LIMIT: '0' }),
  mode: 'origin',
  log: () => {},
});
console.log(`listening ${server.url}`);
