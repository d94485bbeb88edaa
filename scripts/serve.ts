import { enableCompileCache } from 'node:module';

// Before other modules are loaded: a restarted server reuses the compiled code.
enableCompileCache();
const { serve } = await import('./cli/serve-site.ts');

/** `npm run serve`: serves what was built last, without building. */
await serve('origin');
