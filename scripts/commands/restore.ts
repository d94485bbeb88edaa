import { existsSync } from 'node:fs';
import path from 'node:path';
import { SetupError } from '../../site/shared/setup-error.ts';
import { readFlags } from '../cli/flags.ts';
import type { Command } from '../cli/run-command.ts';
import { restoreBackup } from '../deploy/backup.ts';
import { openFolder } from './open-folder.ts';

const USAGE = `npm run restore -- FOLDER

  FOLDER   a backup that npm run backup created; CONTENT_DIR, DATA_DIR and DIST_DIR must be empty or absent`;

/** `npm run restore`: restores a backup on an empty machine. */
export const restoreCommand: Command = async ({ args, say, ...call }) => {
  const { positionals } = readFlags('restore', USAGE, args, [], []);
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new SetupError(`restore: pass one folder\n\n${USAGE}`);
  const settings = await openFolder({ ...call, say });
  const { made, base_url } = await restoreBackup(settings, folder);
  say(`restored the backup of ${base_url} made at ${made}`);
  if (settings.HUB_DATABASE_URL !== undefined)
    say('the hub’s subscriptions are in PostgreSQL: pg_restore --clean --if-exists --dbname="$HUB_DATABASE_URL" hub.dump');
  say(`next: ${settings.commandLine(`${installCommand(settings.CONTENT_DIR, call.root)}npm run build`)}`);
};

/** How to install the packages of a restored folder before its own `npm run`, because backups don't have them. */
function installCommand(content: string, root = '.'): string {
  const has = (name: string) => existsSync(path.join(content, name));
  // In a clone, the content is elsewhere.
  if (path.resolve(content) !== path.resolve(root) || !has('package.json') || has('node_modules')) return '';
  return `npm ${has('package-lock.json') ? 'ci' : 'install'} && `;
}
