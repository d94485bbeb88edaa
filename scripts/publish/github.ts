import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { SetupError } from '../../site/shared/setup-error.ts';

const run = promisify(execFile);

/**
 * Commits everything in the owner's folder and pushes it, so that the folder's workflow publishes it. Returns whether there was something
 * to push. @throws SetupError if the folder isn't a repository with a workflow and a remote, or can't be pushed
 */
export async function pushFolder(folder: string, message: string): Promise<boolean> {
  const git = async (...args: readonly string[]) => {
    try {
      // Git would otherwise ask for a password on a terminal that nobody watches.
      const env = { ...process.env, GIT_TERMINAL_PROMPT: '0' };
      return (await run('git', ['-C', path.resolve(folder), ...args], { env })).stdout.trim();
    } catch (error) {
      const { stderr = '', code } = error as { stderr?: string; code?: string | number };
      const fault = code === 'ENOENT' ? 'git is not installed' : stderr.trim();
      throw new SetupError(`publish: git ${args[0]}: ${fault}; "Publish" in the folder's README explains how to set it up`);
    }
  };
  if (!existsSync(path.join(folder, '.github/workflows')))
    throw new SetupError(`publish: ${folder} has no workflow in .github/workflows; "open-reviews new" writes one`);
  await git('rev-parse', '--git-dir');
  await git('add', '--all');
  if ((await git('status', '--porcelain')) !== '') await git('commit', '--quiet', '--message', message);
  const before = await git('ls-remote', 'origin', 'HEAD');
  await git('push', '--quiet', '--set-upstream', 'origin', 'HEAD');
  return !before.startsWith(await git('rev-parse', 'HEAD'));
}
