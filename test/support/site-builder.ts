import { buildCommand } from '../../scripts/build/command.ts';
import { recordCommand } from './recorded-command.ts';

/**
 * A process that builds whole sites one after the other, as `npm run build` does once: Astro is loaded and warm from the second on.
 * It takes the environment of each build as a message and answers with what the build said.
 */
if (import.meta.main) {
  process.once('disconnect', () => process.exit());
  process.on('message', async (environment: Readonly<Record<string, string>>) => {
    // Astro's configuration reads the variables of the process.
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, environment);
    process.send?.(await recordCommand(buildCommand(), [], process.env));
  });
}
