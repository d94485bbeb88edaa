import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { editDistance } from '../../site/algorithms.ts';
import { type Environment, environmentNames, readEnvironment, SetupError } from '../../site/contract/environment.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Variables that a printed command repeats if the command was called with them: without them, it would use another business or address.
 */
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

/** The environment of the command, without `.env`. */
let given: Readonly<Record<string, string | undefined>> = {};

/**
 * The settings of a command: its environment, then `.env` in the project's root. `ENV_FILE` names another file; if it is empty, no file is
 * read. @throws SetupError for an unreadable file, a line that isn't an assignment, or an invalid variable
 */
export function readSettings(env: NodeJS.Dict<string> = process.env): Environment {
  given = { ...env };
  for (const [name, value] of Object.entries(readFile(env['ENV_FILE']))) env[name] ??= value;
  return readEnvironment(env);
}

/** A command for the shell, with the settings that it needs. */
export function commandLine(command: string, more: Readonly<Partial<Record<(typeof REPEATED)[number], string>>> = {}): string {
  const settings = REPEATED.flatMap((name) => {
    const value = more[name] ?? given[name];
    // Port 0 means another port each time.
    return value === undefined || value === '' || (name === 'PORT' && value === '0') ? [] : [`${name}=${shellQuoted(value)}`];
  });
  return [...settings, command].join(' ');
}

/** Quotes for a POSIX shell. */
export function shellQuoted(value: string): string {
  return /^[\w@%+=:,./~-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}

function readFile(envFile: string | undefined): NodeJS.Dict<string> {
  if (envFile === '') return {};
  const file = envFile ?? path.join(ROOT, '.env');
  try {
    const text = readFileSync(file, 'utf8');
    checkLines(file, text);
    return parseEnv(text);
  } catch (error) {
    if (error instanceof SetupError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && envFile === undefined) return {};
    throw new SetupError(`${file}: cannot be read (${code}); set ENV_FILE to a file of NAME=VALUE lines`);
  }
}

/** Node's parser skips lines that it can't parse, so a misspelt setting would go unnoticed. */
function checkLines(file: string, text: string): void {
  const values = parseEnv(text);
  // The inner lines of a quoted multi-line value.
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
