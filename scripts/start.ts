import { enableCompileCache } from 'node:module';

// Before other modules are loaded: a restarted server reuses the compiled code.
enableCompileCache();
const { importCommand } = await import('./cli/server-bundle.ts');

/** `npm start`: builds the content and serves the whole service on one origin. */
const { start } = await importCommand('start-site');
await start();
