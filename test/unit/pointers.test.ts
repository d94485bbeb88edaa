import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/run-script.ts';

// Everything that messages, pages, templates and guides point readers to must exist.

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const sources = globSync(['{scripts,sidecar,site}/**/*.{ts,astro,js,yaml,md}', 'content/*.{yaml,md}', '*.md'], {
  cwd: root,
  // `npm run bench -- --peers` installs third-party programs in scripts/.
  exclude: ['**/node_modules/**'],
});

/** Returns every match of `pattern` in the sources, with its file. */
const pointers = (pattern: RegExp) =>
  sources.flatMap((file) => [...read(file).matchAll(pattern)].map(([, ...found]) => ({ file, found: found.map(String) })));

const headingsOf = (file: string) => [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading);

test('references to README sections quote an existing heading', () => {
  const sections = pointers(/([\w/.-]*README\.md),? "([^"]+)"/g);
  expect(sections.length).toBeGreaterThan(1);
  expect(sections.filter(({ found: [file = '', heading] }) => !headingsOf(file).includes(heading))).toEqual([]);
  // In any other form, nobody would notice if the section were missing.
  const others = pointers(/(?<![\w/])(README\.md,? (?!")[^\n]{0,30})/g).filter(({ file }) => !file.endsWith('.md'));
  expect(others).toEqual([]);
});

test('references to a README use an existing path', () => {
  const files = pointers(/([\w/.-]*README\.md)/g).filter(({ file }) => !file.endsWith('.md'));
  expect(files.filter(({ found: [file = ''] }) => !existsSync(path.join(root, file)))).toEqual([]);
});

test('commands that readers are told to run are in package.json, and scripts exist', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Readonly<Record<string, string>> };
  const commands = pointers(/\bnpm run ([a-z][a-z:]*)/g);
  expect(commands.length).toBeGreaterThan(20);
  expect(commands.filter(({ found: [name = ''] }) => !(name in scripts))).toEqual([]);
  const files = globSync('scripts/**/*.ts', { cwd: root });
  expect(pointers(/\bnode (scripts\/[\w/-]+\.ts)/g).filter(({ found: [file = ''] }) => !files.includes(file))).toEqual([]);
});

test('files of this project that are mentioned with their path exist', () => {
  const named = pointers(/(?<![\w./-])((?:scripts|sidecar|site|test)\/[\w/.-]+\.(?:ts|astro|md|js|yaml))\b/g);
  expect(named.length).toBeGreaterThan(5);
  const missing = named.filter(({ found: [file = ''] }) => globSync(file, { cwd: root }).length === 0);
  expect(missing).toEqual([]);
});
