import path from 'node:path';
import type { OutputOptions } from 'rolldown';

/** Modules are TypeScript in a clone and JavaScript in the package. */
const EXTENSION = path.extname(import.meta.filename);

/** Bundles the module `site/NAME` and what it imports into one script. */
export async function bundle(name: string, options: OutputOptions): Promise<string> {
  // It takes a while to load, and only two documents need it.
  const { rolldown } = await import('rolldown');
  const bundled = await rolldown({
    // The bundler's comments name the files relative to this folder.
    cwd: path.join(import.meta.dirname, '../..'),
    input: `site/${name}${EXTENSION}`,
    platform: 'neutral',
    external: /^node:/,
    // Otherwise whole tables stay in the script for one of their constants.
    treeshake: { propertyReadSideEffects: false },
  });
  const { output } = await bundled.generate(options);
  await bundled.close();
  return output[0].code;
}
