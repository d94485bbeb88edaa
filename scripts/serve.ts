import { enableCompileCache } from 'node:module';

// Before anything else is loaded: a server that starts again finds its code compiled.
enableCompileCache();
const { serve } = await import('./serving.ts');

/** `npm run serve` serves what was built last; with `--sidecar`, `npm run sidecar`, without documents and pages. */
await serve(process.argv.includes('--sidecar') ? 'sidecar' : 'origin');
