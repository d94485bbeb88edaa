import { enableCompileCache } from 'node:module';

// Before anything else is loaded: a server that starts again finds its code compiled.
enableCompileCache();
const { serve } = await import('./cli/serve-site.ts');

/** `npm run serve`: serves what was built last, without building. */
await serve('origin');
