import { leftOutCount } from '../../site/content/dataset.ts';
import { type ContentProblem, describeProblem } from '../../site/content/problems.ts';
import { daysAt } from '../../site/shared/dates.ts';
import { SetupError } from '../../site/shared/setup-error.ts';
import { counted } from '../../site/shared/text.ts';
import { type Reminder, remindersFor } from '../check-content/reminders.ts';
import type { ContentView } from '../check-content/view.ts';
import { checkContent } from '../check-content/warnings.ts';
import { readFlags } from '../cli/flags.ts';
import type { Command } from '../cli/run-command.ts';
import { type CommandLine, commandLineFor } from '../cli/settings.ts';
import { openFolder } from './open-folder.ts';

const USAGE = `npm run check -- [DIR] [--strict]   (npm run check:content in a clone)

  DIR        a content folder (default: CONTENT_DIR)
  --strict   warnings fail, too`;

/** `npm run check:content`: lists problems and warnings in the content, and what would be published. */
export const checkContentCommand: Command = async ({ args, say, ...call }) => {
  const { has, positionals } = readFlags('check:content', USAGE, args, [], ['strict']);
  if (positionals.length > 1) throw new SetupError(`check:content: pass one folder\n\n${USAGE}`);
  const [dir] = positionals;
  const { CONTENT_DIR, commandLine } =
    dir === undefined ? await openFolder({ ...call, say }) : { CONTENT_DIR: dir, commandLine: commandLineFor({ CONTENT_DIR: dir }) };
  const checked = await checkContent(CONTENT_DIR, daysAt(new Date()).latest, commandLine);
  if (checked.problems !== undefined) {
    say(`${describeAll('problem', checked.problems)}\n\nnothing would be published until these are fixed`);
    return false;
  }
  const { view, warnings } = checked;
  if (warnings.length > 0) say(`${describeAll('warning', warnings)}\n`);
  const reminders = remindersFor(view.dataset, view.today);
  if (reminders.length > 0) say(`${describeReminders(reminders)}\n`);
  say([describeOutcome(view), ...nextSteps(view, commandLine)].join('\n'));
  return has('strict') && warnings.length > 0 ? false : undefined;
};

function describeAll(kind: string, problems: readonly ContentProblem[]): string {
  const count = `content: ${counted(problems.length, kind)}`;
  return [count, ...problems.map((problem) => `  ${describeProblem(problem)}`)].join('\n');
}

function describeReminders(reminders: readonly Reminder[]): string {
  const lead = 'reminders of what the rules of your country ask (not all of it, and not legal advice)';
  return [lead, ...reminders.map(({ text, url }) => `  ${text}\n    ${url}`)].join('\n');
}

function describeOutcome({ dataset }: ContentView): string {
  const left = dataset.leftOut.map(({ reason, count }) => `${count} ${reason}`).join(', ');
  return `would be published: ${dataset.reviews.length} of ${counted(dataset.reviews.length + leftOutCount(dataset.leftOut), 'review')}${left === '' ? '' : `; left out: ${left}`}`;
}

/** Suggests commands if there are no reviews, or if some are left out because they aren't verified. */
function nextSteps({ dataset, written }: ContentView, commandLine: CommandLine): string[] {
  const command = (words: string) => commandLine(`npm run ${words}`);
  if (written.length === 0) return [`next: ${command('import -- FILE')} brings reviews in, ${command('review -- add')} adds one`];
  if (leftOutCount(dataset.leftOut, 'not verified') === 0) return [];
  return [
    `next: ${command('review -- list --unverified')} names them, ${command('review -- verify REVIEW --method METHOD')} publishes one that you can verify`,
  ];
}
