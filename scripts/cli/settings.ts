import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { editDistance } from '../../site/contract/edit-distance.ts';
import { type Environment, environmentNames, readEnvironment, SetupError } from '../../site/contract/environment.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What a printed command repeats where it was said on the command line: without it, the command would mean another business or address. */
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

/** What the command's own environment said, before the file was read. */
let said: Readonly<Record<string, string | undefined>> = {};

/**
 * The settings of a command: its environment, then `.env` in the project's root for what that leaves unsaid. `ENV_FILE` names another
 * file; an empty one reads none. Throws a SetupError for a file that can't be read, a line that sets nothing, and a wrong variable.
 */
export function readSettings(env: NodeJS.Dict<string> = process.env): Environment {
  said = { ...env };
  for (const [name, value] of Object.entries(readFile(env['ENV_FILE']))) env[name] ??= value;
  return readEnvironment(env);
}

/** `command` with the settings before it that its reader would have to repeat, to be pasted into a shell as it stands. */
export function commandLine(command: string, more: Readonly<Partial<Record<(typeof REPEATED)[number], string>>> = {}): string {
  const settings = REPEATED.flatMap((name) => {
    const value = more[name] ?? said[name];
    // Port 0 is another one each time.
    return value === undefined || value === '' || (name === 'PORT' && value === '0') ? [] : [`${name}=${quoted(value)}`];
  });
  return [...settings, command].join(' ');
}

/** POSIX shell: in single quotes everything stands for itself but the single quote. */
export function quoted(value: string): string {
  return /^[\w@%+=:,./~-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}

function readFile(given: string | undefined): NodeJS.Dict<string> {
  if (given === '') return {};
  const file = given ?? path.join(ROOT, '.env');
  try {
    const text = readFileSync(file, 'utf8');
    checkLines(file, text);
    return parseEnv(text);
  } catch (error) {
    if (error instanceof SetupError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && given === undefined) return {};
    throw new SetupError(`${file}: cannot be read (${code}); set ENV_FILE to a file of NAME=VALUE lines`);
  }
}

/** Node's parser passes over what it doesn't understand, and a misspelt setting would be one that nobody hears of. */
function checkLines(file: string, text: string): void {
  const values = parseEnv(text);
  // Lines of a value in quotes that has several are its own.
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
