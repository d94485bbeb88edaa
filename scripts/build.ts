import { setTimeout as wait } from 'node:timers/promises';
import { readEnvironment, SetupError } from '../site/contract/environment.ts';
import { limits } from '../site/contract/limits.ts';
import { build } from './build/build.ts';
import { ping } from './build/ping.ts';
import { describeBuild } from './build/report.ts';
import { purge } from './build/swap.ts';
import { readFlags } from './flags.ts';
import { progress } from './progress.ts';
import { runCommand } from './run-command.ts';

const USAGE = `npm run build [-- --purge] [--new-log]

  --purge   removes the older generations, which hold what was published before, a takedown's text included
  --new-log   begins a new log, with a link to the end of the old one: where its key or its newest state is lost`;

/** `npm run build`: content -> `dist/`, then a ping to the hub (contract.md 1 and 4). */
await runCommand(async () => {
  const { has, positionals } = readFlags('build', USAGE, process.argv.slice(2), [], ['purge', 'new-log']);
  if (positionals.length > 0) throw new SetupError(`build: ${positionals[0]} means nothing here\n\n${USAGE}`);
  const environment = readEnvironment(process.env);
  const show = progress(process.stderr);
  const result = await build({ environment, now: Date.now, onProgress: show.step, newLog: has('new-log') }).finally(show.end);
  console.log(describeBuild(result, environment));
  const warning = await ping(environment);
  console.log(warning === undefined ? `pinged ${environment.HUB_URL}` : `warning: ${warning}`);
  if (!has('purge')) return;
  const purged = await purgeWhenRead(environment.DIST_DIR);
  console.log(`purged: ${purged} older generation${purged === 1 ? '' : 's'}`);
});

/** A running server may read the older ones until it looks for a new one. */
async function purgeWhenRead(distDir: string): Promise<number> {
  await wait(2 * limits.generationPollSeconds * 1000);
  return purge(distDir);
}
