import { enableCompileCache } from 'node:module';

enableCompileCache();
const { importCommand } = await import('./cli/server-bundle.ts');
const { serve } = await importCommand('serve-site');

/** `npm run sidecar`: search, /mcp and the hub alone, beside a CDN that serves `dist/`. */
await serve('sidecar');
