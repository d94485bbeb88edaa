import { enableCompileCache } from 'node:module';

// Before other modules are loaded: a restarted server reuses the compiled code.
enableCompileCache();

/** `npm start`: builds the content and serves the whole service on one origin. */
const { start } = await import('./cli/serve-site.ts');
await start();
