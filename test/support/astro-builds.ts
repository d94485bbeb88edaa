import { build } from 'astro';

/**
 * Builds the Astro site in the current folder with each of the configurations that the arguments name, into `dist` and its name, as `astro
 * build` does: Astro is loaded and warm from the second on. Prints the message of each build that fails.
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
