import { readEnvironment } from '../site/contract/environment.ts';
import { build } from './build/build.ts';
import { ping } from './build/ping.ts';
import { describeBuild } from './build/report.ts';
import { progress } from './progress.ts';
import { runCommand } from './run-command.ts';

/** `npm run build`: content -> `dist/`, then a ping to the hub (contract.md 1 and 4). */
await runCommand(async () => {
  const environment = readEnvironment(process.env);
  const show = progress(process.stderr);
  const result = await build({ environment, now: Date.now, onProgress: show.step }).finally(show.end);
  console.log(describeBuild(result, environment));
  const warning = await ping(environment);
  console.log(warning === undefined ? `pinged ${environment.HUB_URL}` : `warning: ${warning}`);
});
