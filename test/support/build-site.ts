import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { BuildTask } from '../../scripts/desk/build/run-build.ts';
import { commandEnvironment, NOBODY, type ScriptResult } from './run-script.ts';

/** The environment of a command that builds a site, and the task if the desk builds it. */
export interface BuildRequest {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly task?: BuildTask;
}

/** Builds a site. */
export type BuildOnce = (request: BuildRequest) => Promise<ScriptResult>;

/** Builds `content` into `dist`, including pages, once earlier builds of the run are done. Throws the output of the build if it fails. */
export async function buildSite(
  content: string,
  dist: string,
  variables: Readonly<Record<string, string>> = {},
  run: BuildOnce = askBuilder,
): Promise<string> {
  const result = await run({ environment: commandEnvironment({ BASE_URL: NOBODY, CONTENT_DIR: content, DIST_DIR: dist, ...variables }) });
  if (result.code !== 0) throw new Error(`build of ${content}: ${result.stderr}${result.stdout}`);
  return result.stdout;
}

/** Sends a build to the process that `shared-builder.ts` keeps for the whole run. */
export async function askBuilder(asked: BuildRequest): Promise<ScriptResult> {
  const answered = new Promise<string>((resolve, reject) => {
    // The builder closes connections that are kept, which a busy machine would notice too late.
    const options = { socketPath: process.env['SITE_BUILDER'], method: 'POST', agent: false };
    const sent = request(options, (response) => resolve(text(response)));
    sent.once('error', reject).end(JSON.stringify(asked));
  });
  return JSON.parse(await answered);
}
