import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { SetupError } from '../../site/contract/environment.ts';
import { runCommand } from '../cli/run-command.ts';

const BENCHES = ['dataset', 'mcp', 'hub', 'log'];

/** `npm run bench [-- NAME...]`: the benchmarks whose ratios scripts/lab/README.md quotes, one after the other, in processes of their own. */
await runCommand(async () => {
  const named = process.argv.slice(2);
  const unknown = named.find((name) => !BENCHES.includes(name));
  if (unknown !== undefined) throw new SetupError(`bench: ${unknown}: write one of ${BENCHES.join(', ')}, or nothing for all`);
  for (const name of named.length > 0 ? named : BENCHES) {
    console.log(`# ${name}`);
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', fileURLToPath(new URL(`./bench/${name}.ts`, import.meta.url))],
      { stdio: 'inherit' },
    );
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new SetupError(`bench: ${name} failed`);
  }
});
