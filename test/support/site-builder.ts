import { buildCommand } from '../../scripts/commands/build.ts';
import { printPages } from './print-pages.ts';
import { recordCommand } from './recorded-command.ts';

/**
 * A process that builds one whole site after another, each as `npm run build` would. From the second build on, Astro is loaded and warm.
 * It receives the environment of each build as a message and replies with the build's exit code and output.
 */
if (import.meta.main) {
  const { TZ, LC_ALL } = process.env;
  process.once('disconnect', () => process.exit());
  process.on('message', async (environment: Readonly<Record<string, string>>) => {
    // Astro's configuration reads the environment of the process.
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, { TZ, LC_ALL }, environment);
    process.send?.(await recordCommand(buildCommand(printPages), [], process.env));
  });
}
