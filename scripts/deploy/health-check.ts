import { basePathOf } from '../../site/contract/base-path.ts';
import { paths } from '../../site/contract/paths.ts';
import { runCommand } from '../cli/run-command.ts';
import { readSettings } from '../cli/settings.ts';

const TIMEOUT_MS = 4_000;

/** Ends with 0 where the server of these settings has something to serve, whatever its hub says; with 1 where it hasn't or isn't there. */
await runCommand(async () => {
  const { PORT, BASE_URL } = readSettings();
  const { ok } = await fetch(`http://127.0.0.1:${PORT}${basePathOf(BASE_URL)}${paths.health}`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => ({
    ok: false,
  }));
  if (!ok) process.exitCode = 1;
});
