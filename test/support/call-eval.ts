import { vi } from 'vitest';
import { evaluate } from '../../scripts/lab/eval.ts';
import { commandEnvironment, type ScriptResult } from './run-script.ts';

/** Runs `npm run eval` in this process. */
export async function callEval(args: readonly string[], variables: Readonly<Record<string, string>> = {}): Promise<ScriptResult> {
  const printed = vi.spyOn(console, 'log').mockReturnValue();
  const complained = vi.spyOn(console, 'error').mockReturnValue();
  try {
    const code = await evaluate(args, commandEnvironment(variables));
    const [stdout = '', stderr = ''] = [printed, complained].map(({ mock }) => mock.calls.map((line) => `${line.join(' ')}\n`).join(''));
    return { code, stdout, stderr };
  } finally {
    printed.mockRestore();
    complained.mockRestore();
  }
}
