import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { readableLink } from '../../site/content/theme.ts';
import { SetupError } from '../../site/shared/setup-error.ts';
import { toSlug } from '../../site/shared/text.ts';
import { version } from '../cli/version.ts';
import { setKeys } from '../content/change-data.ts';

const TEMPLATE = fileURLToPath(new URL('./template', import.meta.url));

/** Files and folders whose names begin with a dot in the owner's folder. npm doesn't pack a `.gitignore`, and Git would apply one here. */
const DOTTED = /^(?:env\.example|gitignore|github)\b/;

/** The commands that the owner's folder has scripts for: all but `new`. */
const SCRIPTS = [
  'start',
  'desk',
  'dev',
  'build',
  'serve',
  'sidecar',
  'import',
  'review',
  'check',
  'backup',
  'restore',
  'hub',
  'analyse',
] as const;

/** The known facts about a new business. */
export interface NewBusiness {
  readonly name: string;
  readonly locality?: string | undefined;
  /** An ISO 3166 code. */
  readonly country?: string | undefined;
  readonly telephone?: string | undefined;
  /** A schema.org type. */
  readonly type?: string | undefined;
  readonly language?: string | undefined;
  readonly brand?: string | undefined;
}

/**
 * Creates an owner's folder: the commented content, and the files of an npm package and a Git repository. @throws SetupError if `folder`
 * isn't empty
 */
export async function createFolder(folder: string, business: NewBusiness): Promise<void> {
  const parent = path.dirname(path.resolve(folder));
  await refuseUsed(folder);
  await mkdir(parent, { recursive: true });
  const draft = await mkdtemp(path.join(parent, '.new-'));
  try {
    const made = path.join(draft, 'folder');
    await copyTemplate(made);
    const file = path.join(made, 'business.yaml');
    await writeFile(file, introduce(await readFile(file, 'utf8'), business));
    await writeFile(path.join(made, 'package.json'), `${JSON.stringify(packageFor(business), null, 2)}\n`);
    // rename only replaces empty folders.
    await rename(made, folder);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Writes the files anew, because copies of an installed package's files could be read-only. */
async function copyTemplate(to: string): Promise<void> {
  const entries = await readdir(TEMPLATE, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((entry) => entry.isFile())) {
    const source = path.join(entry.parentPath, entry.name);
    const file = path.join(to, path.relative(TEMPLATE, source).replace(DOTTED, '.$&'));
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, await readFile(source));
  }
}

/** The owner's `package.json`, with this program as its only dependency. */
function packageFor({ name }: NewBusiness): object {
  return {
    name: toSlug(name) || 'reviews',
    private: true,
    scripts: Object.fromEntries(SCRIPTS.map((command) => [command, `open-reviews ${command}`])),
    dependencies: { 'open-reviews': `^${version()}` },
    engines: { node: '>=22.18' },
    // npm warns about install scripts that this doesn't mention. esbuild works without its own.
    allowScripts: { esbuild: false },
  };
}

/** @throws SetupError if `folder` exists and isn't an empty folder */
export async function refuseUsed(folder: string): Promise<void> {
  const found = await readdir(folder).catch((error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? [] : undefined));
  if (found === undefined) throw new SetupError(`new: ${folder} is not a folder; write the name of a new one`);
  if (found.length > 0) throw new SetupError(`new: ${folder} isn't empty; write the name of a new folder`);
}

/** The template's `business.yaml` with the known facts instead of examples. */
function introduce(template: string, { name, locality, country, brand, ...known }: NewBusiness): string {
  const named = setKeys({ name: 'business.yaml', text: template }, [], { name });
  const filled = Object.entries(known).reduce((text, [key, value]) => setExample(text, '', key, value), named);
  const placed = setGroup(filled, 'address', { locality, country });
  return brand === undefined ? placed : setGroup(placed, 'theme', { brand, link: readableLink(brand) });
}

/** Replaces the commented examples of keys inside a commented object. */
function setGroup(text: string, group: string, values: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  if (given.length === 0) return text;
  const opened = text.replace(new RegExp(`^# ${group}:$`, 'm'), `${group}:`);
  return given.reduce((filled, [key, value]) => setExample(filled, '  ', key, value), opened);
}

/** Replaces the commented example of a key with a value, in quotes if YAML could misread it. */
function setExample(text: string, indent: string, key: string, value: string | undefined): string {
  if (value === undefined) return text;
  const line = stringify(
    { [key]: value },
    { defaultStringType: /^[\p{L} ]+$/u.test(value) ? 'PLAIN' : 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN' },
  );
  return text.replace(new RegExp(`^# ${indent}${key}: .*$`, 'm'), () => indent + line.trimEnd());
}
