import { daysAt } from '../../site/shared/dates.ts';
import { SetupError } from '../../site/shared/setup-error.ts';
import { answerHelp } from '../cli/flags.ts';
import type { Command } from '../cli/run-command.ts';
import { openTerminal } from '../cli/terminal.ts';
import { add, addUsage } from '../review/add.ts';
import type { ReviewContext } from '../review/find.ts';
import { listReviews, listUsage, showReview } from '../review/list.ts';
import { reply, replyUsage } from '../review/reply.ts';
import { takedown, takedownUsage } from '../review/takedown.ts';
import { verify, verifyUsage } from '../review/verify.ts';
import { openFolder } from './open-folder.ts';

const USAGE = `${[addUsage, replyUsage, verifyUsage, takedownUsage, listUsage].join('\n')}

  REVIEW is an id or the start of one, the URL of the review's page, its id at the source, or words that only it contains.
  --dry-run shows what would change, without changing anything.`;

const commands: ReadonlyMap<string, (args: readonly string[], context: ReviewContext) => Promise<void>> = new Map([
  ['add', add],
  ['reply', reply],
  ['verify', verify],
  ['takedown', takedown],
  ['list', listReviews],
  ['show', showReview],
]);

/** `npm run review`: adds, answers, verifies, takes down or finds a review. */
export const reviewCommand: Command = async ({ args: [name = '', ...args], say, ...call }) => {
  answerHelp([name], USAGE);
  const { CONTENT_DIR: contentDir, DATA_DIR: dataDir, commandLine } = await openFolder({ ...call, say });
  const terminal = openTerminal();
  const chosen = name === '' && terminal ? await terminal.choose('What do you want to do?', choices) : name;
  const command = commands.get(chosen);
  if (!command) throw new SetupError(`review: write ${[...commands.keys()].join(', ')}\n\n${USAGE}`);
  await command(args, { contentDir, dataDir, ...daysAt(new Date()), terminal, say, commandLine });
};

const choices = [
  { value: 'add', label: 'add a review' },
  { value: 'reply', label: 'reply to a review' },
  { value: 'verify', label: 'record how a review was verified' },
  { value: 'takedown', label: 'take a review down' },
  { value: 'list', label: 'list all reviews' },
];
