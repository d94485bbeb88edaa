import { enableCompileCache } from 'node:module';

enableCompileCache();
const { serve } = await import('./cli/serve-site.ts');

/** `npm run sidecar`: search, /mcp and the hub alone, beside a CDN that serves `dist/`. */
await serve('sidecar');
