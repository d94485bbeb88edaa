import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { SetupError } from '../../../site/contract/environment.ts';
import { publishSite } from '../../build/publish.ts';
import { describeBuild } from '../../build/report.ts';
import { type Call, progress, untilSignal } from '../../cli/run-command.ts';
import { readSettings } from '../../cli/settings.ts';
import type { ImportCommand } from '../arguments.ts';
import { lookOnce } from './look.ts';

/** How often it looks. A file is imported at the second look, 5 to 10 minutes after it's complete. */
const EVERY_MS = 5 * 60_000;

type Watched = Extract<ImportCommand, { readonly kind: 'watch' }>;

/** `npm run import -- --watch FOLDER`: looks at the folder until a signal arrives, or once. */
export async function watchFolder({ folder, once, options }: Watched, { say, ...call }: Omit<Call, 'args'>): Promise<void> {
  const settings = readSettings(call);
  const publish = async () => {
    const show = progress(process.stderr);
    const { result, pingWarning } = await publishSite({ environment: settings, onProgress: show.step }).finally(show.end);
    say([describeBuild(result, settings), ...(pingWarning === undefined ? [] : [`warning: ${pingWarning}`])].join('\n'));
  };
  const look = () => lookOnce({ folder: path.resolve(folder), settings, options, now: () => new Date(), publish, onEvent: say });
  if (once) return look();
  const stop = new AbortController();
  void untilSignal().then(() => stop.abort());
  say(`watching ${folder}`);
  while (!stop.signal.aborted) {
    // A folder on another machine may be unavailable for a while.
    await look().catch((error: unknown) => {
      if (!(error instanceof SetupError)) throw error;
      say(error.message);
    });
    await wait(EVERY_MS, undefined, { signal: stop.signal }).catch(() => {});
  }
}
