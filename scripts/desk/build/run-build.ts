import { fork } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ContentError, type ContentProblem } from '../../../site/content/problems.ts';
import type { Environment } from '../../../site/contract/environment.ts';
import { SetupError } from '../../../site/shared/setup-error.ts';
import { OtherBusiness, type OtherNames, StoppedError, type StopReason } from '../../log/previous-log.ts';
import type { Delivery } from '../../publish/deliver.ts';
import { type ForeignContent, ForeignFolder } from '../../publish/foreign-folder.ts';

/**
 * The options of a build: `isPreview` makes the desk's preview and publishes nothing, `purge` removes older versions, which may have texts that were taken down, and
 * `replace` uploads over something else at the host.
 */
export interface BuildTask {
  readonly isPreview: boolean;
  readonly purge: boolean;
  readonly replace?: boolean;
}

/** The paths of published files that differ from the last publication in DIST_DIR. */
export interface PublishedChanges {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** Programs that follow the site are told now, when its server starts, or once it is online. */
export type HubNews = 'told' | 'untold' | 'offline';

/** What a build changes, or would change. */
export interface BuildReport {
  readonly changed: boolean;
  readonly changes: PublishedChanges;
  /** The new entries of the log. */
  readonly logged: readonly { readonly type: string; readonly count: number }[];
  readonly warnings: readonly string[];
  /** When programs that follow the site are told; undefined if it has no hub. */
  readonly hub: HubNews | undefined;
  /** What was done at the host; undefined if publish.yaml doesn't name one. */
  readonly delivery?: Delivery | undefined;
}

/** A SetupError of a build, with what the desk needs to describe it in its own words. */
interface Refusal {
  readonly refusal: string;
  readonly foreign?: ForeignContent;
  readonly other?: OtherNames;
  readonly stopped?: StopReason;
}

/** The messages of a build's process. */
export type BuildAnswer =
  | { readonly step: string }
  | { readonly report: BuildReport }
  | { readonly problems: readonly ContentProblem[] }
  | Refusal
  | { readonly fault: string };

/** Builds, and calls `onProgress` with the name of each step. @throws ContentError or SetupError with the fix in its message */
export type RunBuild = (
  environment: Environment,
  task: BuildTask,
  onProgress: (step: string) => void,
  stop: AbortSignal,
) => Promise<BuildReport>;

function toError({ refusal, foreign, other, stopped }: Refusal): SetupError {
  if (foreign) return new ForeignFolder(foreign, refusal);
  if (other) return new OtherBusiness(other, refusal);
  return stopped ? new StoppedError(stopped, refusal) : new SetupError(refusal);
}

/** Builds in a separate process, so the desk stays responsive and survives a crash of the build. */
export const runBuild: RunBuild = async (environment, task, onProgress, stop) => {
  // TypeScript in a clone, JavaScript in the package.
  const file = fileURLToPath(new URL(`build-process${path.extname(import.meta.filename)}`, import.meta.url));
  const execArgv = ['--disable-warning=ExperimentalWarning'];
  const child = fork(file, { env: { ...process.env, ...environment.source }, execArgv, signal: stop });
  try {
    return await new Promise((resolve, reject) => {
      child.on('message', (answer: BuildAnswer) => {
        if ('step' in answer) onProgress(answer.step);
        else if ('report' in answer) resolve(answer.report);
        else if ('problems' in answer) reject(new ContentError(answer.problems));
        else if ('refusal' in answer) reject(toError(answer));
        else reject(new Error(answer.fault));
      });
      child.on('error', reject);
      child.once('exit', (code, signal) => reject(new Error(`the build ended with ${code ?? signal}`)));
      child.send(task);
    });
  } finally {
    if (child.connected) child.disconnect();
  }
};
