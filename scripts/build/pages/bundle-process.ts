import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type AstroIntegration, build } from 'astro';
import { moveStage } from '../swap.ts';
import { ROOT } from './code.ts';

/** Bundles the pages with the printer into the folder `stage`: what renders them into `server`, and the files beside them into `assets`. */
async function bundleInto(stage: string, basePath: string): Promise<void> {
  process.env['ASTRO_TELEMETRY_DISABLED'] = '1';
  const server = path.join(stage, 'server');
  await mkdir(server);
  await build({
    root: ROOT,
    outDir: path.join(stage, 'assets'),
    logLevel: 'error',
    site: 'http://site.invalid',
    base: basePath || '/',
    integrations: [keepServer(server)],
  });
}

/** Adds the printer to what Astro bundles for rendering, and moves that into `server` in place of rendering pages. */
function keepServer(server: string): AstroIntegration {
  let bundled = '';
  const vite = {
    name: 'add-printer',
    applyToEnvironment: ({ name }: { readonly name: string }) => name === 'prerender',
    buildStart(this: { emitFile(file: { type: 'chunk'; id: string; fileName: string }): string }) {
      this.emitFile({ type: 'chunk', id: path.join(import.meta.dirname, 'printer.ts'), fileName: 'printer.mjs' });
    },
    writeBundle({ dir }: { readonly dir?: string | undefined }) {
      bundled = dir ?? '';
    },
  };
  const prerenderer = {
    name: 'keep-server',
    setup: () => moveStage(bundled, server),
    getStaticPaths: async () => [],
    render: async () => new Response(),
  };
  return {
    name: 'keep-server',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => void updateConfig({ vite: { plugins: [vite] } }),
      'astro:build:start': ({ setPrerenderer }) => setPrerenderer(prerenderer),
    },
  };
}

const [stage = '', basePath = ''] = process.argv.slice(2);
await bundleInto(stage, basePath);
