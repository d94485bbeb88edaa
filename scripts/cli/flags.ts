import { parseArgs } from 'node:util';
import { z } from 'zod';
import { calendarDate, reviewDate } from '../../site/shared/dates.ts';
import { SetupError } from '../../site/shared/setup-error.ts';
import type { Terminal } from './terminal.ts';

/** An option of a command: a flag, or an answer on a terminal. */
export interface Flag<T = unknown, R extends boolean = boolean> {
  readonly question: string;
  /** An example, or what an empty answer means. */
  readonly hint: string;
  readonly schema: z.ZodType<T, string>;
  readonly required: R;
  /** Whether it is text of several lines. */
  readonly prose?: boolean;
  /** The default on a terminal, from the texts so far. */
  readonly suggest?: (answers: Arguments['texts']) => string | undefined;
}

export type Flags = Readonly<Record<string, Flag>>;

/** The values of flags; optional ones may be undefined. */
type Answers<F extends Flags> = {
  readonly [K in keyof F]: z.output<F[K]['schema']> | (F[K]['required'] extends true ? never : undefined);
};

/** @throws SetupError with all invalid flags, and without a terminal also the missing ones and `more` */
export function checkFlags(
  command: string,
  flags: Flags,
  given: Arguments['texts'],
  terminal: Terminal | undefined,
  more: readonly string[] = [],
): void {
  const wrong = Object.entries(flags).flatMap(([name, flag]) => {
    const value = given[name];
    const complaint = value === undefined ? undefined : complaintOf(flag, value);
    return complaint === undefined ? [] : [`--${name} ${JSON.stringify(value)}: ${complaint}`];
  });
  const missing = missingOf(flags, given).map(
    ([name, { question, hint }]) => `--${name} is missing (${question}${hint === '' ? '' : `, such as ${hint}`})`,
  );
  const complaints = [...wrong, ...(terminal ? [] : [...more, ...missing])];
  if (complaints.length > 0) throw new SetupError(`${command}: ${complaints.join('; ')}`);
}

const missingOf = (flags: Flags, given: Arguments['texts']) =>
  Object.entries(flags).filter(([name, { required }]) => required && given[name] === undefined);

/** A value of a form or flag that can't be used, or a reason why a change isn't made. */
export interface Problem {
  /** For programs; `missing` and `invalid` are about one field. */
  readonly code: string;
  readonly field?: string;
  /** For people, in English. */
  readonly message: string;
}

/** Reads the values of all fields from the texts of a form. Returns all problems instead if there are any, including missing fields. */
export function readFields<const F extends Flags>(
  fields: F,
  given: Arguments['texts'],
): { readonly values: Answers<F> } | { readonly problems: readonly Problem[] } {
  const problems = Object.entries<Flag>(fields).flatMap(([field, flag]): Problem[] => {
    const text = given[field] ?? '';
    if (text.trim() === '') return flag.required ? [{ code: 'missing', field, message: complaintOf(flag, text) ?? 'write something' }] : [];
    const message = complaintOf(flag, text);
    return message === undefined ? [] : [{ code: 'invalid', field, message }];
  });
  return problems.length > 0 ? { problems } : { values: valuesOf(fields, given) };
}

/** The values of texts that have no problems. */
function valuesOf<const F extends Flags>(fields: F, given: Arguments['texts']): Answers<F> {
  const values = Object.entries<Flag>(fields).map(([field, { schema }]) => {
    const text = given[field] ?? '';
    return [field, text.trim() === '' ? undefined : schema.parse(text)];
  });
  return Object.fromEntries(values) as Answers<F>;
}

/**
 * The given texts, and if a required one is missing, the answers to questions about all that aren't given. With `ask` "all", it asks about
 * them anyway. Needs checked flags.
 */
export async function askMissing(
  flags: Flags,
  given: Arguments['texts'],
  terminal: Terminal | undefined,
  ask: 'required' | 'all' = 'required',
): Promise<Arguments['texts']> {
  if (!terminal || (ask === 'required' && missingOf(flags, given).length === 0)) return given;
  const answers: Record<string, string | undefined> = {};
  for (const [name, flag] of Object.entries(flags)) {
    const known = given[name];
    const suggestion = known === undefined ? flag.suggest?.(answers) : undefined;
    const hint = suggestion === undefined ? flag.hint : `${suggestion} if left empty`;
    answers[name] = known ?? (await terminal[flag.prose ? 'lines' : 'text'](flag.question, hint, (answer) => complaintOf(flag, answer)));
    if (answers[name] === '') answers[name] = suggestion;
  }
  return { ...given, ...answers };
}

/** Checks the given flags, asks for missing ones on the terminal, and returns all values. @throws SetupError */
export async function completeFlag<const F extends Flags>(
  command: string,
  flags: F,
  given: Arguments['texts'],
  terminal: Terminal | undefined,
  ask: 'required' | 'all' = 'required',
): Promise<Answers<F>> {
  checkFlags(command, flags, given, terminal);
  return valuesOf(flags, await askMissing(flags, given, terminal, ask));
}

/** The problem with an answer. Optional flags may be empty. */
function complaintOf({ schema, required }: Flag, text: string): string | undefined {
  if (!required && text === '') return undefined;
  return schema.safeParse(text).error?.issues[0]?.message;
}

/** `--help` was given. This isn't an error, so the exit code is 0. */
export class HelpRequest extends Error {
  override name = 'HelpRequest';
}

/** @throws HelpRequest with `usage` if `--help` or `-h` is among the arguments */
export function answerHelp(args: readonly string[], usage: string): void {
  const own = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
  if (own.includes('--help') || own.includes('-h')) throw new HelpRequest(usage);
}

/** A parsed command line: flags with text, flags without, and the other arguments. */
export interface Arguments {
  readonly texts: Readonly<Record<string, string | undefined>>;
  readonly has: (name: string) => boolean;
  readonly positionals: readonly string[];
}

/** Parses the arguments of a command. @throws SetupError with `usage` for unknown flags, HelpRequest for `--help` */
export function readFlags(
  command: string,
  usage: string,
  args: readonly string[],
  texts: readonly string[],
  switches: readonly string[] = [],
): Arguments {
  answerHelp(args, usage);
  const options = Object.fromEntries([
    ...texts.map((name) => [name, { type: 'string' }] as const),
    ...switches.map((name) => [name, { type: 'boolean' }] as const),
  ]);
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
    const pairs = Object.entries(values).filter((pair): pair is [string, string] => typeof pair[1] === 'string');
    return { texts: Object.fromEntries(pairs), has: (name) => Object.hasOwn(values, name), positionals };
  } catch (error) {
    throw new SetupError(`${command}: ${(error as Error).message}\n\n${usage}`);
  }
}

/** Parses the arguments of a command that only has switches. @throws SetupError with `usage` for anything else, HelpRequest for `--help` */
export function refuseArguments(command: string, usage: string, args: readonly string[], switches: readonly string[] = []): Arguments {
  const found = readFlags(command, usage, args, [], switches);
  if (found.positionals.length > 0) throw new SetupError(`${command}: unexpected argument ${found.positionals[0]}\n\n${usage}`);
  return found;
}

const words = z.string().trim().min(1, 'write something');

export function textFlag<const R extends boolean>(question: string, hint: string, required: R): Flag<string, R> {
  return { question, hint, schema: words, required };
}

/** A flag with one of a few values. */
export function choiceFlag<const T extends string, const R extends boolean>(
  question: string,
  words: readonly T[],
  required: R,
): Flag<T, R> {
  return {
    question,
    hint: words[0] ?? '',
    schema: z.enum(words, { error: `write one of ${words.join(', ')}` }) as z.ZodType<T, string>,
    required,
  };
}

/** A flag with text of several lines. */
export function proseFlag<const R extends boolean>(question: string, hint: string, required: R): Flag<string, R> {
  return { ...textFlag(question, hint, required), prose: true };
}

/** A flag with a date of a review, YYYY-MM-DD, no later than today in any time zone. */
export function dateFlag<const R extends boolean>(
  question: string,
  hint: string,
  required: R,
  { today, latest }: { readonly today: string; readonly latest: string },
): Flag<string, R> {
  const past = calendarDate.refine((date) => date <= latest, { error: `is in the future; today is ${today} (UTC)` });
  return { question, hint, schema: z.string().trim().pipe(past).pipe(reviewDate), required };
}
