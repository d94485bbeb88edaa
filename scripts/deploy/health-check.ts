import { paths } from '../../site/contract/paths.ts';
import { basePathOf } from '../../site/shared/base-path.ts';
import { runCommand } from '../cli/run-command.ts';
import { readSettings } from '../cli/settings.ts';

const TIMEOUT_MS = 4_000;

/** Exits with 0 if the server of these settings serves a build, whatever the state of its hub; otherwise with 1. */
await runCommand(async ({ env }) => {
  const { PORT, BASE_URL } = readSettings({ env, root: '.' });
  const { ok } = await fetch(`http://127.0.0.1:${PORT}${basePathOf(BASE_URL)}${paths.health}`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => ({
    ok: false,
  }));
  if (!ok) process.exitCode = 1;
});
