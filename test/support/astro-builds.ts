import { build } from 'astro';

/**
 * Builds the Astro site in the current folder like `astro build`, with each configuration named in the arguments, into `dist/NAME`. Astro
 * is loaded only once. Prints the message of each build that fails.
 */
if (import.meta.main) {
  for (const name of process.argv.slice(2)) {
    try {
      await build({ root: process.cwd(), configFile: `astro.${name}.mjs`, outDir: `dist/${name}` });
    } catch (error) {
      console.log(`${name} failed: ${(error as Error).message}`);
    }
  }
}
