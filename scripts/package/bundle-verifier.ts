import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const HEAD = `#!/usr/bin/env node
// Checks a site of verified reviews against its log: verify.mjs BASE_URL [--state FILE]
// Needs nothing but Node 20.16, Deno 2 or Bun: deno run --allow-net --allow-read --allow-write verify.mjs ...
`;

/** Bundles `site/log/verify.ts` into `/verify.mjs`, unminified so that people can read it. */
export async function bundleVerifier(): Promise<string> {
  const bundle = await rolldown({
    // The bundler's comments name the files relative to this folder.
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    input: 'site/log/verify.ts',
    platform: 'neutral',
    external: /^node:/,
  });
  const { output } = await bundle.generate({ format: 'esm', banner: HEAD });
  await bundle.close();
  return output[0].code;
}
