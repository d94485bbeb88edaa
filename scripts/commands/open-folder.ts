import type { Call } from '../cli/run-command.ts';
import { readSettings, type Settings } from '../cli/settings.ts';
import { hasTemporary } from '../content/own-folders.ts';
import { hasTask, isGoingBack } from '../content/unfinished.ts';

/** Reads the settings as `readSettings` does, and recovers from commands that were killed. Every command begins with this. */
export async function openFolder({ say, ...call }: Pick<Call, 'env' | 'root' | 'say'>): Promise<Settings> {
  const settings = readSettings(call);
  // Usually there is nothing to do, and loading what does it takes longer than looking.
  if (!hasTask(settings.CONTENT_DIR) && !isGoingBack(settings.DATA_DIR) && !hasTemporary(settings)) return settings;
  const { recover } = await import('../desk/recover.ts');
  for (const line of await recover(settings)) say(line);
  return settings;
}
