import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { type Environment, environmentHelp, environmentNames, isPolicyPath, readEnvironment } from '../../site/contract/environment.ts';
import { editDistance } from '../../site/shared/algorithms.ts';
import { fileKind, readRegularFile } from '../../site/shared/regular-file.ts';
import { SetupError } from '../../site/shared/setup-error.ts';
import { readPublishFile } from './publish-file.ts';
import type { Call } from './run-command.ts';

/** Variables that a printed command repeats if this command was called with them. Otherwise, it would use another business or address. */
const REPEATED = [
  'ENV_FILE',
  'CONTENT_DIR',
  'DIST_DIR',
  'DATA_DIR',
  'BASE_URL',
  'HUB_URL',
  'SIDECAR_URL',
  'PORT',
  'SINCE_BUDGET_MB',
] as const;

/** Settings that are paths, which are relative to the root. */
const PATHS = ['CONTENT_DIR', 'DIST_DIR', 'DATA_DIR', 'CACHE_DIR', 'CALLBACK_CA_FILE'] as const;

const help = [...environmentHelp, { name: 'ENV_FILE', meaning: 'the file with more settings; empty means none (default: .env)' }];
const width = Math.max(...help.map(({ name }) => name.length));

/** What each setting is for, for the help of a command. */
export const settingsHelp = `  Settings are environment variables, or lines NAME=VALUE in .env:

${help.map(({ name, meaning }) => `  ${name.padEnd(width)}  ${meaning}`).join('\n')}`;

type Repeated = { readonly [Name in (typeof REPEATED)[number]]?: string | undefined };

/** Returns a command for the shell, with the settings that it needs. `more` replaces some of them. */
export type CommandLine = (command: string, more?: Repeated) => string;

/** The settings of a command, and how it prints other commands. */
export interface Settings extends Environment {
  readonly commandLine: CommandLine;
  /** BASE_URL if the environment or `.env` sets it. It takes precedence over the address in publish.yaml. */
  readonly statedAddress?: string | undefined;
}

/**
 * Reads the settings of a command from its environment, then from `.env` in the root. Paths are relative to the root. `ENV_FILE` names
 * another file; if it is empty, no file is read. @throws SetupError without a root, or for an unreadable file, a line that isn't an
 * assignment, or an invalid variable
 */
export function readSettings({ env, root: chosen }: Pick<Call, 'env' | 'root'>): Settings {
  const root = path.relative('', chosen ?? findRoot(env));
  // Without `.env`, which the printed commands read themselves.
  const commandLine = commandLineFor({ ...env }, root);
  for (const [name, value] of Object.entries(readFile(env['ENV_FILE'], root))) env[name] ??= value;
  const defaults = {
    CONTENT_DIR: hasBusiness(path.join(root, 'content')) ? 'content' : '.',
    DIST_DIR: 'dist',
    DATA_DIR: '.data',
    CACHE_DIR: '.astro',
  };
  const found: NodeJS.Dict<string> = { ...defaults, ...withoutEmpty(env) };
  for (const name of PATHS) {
    const place = found[name];
    if (root !== '' && place !== undefined) found[name] = path.resolve(root, place);
  }
  const { WITNESSES } = found;
  if (root !== '' && WITNESSES !== undefined && isPolicyPath(WITNESSES)) found['WITNESSES'] = path.resolve(root, WITNESSES);
  // Where the site lives is stated once.
  const isStated = found['BASE_URL'] !== undefined;
  found['BASE_URL'] ??= addressIn(String(found['CONTENT_DIR']));
  const environment = readEnvironment(found);
  return { ...environment, commandLine, ...(isStated && { statedAddress: environment.BASE_URL }) };
}

/** The same settings for a site at another address. */
export const withAddress = ({ commandLine, source, statedAddress }: Settings, address: string): Settings => ({
  ...readEnvironment({ ...source, BASE_URL: address }),
  commandLine,
  statedAddress,
});

/** The address in `publish.yaml`. */
function addressIn(contentDir: string): string | undefined {
  const settings = readPublishFile(contentDir);
  return settings?.target === 'github' ? undefined : settings?.address;
}

/**
 * Finds the owner's folder: the current folder or the nearest one above it with a business; without any, the current one if CONTENT_DIR is
 * set. @throws SetupError
 */
function findRoot(env: NodeJS.Dict<string>): string {
  for (let folder = process.cwd(); ; folder = path.dirname(folder)) {
    if (hasBusiness(folder) || hasBusiness(path.join(folder, 'content'))) return folder;
    if (folder === path.dirname(folder)) break;
  }
  if (env['CONTENT_DIR']) return process.cwd();
  throw new SetupError(
    `there is no business.yaml in ${process.cwd()} or a folder above it; go to the folder that has it, add --root FOLDER, or create one with: open-reviews new FOLDER`,
  );
}

const hasBusiness = (folder: string): boolean =>
  ['yaml', 'yml', 'json'].some((extension) => fileKind(path.join(folder, `business.${extension}`)) !== 'missing');

const withoutEmpty = (env: NodeJS.Dict<string>): NodeJS.Dict<string> =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));

/** How to print commands for people who called one with the environment `given` and with `root` relative to their folder, empty if equal. */
export const commandLineFor =
  (given: Repeated, root = ''): CommandLine =>
  (command, more = {}) => {
    const settings = REPEATED.flatMap((name) => {
      const value = more[name] ?? given[name];
      // Port 0 means another port each time.
      return value === undefined || value === '' || (name === 'PORT' && value === '0') ? [] : [`${name}=${shellQuoted(value)}`];
    });
    return [...(root === '' ? [] : ['cd', shellQuoted(root), '&&']), ...settings, command].join(' ');
  };

/** Quotes for a POSIX shell. */
export function shellQuoted(value: string): string {
  return /^[\w@%+=:,./~-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}

function readFile(envFile: string | undefined, root: string): NodeJS.Dict<string> {
  if (envFile === '') return {};
  const file = envFile ?? path.join(root, '.env');
  const text = envFile === undefined ? readRegularFile(file)?.toString() : readGiven(file);
  if (text === undefined) return {};
  checkLines(file, text);
  return parseEnv(text);
}

/** Reads the file that ENV_FILE names, which may be a pipe, as in `ENV_FILE=<(...)`. */
function readGiven(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new SetupError(`${file}: cannot be read (${(error as NodeJS.ErrnoException).code}); set ENV_FILE to a file of NAME=VALUE lines`);
  }
}

/** Node's parser skips lines that it can't parse, so a misspelled setting would go unnoticed. */
function checkLines(file: string, text: string): void {
  const values = parseEnv(text);
  // Every line but the first of multi-line values.
  const inside = new Set(Object.values(values).flatMap((value) => (value ?? '').split('\n').slice(1)));
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(?:#.*)?$/.test(line) || /^\s*(?:export\s+)?[\w.-]+\s*=/.test(line) || inside.has(line.replace(/["'`]\s*$/, ''))) continue;
    throw new SetupError(`${file}:${index + 1}: found "${line.trim()}"; write NAME=VALUE, or # before a comment`);
  }
  for (const name of Object.keys(values)) {
    const meant = environmentNames.find((known) => known !== name && editDistance(known, name.toUpperCase()) <= 1);
    if (meant !== undefined && !environmentNames.includes(name))
      throw new SetupError(`${file}: found the unknown setting ${name}; write ${meant}, or remove it`);
  }
}
