import { readdirSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { bundleFile, bundleNames, readBundle } from '../../site/documents/bundle.ts';
import { SetupError } from '../../site/shared/setup-error.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LIB = path.join(ROOT, 'lib');

/** The module that Astro sites import. Only it has declarations. */
const PUBLIC = 'scripts/astro/integration.ts';

/** Imports of our modules, in Astro components and in modules, with their extension as the match. */
const EXTENSIONS = /(?<=['"]\.{1,2}\/[^'"\n]*\.)ts(?=['"])/g;

/** Files that only a clone needs. READMEs are among them, because they link to files that the package doesn't have. */
const LEFT_OUT = /^scripts\/(?:(?:check|lab|package)\/|check\.ts|test\.ts|require-node\.cjs)|(?<!\/template\/)README\.md$|Dockerfile/;

const files = ['site', 'sidecar', 'scripts']
  .flatMap((folder) => readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
  .filter((file) => !LEFT_OUT.test(file));

/**
 * Writes the package's code to `lib/` with the same layout but without types, because Node doesn't strip them below `node_modules`. npm runs
 * this before it packs. `npm run check` finds type errors.
 */
await rm(LIB, { recursive: true, force: true });
for (const file of files) if (!file.endsWith('.ts')) await copy(file);
for (const module of files.filter((file) => /(?<!\.d)\.ts$/.test(file))) await compile(module);
for (const name of bundleNames) await writeFile(path.join(LIB, 'site', bundleFile(name)), await readBundle(name));

/** Copies a file. Astro components import the compiled modules. */
async function copy(file: string): Promise<void> {
  const [source, target] = [path.join(ROOT, file), path.join(LIB, file)];
  await mkdir(path.dirname(target), { recursive: true });
  if (!file.endsWith('.astro')) return copyFile(source, target);
  await writeFile(target, (await readFile(source, 'utf8')).replaceAll(EXTENSIONS, 'js'));
}

/** Writes a module without its types. Each line and column stays where it is, so no source map is needed. */
async function compile(module: string): Promise<void> {
  const text = await readFile(path.join(ROOT, module), 'utf8');
  const target = path.join(LIB, module.replace(/\.ts$/, ''));
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(`${target}.js`, stripTypeScriptTypes(text).replaceAll(EXTENSIONS, 'js'));
  if (module !== PUBLIC) return;
  const compilerOptions = { target: ts.ScriptTarget.ESNext, isolatedDeclarations: true };
  const types = ts.transpileDeclaration(text, { compilerOptions, fileName: module, reportDiagnostics: true });
  if (types.diagnostics?.length) throw new SetupError(`${module}: write the types of what it exports, for its declarations`);
  await writeFile(`${target}.d.ts`, types.outputText);
}
