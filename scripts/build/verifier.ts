import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const HEAD = `#!/usr/bin/env node
// Checks a site of verified reviews against its log: verify.mjs BASE_URL [--state FILE]
// Needs nothing but Node 20.16, Deno 2 or Bun: deno run --allow-net --allow-read --allow-write verify.mjs ...
`;

/** The bytes of `/verify.mjs`: site/log/verify.ts and what it needs in one file, for people to read. */
export async function bundleVerifier(): Promise<string> {
  const bundle = await rolldown({
    // Its comments name the files as seen from here.
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    input: 'site/log/verify.ts',
    platform: 'neutral',
    external: /^node:/,
  });
  const { output } = await bundle.generate({ format: 'esm', banner: HEAD });
  await bundle.close();
  return output[0].code;
}
