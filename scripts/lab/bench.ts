import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { SetupError } from '../../site/shared/setup-error.ts';
import { installLocked } from '../check/checks.ts';
import { answerHelp } from '../cli/flags.ts';
import { runCommand } from '../cli/run-command.ts';

const BENCHES = ['dataset', 'mcp', 'hub', 'log'];

const USAGE = `npm run bench [-- NAME ...]   benchmarks, each beside a minimal program that does the same: ${BENCHES.join(', ')} (default: all)
npm run bench -- --peers      search and hub beside third-party programs, which it installs`;

const PEERS = fileURLToPath(new URL('./peers', import.meta.url));

/** Runs one benchmark in its own process. Throws if it fails. */
async function run(name: string): Promise<void> {
  console.log(`# ${name}`);
  const script = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new SetupError(`bench: ${name} failed`);
}

/**
 * `npm run bench [-- NAME...]`: the benchmarks whose ratios are in scripts/lab/README.md, one after the other; with `--peers` those against
 * third-party programs, which it installs in scripts/lab/peers.
 */
await runCommand(async ({ args: named }) => {
  answerHelp(named, USAGE);
  if (named.length === 1 && named[0] === '--peers') {
    await installLocked(PEERS, 'scripts/lab/peers');
    for (const name of ['search', 'hub']) await run(`peers/${name}`);
    return;
  }
  const unknown = named.find((name) => !BENCHES.includes(name));
  if (unknown !== undefined)
    throw new SetupError(`bench: ${unknown}: write one of ${BENCHES.join(', ')}, nothing for all, or --peers alone`);
  for (const name of named.length > 0 ? named : BENCHES) await run(`bench/${name}`);
});
