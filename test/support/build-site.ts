import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { commandEnvironment, NOBODY, root, type ScriptResult, scriptEnvironment } from './run-script.ts';

let builder: { readonly child: ChildProcess; readonly ended: Promise<ScriptResult> } | undefined;
let lastTurn: Promise<unknown> = Promise.resolve();

/**
 * Builds `content` into `dist`, including pages, once earlier builds are done. Throws the output of the build if it fails. The process that
 * builds is kept for later test files of this process, and ends with it.
 */
export function buildSite(content: string, dist: string, variables: Readonly<Record<string, string>> = {}): Promise<string> {
  const turn = lastTurn.then(() => build({ BASE_URL: NOBODY, CONTENT_DIR: content, DIST_DIR: dist, ...variables }));
  lastTurn = turn.catch(() => {});
  return turn;
}

async function build(variables: Readonly<Record<string, string>>): Promise<string> {
  builder ??= startBuilder();
  const { child, ended } = builder;
  child.send(commandEnvironment(variables));
  const answered = once(child, 'message').then(([message]) => message as ScriptResult);
  const result = await Promise.race([answered, ended]);
  if (result.code !== 0) throw new Error(`build of ${variables['CONTENT_DIR']}: ${result.stderr}${result.stdout}`);
  return result.stdout;
}

function startBuilder() {
  const child = fork(fileURLToPath(new URL('./site-builder.ts', import.meta.url)), { cwd: root, env: scriptEnvironment(), execArgv: [] });
  const ended = once(child, 'exit').then(([code]): ScriptResult => {
    if (builder?.child === child) builder = undefined;
    return { code: code ?? 1, stdout: '', stderr: 'the builder ended' };
  });
  return { child, ended };
}

/** Stops the process that builds, if there is one. */
export async function stopBuilder(): Promise<void> {
  if (builder === undefined) return;
  const { child, ended } = builder;
  builder = undefined;
  child.kill();
  await ended;
}
