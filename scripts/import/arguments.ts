import { parseArgs } from 'node:util';
import { verificationMethod } from '../../site/contract/review.ts';
import { SetupError } from '../../site/shared/setup-error.ts';
import { answerHelp } from '../cli/flags.ts';
import type { ImportOptions } from './plan.ts';
import { columnNames } from './platform.ts';
import { platforms } from './platforms.ts';
import { type DateOrder, isScale } from './values.ts';

const OTHERS = [
  'any other CSV or .xlsx with usual column names, such as date, rating, author, text; map others with --map',
  'any other JSON or NDJSON with a list of reviews, at any depth; map keys with --map',
];

const USAGE = `npm run import -- FILE ... [options]
npm run import -- --undo [WHICH] [--edited keep|undo] [--dry-run]
npm run import -- --watch FOLDER [--once] [options]

The format of a FILE is detected from its content, not its name:
${[...platforms.flatMap(({ help }) => help || []), ...OTHERS].map((help) => `  - ${help}`).join('\n')}

  --dry-run               show what would change, and change nothing
  --location NAME|ID      a Google location to import if there are several; repeatable; "all" imports all
  --source NAME           source of reviews that don't name one (default: direct)
  --map OURS=THEIRS       a column with an unusual name, such as --map rating="Smileys"; repeatable
  --public COLUMN=VALUE   a value that means that a review was public at its source, such as --public "status=3"; repeatable
  --ignore COLUMN         a column to ignore, such as one that isn't about whether reviews were public; repeatable
  --scale N               the best possible rating, such as 10, which is converted to stars (half points are rounded up)
  --no-text               no column has what customers wrote, only ratings
  --html decode|keep      whether HTML in texts was written by a program, and is decoded, or by customers
  --empty TEXT            a text such as N/A that means that there is none; repeatable
  --keep TEXT             a text such as N/A that a customer wrote; repeatable
  --dates ORDER           order of day and month in dates such as 3/4/2025: mdy or dmy
  --verification METHOD   verification of reviews that don't name one: ${verificationMethod.options.join(', ')} (default: vouched)
  --unverified            don't vouch for reviews that aren't marked as verified
  --complete              the files contain all reviews of their source: mark missing ones as removed there
  --partial               a Google Takeout is incomplete: mark nothing as removed
  --remove                allow marking more than 5 reviews and more than a tenth of a source as removed
  --yes                   import even into the demo, from an export that seems to belong to another business, or with dates before 1995
  --business              fill in what business.yaml leaves empty, such as phone and hours, from a Google Takeout
  --undo [WHICH]          revert an import: the last one that changed something, or the one with that number in imports.json
  --edited keep|undo      with --undo: keep reviews that were edited after the import, or undo them, too
  --watch FOLDER          import and publish each export in the folder; import-watch.json lists those that need attention
  --once                  with --watch: look once and exit; a file is complete if it hasn't changed since the last look
  --help                  show this`;

const options = {
  source: { type: 'string', default: 'direct' },
  dates: { type: 'string', default: 'ymd' },
  scale: { type: 'string' },
  'no-text': { type: 'boolean', default: false },
  html: { type: 'string' },
  empty: { type: 'string', multiple: true },
  keep: { type: 'string', multiple: true },
  verification: { type: 'string' },
  location: { type: 'string', multiple: true },
  map: { type: 'string', multiple: true },
  public: { type: 'string', multiple: true },
  ignore: { type: 'string', multiple: true },
  unverified: { type: 'boolean', default: false },
  complete: { type: 'boolean', default: false },
  partial: { type: 'boolean', default: false },
  remove: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  business: { type: 'boolean', default: false },
  undo: { type: 'boolean', default: false },
  edited: { type: 'string' },
  watch: { type: 'string' },
  once: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** The arguments of an import on the command line. */
export interface ImportArguments extends ImportOptions {
  readonly files: readonly string[];
  /** Whether more removals are allowed than the removal guard permits. */
  readonly mayRemoveMany: boolean;
  readonly dryRun: boolean;
  /** `--yes`: import even if the export seems to be from another business. */
  readonly isConfirmed: boolean;
  /** `--business`: write what the export says about the business to business.yaml, where that leaves it empty. */
  readonly isBusinessFilledIn: boolean;
}

/** A parsed command line. */
export type ImportCommand =
  | { readonly kind: 'undo'; readonly which: string | undefined; readonly edited: 'keep' | 'undo' | undefined; readonly dryRun: boolean }
  | { readonly kind: 'watch'; readonly folder: string; readonly once: boolean; readonly options: ImportOptions }
  | { readonly kind: 'import'; readonly given: ImportArguments };

/** Parses the command line. @throws HelpRequest, or SetupError with the fix in its message */
export function readCommand(args: readonly string[]): ImportCommand {
  answerHelp(args, USAGE);
  const { values, positionals } = parse(args);
  if (values.undo) {
    if (positionals.length > 1) throw new SetupError('import: --undo takes one number from imports.json');
    const edited = values.edited === undefined ? undefined : oneOf('edited', values.edited, ['keep', 'undo']);
    return { kind: 'undo', which: positionals[0], edited, dryRun: values['dry-run'] };
  }
  if (values.edited !== undefined) throw new SetupError('import: --edited only works with --undo');
  if (values.watch === undefined) {
    if (values.once) throw new SetupError('import: --once only works with --watch');
    return { kind: 'import', given: toArguments(values, positionals) };
  }
  if (positionals.length > 0) throw new SetupError(`import: --watch takes one folder, and no file such as ${positionals[0]}`);
  // Nobody can confirm anything, and the files of a folder aren't one export.
  const wrong = (['remove', 'yes', 'dry-run', 'complete', 'business'] as const).find((name) => values[name]);
  if (wrong !== undefined) throw new SetupError(`import: --${wrong} can't be used with --watch`);
  return { kind: 'watch', folder: values.watch, once: values.once, options: toArguments(values, [values.watch]) };
}

/** Parses the arguments of an import. @throws SetupError with the fix in its message, and with the help if no file is given */
export function readArguments(args: readonly string[]): ImportArguments {
  const { values, positionals } = parse(args);
  return toArguments(values, positionals);
}

function toArguments(values: ReturnType<typeof parse>['values'], files: readonly string[]): ImportArguments {
  if (files.length === 0) throw new SetupError(`import: no file given\n\n${USAGE}`);
  for (const name of ['complete', 'remove'] as const)
    if (values[name] && values.partial) throw new SetupError(`import: --${name} and --partial contradict each other; use only one`);
  return {
    files,
    source: values.source.toLowerCase(),
    dateOrder: oneOf<DateOrder>('dates', values.dates, ['ymd', 'mdy', 'dmy'], 'mdy or dmy'),
    scale: values.scale === undefined ? undefined : toScale(values.scale),
    isWithoutText: values['no-text'],
    html: values.html === undefined ? undefined : oneOf<'decode' | 'keep'>('html', values.html, ['decode', 'keep']),
    placeholders: new Map([
      ...(values.empty ?? []).map((text) => [text.trim(), 'empty'] as const),
      ...(values.keep ?? []).map((text) => [text.trim(), 'keep'] as const),
    ]),
    method: values.verification === undefined ? undefined : oneOf('verification', values.verification, verificationMethod.options),
    locations: values.location ?? [],
    columns: new Map(values.map?.map(toMapping)),
    publicValues: toPublicValues(values.public ?? []),
    ignored: new Set(values.ignore?.map((name) => name.trim())),
    verified: !values.unverified,
    isComplete: values.complete ? true : values.partial ? false : undefined,
    mayRemoveMany: values.remove,
    dryRun: values['dry-run'],
    isConfirmed: values.yes,
    isBusinessFilledIn: values.business,
  };
}

function oneOf<T extends string>(name: string, value: string, allowed: readonly T[], choices = allowed.join(', ')): T {
  const found = allowed.find((one) => one === value);
  if (found === undefined) throw new SetupError(`import: --${name} ${value}: give ${choices}`);
  return found;
}

function toScale(text: string): number {
  const scale = Number(text);
  if (!isScale(scale)) throw new SetupError(`import: --scale ${text}: give the best possible rating, a number from 2 to 1000 such as 10`);
  return scale;
}

function toMapping(text: string): [string, string] {
  const [, column = '', name = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  if (name !== '' && (columnNames as readonly string[]).includes(column)) return [column, name];
  throw new SetupError(`import: --map ${text}: give OURS="THEIRS", where OURS is one of ${columnNames.join(', ')}`);
}

function toPublicValues(texts: readonly string[]): Map<string, ReadonlySet<string>> {
  const pairs = texts.map((text) => {
    const [, column = '', value = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
    if (column.trim() === '') throw new SetupError(`import: --public ${text}: give COLUMN=VALUE, such as --public "status=approved"`);
    return { column: column.trim(), value: value.trim().toLowerCase() };
  });
  const byColumn = Map.groupBy(pairs, ({ column }) => column);
  return new Map([...byColumn].map(([column, all]) => [column, new Set(all.map(({ value }) => value))]));
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new SetupError(`import: ${(error as Error).message}\n\n${USAGE}`);
  }
}
