import { build } from '../../scripts/build/build.ts';
import { readEnvironment } from '../../site/contract/environment.ts';
import { printDocuments } from '../support/print-documents.ts';

/** The input of a build. `killAfter` kills it `ms` milliseconds after that step of its progress. */
export interface ModelBuildTask {
  readonly variables: Readonly<Record<string, string>>;
  readonly now: number;
  readonly replace: boolean;
  readonly newLog?: boolean;
  readonly pages?: boolean;
  readonly killAfter?: { readonly step: number; readonly ms: number };
}

/** Runs a build as a process, with its task as a JSON argument. It kills itself, so the moment is nearly the same every time. */
if (import.meta.main) {
  const { variables, now, replace, newLog = false, pages, killAfter } = JSON.parse(process.argv[2] ?? '') as ModelBuildTask;
  // Astro's pages read the same variables.
  Object.assign(process.env, variables);
  let steps = 0;
  const onProgress = () => {
    if (steps++ === killAfter?.step) setTimeout(() => process.kill(process.pid, 'SIGKILL'), killAfter.ms);
  };
  const print = pages ? {} : { print: printDocuments };
  await build({ environment: readEnvironment(variables), now: () => now, onProgress, ...print, replace, newLog });
}
