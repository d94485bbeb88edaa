import type { Command } from '../../scripts/cli/run-command.ts';
import { buildCommand } from '../../scripts/commands/build.ts';
import { buildHere } from '../../scripts/desk/build/build-here.ts';
import type { BuildTask } from '../../scripts/desk/build/run-build.ts';
import { readEnvironment } from '../../site/contract/environment.ts';
import type { BuildRequest } from './build-site.ts';
import { printPages } from './print-pages.ts';
import { recordCommand } from './recorded-command.ts';

/**
 * A process that builds one whole site after another, each as `npm run build` or the desk would. From the second build on, Astro is loaded
 * and warm. It receives each build as a message and replies with the build's exit code and output.
 */
if (import.meta.main) {
  const { TZ, LC_ALL } = process.env;
  process.once('disconnect', () => process.exit());
  process.on('message', async ({ environment, task }: BuildRequest) => {
    // Astro's configuration reads the environment of the process.
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, { TZ, LC_ALL }, environment);
    process.send?.(await recordCommand(task ? deskBuild(task) : buildCommand(printPages), [], process.env));
  });
}

/** Prints the report of a build of the desk as JSON. */
const deskBuild =
  (task: BuildTask): Command =>
  async ({ env, say }) =>
    say(JSON.stringify(await buildHere(readEnvironment(env), task, () => {}, printPages)));
