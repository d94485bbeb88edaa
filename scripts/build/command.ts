import { setTimeout as wait } from 'node:timers/promises';
import { limits } from '../../site/contract/limits.ts';
import { refuseArguments } from '../cli/flags.ts';
import { type Command, progress } from '../cli/run-command.ts';
import { readSettings } from '../cli/settings.ts';
import { ping, purgeCdn } from './announce.ts';
import { build } from './build.ts';
import type { PrintSite } from './print.ts';
import { describeBuild } from './report.ts';
import { purge } from './swap.ts';

const USAGE = `npm run build [-- --purge] [--replace] [--new-log]

  --purge     remove older generations, which contain everything published before, including texts taken down
  --replace   publish this business even if DIST_DIR has another one, and start a new log
  --new-log   start a new log that links to the end of the old one, if the old one's key or newest state is lost`;

/** `npm run build`: builds `dist/`, then pings the hub and purges the CDN. `print` renders the site; tests render documents only. */
export const buildCommand =
  (print?: PrintSite): Command =>
  async ({ args, say, ...call }) => {
    const { has } = refuseArguments('build', USAGE, args, ['purge', 'replace', 'new-log']);
    const environment = readSettings(call);
    const show = progress(process.stderr);
    const { SOURCE_DATE_EPOCH: fixed } = environment;
    const now = fixed === undefined ? Date.now : () => fixed * 1000;
    const flags = { replace: has('replace'), newLog: has('new-log') };
    const result = await build({ environment, now, onProgress: show.step, ...(print && { print }), ...flags }).finally(show.end);
    say(describeBuild(result, environment));
    const warning = await ping(environment);
    say(warning === undefined ? `pinged ${environment.HUB_URL}` : `warning: ${warning}`);
    // If nothing changed, the CDN is only purged for `--purge`.
    const purgedCdn = result.changed || has('purge') ? await purgeCdn(environment, result.generation.generation) : undefined;
    if (purgedCdn !== undefined) say(purgedCdn);
    if (!has('purge')) return;
    const purged = await purgeWhenRead(environment.DIST_DIR);
    say(`purged: ${purged} older generation${purged === 1 ? '' : 's'}`);
  };

/** Purges once a running server has had time to load the new generation. */
async function purgeWhenRead(distDir: string): Promise<number> {
  await wait(2 * limits.generationPollSeconds * 1000);
  return purge(distDir);
}
