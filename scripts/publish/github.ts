import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { SetupError } from '../../site/shared/setup-error.ts';

const run = promisify(execFile);

/** The branch that the workflow of `open-reviews new` publishes. */
const BRANCH = 'main';

/** Names in the owner's folder with keys and passwords. */
const SECRET = ['.data', '.env'] as const;

const HELP = '"Publish" in the folder\'s README explains how to set it up';

/**
 * Commits everything in the owner's folder and pushes it, so that the folder's workflow publishes it. Returns whether there was something
 * to push. @throws SetupError if the folder isn't a repository with a workflow and a remote, or can't be pushed
 */
export async function pushFolder(folder: string, message: string): Promise<boolean> {
  const call = (...args: readonly string[]) => callGit(folder, args);
  /** Calls Git with a reason for its failure. */
  const git = async (args: readonly string[], reason: string) => {
    const { isDone, output } = await call(...args);
    if (isDone) return output;
    throw new SetupError(`publish: ${reason}${output === '' ? '' : ` (${output})`}; ${HELP}`);
  };
  if (!existsSync(path.join(folder, '.github/workflows')))
    throw new SetupError(`publish: ${folder} has no workflow in .github/workflows; "open-reviews new" writes one`);
  const top = await call('rev-parse', '--show-toplevel');
  // Inside another repository, everything of that one would be pushed.
  if (!top.isDone || realpathSync(top.output) !== realpathSync(folder))
    throw new SetupError(`publish: ${folder} isn't a Git repository; run git init -b ${BRANCH} there. ${HELP}`);
  const branch = await git(['symbolic-ref', '--short', 'HEAD'], 'Git is on no branch');
  if (branch !== BRANCH)
    throw new SetupError(`publish: the workflow publishes the branch ${BRANCH}, and this is ${branch}; run git branch -m ${BRANCH}`);
  await git(['remote', 'get-url', 'origin'], 'the repository has no remote with the name origin');
  for (const name of SECRET)
    if (existsSync(path.join(folder, name)) && !(await call('check-ignore', '--quiet', name)).isDone)
      throw new SetupError(`publish: Git doesn't ignore ${name}, which has secrets; add ${name} to .gitignore`);
  await git(['add', '--all'], 'Git can’t add the files');
  if ((await git(['status', '--porcelain'], 'Git can’t list the changes')) !== '') {
    await git(
      ['var', 'GIT_COMMITTER_IDENT'],
      'Git doesn’t know who you are; run git config user.name "YOUR NAME" and git config user.email "YOU@EXAMPLE.COM" in the folder',
    );
    await git(['commit', '--quiet', '--message', message], 'Git can’t commit the files');
  }
  const there = await git(['ls-remote', 'origin', `refs/heads/${BRANCH}`], 'GitHub can’t be reached');
  if (there.startsWith(await git(['rev-parse', 'HEAD'], 'there is no commit'))) return false;
  await git(['push', '--quiet', '--set-upstream', 'origin', BRANCH], 'GitHub didn’t accept the files');
  return true;
}

/** Calls Git in a folder. Returns its standard output, or its complaint if it fails. @throws SetupError without Git */
async function callGit(folder: string, args: readonly string[]): Promise<{ readonly isDone: boolean; readonly output: string }> {
  try {
    // Git would otherwise ask for a password on a terminal that nobody watches.
    const env = { ...process.env, GIT_TERMINAL_PROMPT: '0' };
    return { isDone: true, output: (await run('git', ['-C', path.resolve(folder), ...args], { env })).stdout.trim() };
  } catch (error) {
    const { stderr = '', code } = error as { stderr?: string; code?: string | number };
    if (code === 'ENOENT') throw new SetupError('publish: git is not installed; get it from https://git-scm.com');
    return { isDone: false, output: stderr.trim() };
  }
}
