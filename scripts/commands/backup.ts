import { SetupError } from '../../site/shared/setup-error.ts';
import { readFlags } from '../cli/flags.ts';
import type { Command } from '../cli/run-command.ts';
import { makeBackup } from '../deploy/backup.ts';
import { openFolder } from './open-folder.ts';

const USAGE = `npm run backup -- FOLDER [--keep N]

  FOLDER     the folder for backups; each one is a new folder, named after the time
  --keep N   how many backups to keep; older ones are removed (default: 14)`;

/** `npm run backup`: copies everything worth keeping, while the site runs. */
export const backupCommand: Command = async ({ args, say, ...call }) => {
  const { texts, positionals } = readFlags('backup', USAGE, args, ['keep'], []);
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new SetupError(`backup: pass one folder\n\n${USAGE}`);
  const keep = texts['keep'] ?? '14';
  if (!/^[1-9]\d{0,5}$/.test(keep)) throw new SetupError(`backup: --keep ${keep}: must be a number, at least 1`);
  const settings = await openFolder({ ...call, say });
  const { place, missing } = await makeBackup(settings, folder, new Date(), Number(keep));
  say(place);
  if (missing.length > 0) say(`warning: keep a copy of ${missing.join(' and ')}: backups don't include the settings`);
  if (settings.HUB_DATABASE_URL !== undefined)
    say(
      'warning: the hub’s subscriptions are in PostgreSQL, not in the backup; back them up, too: pg_dump --format=custom --schema=hub --file=hub.dump "$HUB_DATABASE_URL"',
    );
};
