import { importedFile } from '../../site/content/write/imported-file.ts';
import type { Progress } from '../cli/run-command.ts';
import type { Terminal } from '../cli/terminal.ts';
import type { ImportArguments } from './arguments.ts';
import { ImportError } from './context.ts';
import type { ImportSummary } from './import-summary.ts';
import { type ImportPlan, planImport } from './plan.ts';
import { describeMassRemoval, removedChoices, removedQuestion } from './removals.ts';
import { describeImport } from './report.ts';

export interface ImportEnvironment {
  readonly contentDir: string;
  readonly dataDir: string;
  readonly now: Date;
  readonly progress: Progress;
  /** Confirms imports that may be a mistake; undefined without a terminal. */
  readonly terminal?: Terminal | undefined;
}

type Result = Pick<ImportSummary, 'isAllRefused'> & { readonly report: string };

/**
 * Runs the command: plans an import, asks about doubts, carries it out unless it is a dry run, and returns a report. If it throws,
 * nothing has changed. @throws ContentError, ImportError or SetupError with the fix in its message
 */
export async function importReviews(args: ImportArguments, environment: ImportEnvironment): Promise<Result> {
  const { contentDir, dataDir, now, progress } = environment;
  const settings = { CONTENT_DIR: contentDir, DATA_DIR: dataDir };
  try {
    const plan = await planImport({ files: args.files, settings, options: args, now, onProgress: progress.step });
    return await finish(plan, args, environment);
  } finally {
    progress.end();
  }
}

async function finish(plan: ImportPlan, args: ImportArguments, { terminal }: ImportEnvironment): Promise<Result> {
  const { summary, doubt, massRemoval } = plan;
  const { dryRun, mayRemoveMany, isConfirmed } = args;
  if (dryRun && doubt !== undefined) summary.notes.push(doubt);
  if (!dryRun) {
    if (doubt !== undefined && !isConfirmed) {
      if (!terminal)
        throw new ImportError(`import: ${doubt}; nothing was imported\nIf this is what you want, repeat the command with --yes.`);
      if (!(await terminal.confirm(`${doubt[0]?.toUpperCase()}${doubt.slice(1)}. Import anyway?`)))
        throw new ImportError('import: nothing was imported');
    }
    const isAsked = terminal && plan.undecided > 0 && (massRemoval === undefined || mayRemoveMany);
    const removedAtSource = isAsked ? await terminal.choose(removedQuestion(plan.undecided), removedChoices) : undefined;
    await plan.carryOut({ business: true, removals: mayRemoveMany, removedAtSource });
  }
  const report = describeImport(summary, { file: importedFile(plan.contentDir), dryRun });
  if (massRemoval !== undefined && !mayRemoveMany) throw new ImportError(`${report}\n${describeMassRemoval(massRemoval)}`);
  return { report, isAllRefused: summary.isAllRefused };
}
