import { readdirSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { bundleFile, bundleNames, readBundle } from '../../site/documents/bundle.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LIB = path.join(ROOT, 'lib');

/** Files that only a clone needs. READMEs are among them, because they link to files that the package doesn't have. */
const LEFT_OUT = /^scripts\/(?:(?:check|lab|package)\/|check\.ts|test\.ts|require-node\.cjs)|(?<!\/template\/)README\.md$|Dockerfile/;

const files = ['site', 'sidecar', 'scripts']
  .flatMap((folder) => readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
  .filter((file) => !LEFT_OUT.test(file));

/**
 * Compiles the package's code to `lib/` with the same layout, because Node doesn't strip types below `node_modules`. npm runs this before
 * it packs. `npm run check` finds type errors.
 */
await rm(LIB, { recursive: true, force: true });
for (const file of files) if (!file.endsWith('.ts')) await copy(file);
compile(files.filter((file) => file.endsWith('.ts')).map((file) => path.join(ROOT, file)));
for (const name of bundleNames) await writeFile(path.join(LIB, 'site', bundleFile(name)), await readBundle(name));

/** Copies a file. Astro components import the compiled modules. */
async function copy(file: string): Promise<void> {
  const [source, target] = [path.join(ROOT, file), path.join(LIB, file)];
  await mkdir(path.dirname(target), { recursive: true });
  if (!file.endsWith('.astro')) return copyFile(source, target);
  const text = await readFile(source, 'utf8');
  await writeFile(target, text.replaceAll(/(?<=['"]\.{1,2}\/[^'"\n]*\.)ts(?=['"])/g, 'js'));
}

/** Compiles modules to JavaScript, with declarations and source maps. */
function compile(modules: string[]): void {
  const { config } = ts.readConfigFile(path.join(ROOT, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT, {
    noEmit: false,
    noCheck: true,
    rootDir: ROOT,
    outDir: LIB,
    rewriteRelativeImportExtensions: true,
    declaration: true,
    sourceMap: true,
    inlineSources: true,
  });
  ts.createProgram(modules, options).emit(undefined, (file, text) => {
    // Astro treats every file in the pages folder as a page.
    if (/\/site\/pages\/.*\.(?:d\.ts|map)$/.test(file)) return;
    // Modules that other modules import are compiled, too.
    if (!LEFT_OUT.test(path.relative(LIB, file).replaceAll(path.sep, '/'))) ts.sys.writeFile(file, text);
  });
}
