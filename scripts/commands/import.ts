import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { SetupError } from '../../site/shared/setup-error.ts';
import { publishSite } from '../build/publish.ts';
import { describeBuild } from '../build/report.ts';
import { type Call, type Command, type Progress, progress, untilSignal } from '../cli/run-command.ts';
import type { CommandLine } from '../cli/settings.ts';
import { openTerminal, type Terminal } from '../cli/terminal.ts';
import { print } from '../content/change-data.ts';
import { importedFile } from '../content/stored-reviews.ts';
import { watchFile } from '../content/watch-state.ts';
import { publishesTakenDown } from '../desk/build/older-versions.ts';
import { type ImportArguments, type ImportCommand, readCommand } from '../import/arguments.ts';
import { type ImportPlan, planImport } from '../import/plan.ts';
import { ImportError } from '../import/questions.ts';
import { describeImport, describeMassRemoval, type ImportSummary, removedChoices, removedQuestion } from '../import/report.ts';
import { undoImport } from '../import/undo.ts';
import { EXPORT_NAMES, lookOnce } from '../import/watch.ts';
import { openFolder } from './open-folder.ts';

/** `npm run import`: imports reviews into `content/reviews/`, undoes an import, or watches a folder. */
export const importCommand: Command = async ({ args, say, ...call }) => {
  const command = readCommand(args);
  const { CONTENT_DIR: contentDir, DATA_DIR: dataDir, commandLine } = await openFolder({ ...call, say });
  const [now, terminal] = [new Date(), openTerminal()];
  if (command.kind === 'watch') return watchFolder(command, { ...call, say });
  if (command.kind === 'undo') return say(await undoImport({ ...command, contentDir, now, terminal, commandLine }));
  const { report, isAllRefused } = await importReviews(command.given, {
    contentDir,
    dataDir,
    now,
    terminal,
    commandLine,
    progress: progress(process.stderr),
  });
  say(report);
  return isAllRefused ? false : undefined;
};

export interface ImportEnvironment {
  readonly contentDir: string;
  readonly dataDir: string;
  readonly now: Date;
  readonly progress: Progress;
  readonly commandLine: CommandLine;
  /** Confirms imports that may be a mistake; undefined without a terminal. */
  readonly terminal?: Terminal | undefined;
}

type Result = Pick<ImportSummary, 'isAllRefused'> & { readonly report: string };

/**
 * Runs the command: plans an import, asks about doubts, carries it out unless it is a dry run, and returns a report. If it throws,
 * nothing has changed. @throws ContentError, ImportError or SetupError with the fix in its message
 */
export async function importReviews(args: ImportArguments, environment: ImportEnvironment): Promise<Result> {
  const { contentDir, dataDir, now, progress, commandLine } = environment;
  const settings = { CONTENT_DIR: contentDir, DATA_DIR: dataDir, commandLine };
  try {
    const plan = await planImport({ files: args.files, settings, options: args, now, onProgress: progress.step });
    return await finish(plan, args, environment);
  } finally {
    progress.end();
  }
}

async function finish(plan: ImportPlan, args: ImportArguments, { terminal, commandLine }: ImportEnvironment): Promise<Result> {
  const { summary, doubts, massRemoval } = plan;
  const { dryRun, mayRemoveMany, isConfirmed, isBusinessFilledIn } = args;
  summary.notes.push(...describeProposals(plan, isBusinessFilledIn && !dryRun));
  if (dryRun) summary.notes.push(...doubts.map(({ reason }) => reason));
  if (!dryRun) {
    for (const { reason } of isConfirmed ? [] : doubts) {
      if (!terminal)
        throw new ImportError(`import: ${reason}; nothing was imported\nIf this is what you want, repeat the command with --yes.`);
      if (!(await terminal.confirm(`${reason[0]?.toUpperCase()}${reason.slice(1)}. Import anyway?`)))
        throw new ImportError('import: nothing was imported');
    }
    const isAsked = terminal && plan.undecided > 0 && (massRemoval === undefined || mayRemoveMany);
    const removedAtSource = isAsked ? await terminal.choose(removedQuestion(plan.undecided), removedChoices) : undefined;
    const filledIn = isBusinessFilledIn ? plan.proposals.map(({ key }) => key) : [];
    await plan.carryOut({ business: true, dates: true, removals: mayRemoveMany, removedAtSource, filledIn });
  }
  const report = describeImport(summary, { file: importedFile(plan.contentDir), dryRun, commandLine });
  if (massRemoval !== undefined && !mayRemoveMany) throw new ImportError(`${report}\n${describeMassRemoval(massRemoval)}`);
  return { report, isAllRefused: summary.isAllRefused };
}

/** What the export says about the business and business.yaml leaves empty, as it would be written there. */
function describeProposals({ proposals, contentDir }: ImportPlan, isWritten: boolean): string[] {
  if (proposals.length === 0) return [];
  const file = path.join(contentDir, 'business.yaml');
  const lines = proposals.map(({ key, value }) => `  ${print({ [key]: value }).replaceAll('\n', '\n  ')}`);
  return [`${isWritten ? `${file}: filled in` : `the export has what ${file} leaves empty; --business fills it in`}:\n${lines.join('\n')}`];
}

/** How often it looks. */
const EVERY_MINUTES = 5;

/** What a watch waits for, and what happens then. */
const describeWatch = (folder: string, dataDir: string) => `watching ${folder} for ${EXPORT_NAMES}
It looks every ${EVERY_MINUTES} minutes. An export that is the same at two looks, also one that is already there, is imported and the site is published.
That is ${EVERY_MINUTES} to ${2 * EVERY_MINUTES} minutes after it's complete. Exports that need you are listed in ${watchFile(dataDir)}. Stop with Ctrl-C.`;

type Watched = Extract<ImportCommand, { readonly kind: 'watch' }>;

/** `npm run import -- --watch FOLDER`: looks at the folder until a signal arrives, or once. */
export async function watchFolder({ folder, once, options }: Watched, { say, ...call }: Omit<Call, 'args'>): Promise<void> {
  const settings = await openFolder({ ...call, say });
  const publish = async () => {
    const show = progress(process.stderr);
    const { result, pingWarning } = await publishSite({ environment: settings, onProgress: show.step }).finally(show.end);
    const warnings = pingWarning === undefined ? [] : [pingWarning];
    if (await publishesTakenDown(settings))
      warnings.push(
        `older generations contain reviews that were taken down; to delete them: ${settings.commandLine('npm run build -- --purge')}`,
      );
    say([describeBuild(result, settings), ...warnings.map((warning) => `warning: ${warning}`)].join('\n'));
  };
  const look = () => lookOnce({ folder: path.resolve(folder), settings, options, now: () => new Date(), publish, onEvent: say });
  if (once) return look();
  const stop = new AbortController();
  void untilSignal().then(() => stop.abort());
  say(describeWatch(path.resolve(folder), settings.DATA_DIR));
  while (!stop.signal.aborted) {
    // A folder on another machine may be unavailable for a while.
    await look().catch((error: unknown) => {
      if (!(error instanceof SetupError)) throw error;
      say(error.message);
    });
    await wait(EVERY_MINUTES * 60_000, undefined, { signal: stop.signal }).catch(() => {});
  }
}
