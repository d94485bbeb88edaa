import { enableCompileCache } from 'node:module';

// Before other modules are loaded: a restarted server reuses the compiled code.
enableCompileCache();
const { importCommand } = await import('./cli/server-bundle.ts');
const { serve } = await importCommand('serve-site');

/** `npm run serve`: serves what was built last, without building. */
await serve('origin');
