import { type Command, callCommand } from '../../scripts/cli/run-command.ts';
import type { ScriptResult } from './run-script.ts';

/** Runs a command in this process. Resolves with its exit code and its output, which isn't printed. */
export async function recordCommand(
  command: Command,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  root?: string,
): Promise<ScriptResult> {
  let stdout = '';
  let stderr = '';
  const say = (text: string) => {
    stdout += `${text}\n`;
  };
  const complain = (problem: unknown) => {
    stderr += `${problem instanceof Error ? problem.stack : problem}\n`;
  };
  const code = await callCommand(command, { args, env, say, root }, complain);
  return { code, stdout, stderr };
}
