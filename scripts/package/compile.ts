import { readdirSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { bundleFile, bundleNames, readBundle } from '../../site/documents/bundle.ts';
import { SetupError } from '../../site/shared/setup-error.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LIB = path.join(ROOT, 'lib');

/** The module that Astro sites import. Only it has declarations. */
const PUBLIC = 'scripts/astro/integration.ts';

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
await compile(files.filter((file) => /(?<!\.d)\.ts$/.test(file)));
for (const name of bundleNames) await writeFile(path.join(LIB, 'site', bundleFile(name)), await readBundle(name));

/** Copies a file. Astro components import the compiled modules. */
async function copy(file: string): Promise<void> {
  const [source, target] = [path.join(ROOT, file), path.join(LIB, file)];
  await mkdir(path.dirname(target), { recursive: true });
  if (!file.endsWith('.astro')) return copyFile(source, target);
  const text = await readFile(source, 'utf8');
  await writeFile(target, text.replaceAll(/(?<=['"]\.{1,2}\/[^'"\n]*\.)ts(?=['"])/g, 'js'));
}

/**
 * Compiles each module by itself to JavaScript with a source map. Compiling them as one program takes several times as long, because it
 * reads the types of all packages.
 */
async function compile(modules: readonly string[]): Promise<void> {
  const { config } = ts.readConfigFile(path.join(ROOT, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT, {
    // Declarations can't be made from one module with this.
    allowJs: false,
    rewriteRelativeImportExtensions: true,
    sourceMap: true,
    inlineSources: true,
  });
  for (const module of modules) {
    const text = await readFile(path.join(ROOT, module), 'utf8');
    const target = path.join(LIB, module.replace(/\.ts$/, ''));
    const { outputText, sourceMapText = '' } = ts.transpileModule(text, { compilerOptions: options, fileName: module });
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(`${target}.js`, outputText);
    // Astro treats every file in the pages folder as a page.
    if (!module.startsWith('site/pages/')) await writeFile(`${target}.js.map`, sourceMapText);
    if (module !== PUBLIC) continue;
    const types = ts.transpileDeclaration(text, { compilerOptions: options, fileName: module, reportDiagnostics: true });
    if (types.diagnostics?.length) throw new SetupError(`${module}: write the types of what it exports, for its declarations`);
    await writeFile(`${target}.d.ts`, types.outputText);
  }
}
