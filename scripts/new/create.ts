import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { z } from 'zod';
import { readableLink } from '../../site/content/theme.ts';
import { SetupError } from '../../site/shared/setup-error.ts';
import { toSlug } from '../../site/shared/text.ts';
import { nodeVersions, version } from '../cli/about.ts';
import { setKeys } from '../content/change-data.ts';

const TEMPLATE = fileURLToPath(new URL('./template', import.meta.url));

/** Files and folders whose names begin with a dot in the owner's folder. npm doesn't pack a `.gitignore`, and Git would apply one here. */
const DOTTED = /^(?:env\.example|gitignore|github)\b/;

/** Files of the template that are content, which a folder inside another Astro site has, too. */
const CONTENT = /^(?!README)[^/]+\.(?:yaml|md)$|^reviews\//;

/** The commands that the owner's folder has scripts for: all but `new`. */
const SCRIPTS = [
  'start',
  'desk',
  'dev',
  'build',
  'publish',
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
 * Creates an owner's folder: the commented content, and the files of an npm package and a Git repository. `setUp` can change the folder
 * before it gets its name, so that a failure leaves nothing. @throws SetupError if `folder` isn't empty
 */
export async function createFolder(
  folder: string,
  business: NewBusiness,
  setUp: (folder: string) => Promise<void> = async () => {},
): Promise<void> {
  await create(folder, async (made) => {
    await copyTemplate(made, business);
    await writeFile(path.join(made, 'package.json'), `${JSON.stringify(packageFor(business), null, 2)}\n`);
    await setUp(made);
  });
}

/** Creates a folder with only the commented content, for a site that has its own package. @throws SetupError if `folder` isn't empty */
export async function createContent(folder: string, business: NewBusiness): Promise<void> {
  await create(folder, (made) => copyTemplate(made, business, (name) => CONTENT.test(name)));
}

/** Creates a folder all at once: `fill` creates it under another name. */
async function create(folder: string, fill: (made: string) => Promise<void>): Promise<void> {
  const parent = path.dirname(path.resolve(folder));
  await refuseUsed(folder);
  await mkdir(parent, { recursive: true });
  const draft = await mkdtemp(path.join(parent, '.new-'));
  try {
    const made = path.join(draft, 'folder');
    await fill(made);
    // rename only replaces empty folders.
    await rename(made, folder);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Copies the template with the known facts. Writes the files anew, because copies of an installed package's files could be read-only. */
async function copyTemplate(to: string, business: NewBusiness, isWanted: (name: string) => boolean = () => true): Promise<void> {
  const entries = await readdir(TEMPLATE, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((entry) => entry.isFile())) {
    const source = path.join(entry.parentPath, entry.name);
    const name = path.relative(TEMPLATE, source);
    if (!isWanted(name.replaceAll(path.sep, '/'))) continue;
    const file = path.join(to, name.replace(DOTTED, '.$&'));
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, await readFile(source));
  }
  const file = path.join(to, 'business.yaml');
  await writeFile(file, introduce(await readFile(file, 'utf8'), business));
}

/** The owner's `package.json`, which depends on this program and on the Node that runs it. */
function packageFor({ name }: NewBusiness): object {
  const { installing, running } = nodeVersions();
  return {
    name: toSlug(name) || 'reviews',
    private: true,
    scripts: Object.fromEntries(SCRIPTS.map((command) => [command, `open-reviews ${command}`])),
    dependencies: { node: `^${running}`, 'open-reviews': `^${version()}` },
    engines: { node: installing },
    // npm warns about install scripts that this doesn't mention. That of node installs the program; the others work without theirs.
    allowScripts: { node: true, 'cpu-features': false, esbuild: false, ssh2: false },
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

/** The parts of a package.json that show whether it is an Astro site with our integration. */
const sitePackage = z.object({
  name: z.string().optional(),
  dependencies: z.record(z.string(), z.string()).default({}),
  devDependencies: z.record(z.string(), z.string()).default({}),
});

/** Another Astro site around a new folder. */
export interface AroundSite {
  readonly folder: string;
  /** Whether it already depends on this program. */
  readonly hasProgram: boolean;
}

/** Returns the Astro site that a folder is inside of, if the nearest package.json above it depends on Astro and isn't our own. */
export function findAstroSite(folder: string): AroundSite | undefined {
  for (let parent = path.dirname(path.resolve(folder)); ; parent = path.dirname(parent)) {
    const text = readIfExists(path.join(parent, 'package.json'));
    if (text !== undefined) return readSite(parent, text);
    if (parent === path.dirname(parent)) return undefined;
  }
}

function readSite(folder: string, text: string): AroundSite | undefined {
  const { data } = sitePackage.safeParse(parseJson(text));
  if (data === undefined || data.name === 'open-reviews') return undefined;
  const names = Object.keys({ ...data.dependencies, ...data.devDependencies });
  return names.includes('astro') ? { folder, hasProgram: names.includes('open-reviews') } : undefined;
}

function readIfExists(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** A package.json that npm couldn't read isn't a site's. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
