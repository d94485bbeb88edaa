import type { PrintSite } from '../build/print.ts';
import { publishSite } from '../build/publish.ts';
import { describeAnnouncement, describeBuild } from '../build/report.ts';
import { refuseArguments } from '../cli/flags.ts';
import { type Command, progress } from '../cli/run-command.ts';
import { openFolder } from './open-folder.ts';

const USAGE = `npm run build [-- --purge] [--replace] [--new-log]

  --purge     remove older generations, which contain everything published before, including texts taken down
  --replace   publish this business even if DIST_DIR has another one, and start a new log
  --new-log   start a new log that links to the end of the old one, if the old one's key or newest state is lost`;

/** `npm run build`: builds `dist/`, then pings the hub and purges the CDN. `print` renders the site; tests render documents only. */
export const buildCommand =
  (print?: PrintSite): Command =>
  async ({ args, say, ...call }) => {
    const { has } = refuseArguments('build', USAGE, args, ['purge', 'replace', 'new-log']);
    const environment = await openFolder({ ...call, say });
    const show = progress(process.stderr);
    const flags = { replace: has('replace'), newLog: has('new-log'), purge: has('purge') };
    const onBuilt = (result: Parameters<typeof describeBuild>[0]) => {
      show.end();
      say(describeBuild(result, environment));
    };
    const published = await publishSite({ environment, onProgress: show.step, onBuilt, ...(print && { print }), ...flags }).finally(
      show.end,
    );
    for (const line of describeAnnouncement(published, environment)) say(line);
  };

/** `npm run build`: builds `dist/`. Exits if the `npm start` that runs it ends. */
export const build: Command = (call) => {
  process.channel?.unref();
  process.once('disconnect', () => process.exit(1));
  return buildCommand()(call);
};
