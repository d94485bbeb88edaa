import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../support/run-script.ts';

// Labels, links and paths in comments, test titles and guides must exist in this repository.

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(path.join(root, file)));
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const isCode = (file: string) => /\.(?:ts|mjs|js|astro|css|ya?ml)$|^\.ci\//.test(file) && !/^(?:content|test\/fixtures)\//.test(file);
const isGuide = (file: string) => file.endsWith('.md') && !/^(?:content|test\/fixtures|scripts\/new\/template)\//.test(file);
const code = tracked.filter(isCode);
const guides = tracked.filter(isGuide);

/** Returns a module's comments, or the whole text of tests (for their titles) and YAML files. */
function citingText(file: string): string {
  const text = read(file);
  if (file.startsWith('test/') || /ya?ml$|^\.ci/.test(file)) return text;
  return [...text.matchAll(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|(?<![:'"`\w])\/\/[^\n]*/g)].join('\n');
}

describe('a label', () => {
  const LABEL = /(?<![\w.:-])[CMT]\d\d(?!\w|:\d)/g;
  const definitions = guides.flatMap((file) =>
    [...read(file).matchAll(/^- \*\*([A-Z]\d\d)\*\*/gm)].map(([, label]) => ({ file, label: String(label) })),
  );
  const defined = new Set(definitions.map(({ label }) => label));

  test('is defined once, in the README of its folder', () => {
    const homes: Readonly<Record<string, string>> = {
      C: 'site/contract/README.md',
      M: 'sidecar/mcp/README.md',
      T: 'sidecar/hub/README.md',
    };
    expect(definitions.filter(({ file, label }) => homes[label.charAt(0)] !== file)).toEqual([]);
    const labels = definitions.map(({ label }) => label);
    expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([]);
    expect(Object.keys(homes).filter((letter) => !labels.some((label) => label.startsWith(letter)))).toEqual([]);
  });

  test('is defined if it is cited', () => {
    const cited = [...code, ...guides].flatMap((file) =>
      [...(isGuide(file) ? read(file) : citingText(file)).matchAll(LABEL)].map(([label]) => ({ file, label })),
    );
    expect(cited.length).toBeGreaterThan(200);
    expect(cited.filter(({ label }) => !defined.has(label))).toEqual([]);
  });

  test('of the hub appears in a hub test', () => {
    const titles = code
      .filter((file) => file.startsWith('test/hub/'))
      .map(read)
      .join('\n');
    expect([...defined].filter((label) => label.startsWith('T') && !titles.includes(label))).toEqual([]);
  });
});

describe('a guide', () => {
  /** Returns the anchor that GitHub generates for a heading. */
  const anchor = (heading: string) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
  const anchors = (file: string) => [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchor(String(heading)));

  test('links to files and headings that exist', () => {
    const links = guides.flatMap((file) =>
      [...read(file).matchAll(/\]\(([^)\s]+)\)|src="([^"]+)"/g)].map(([, link, image]) => ({ file, link: String(link ?? image) })),
    );
    const local = links.filter(({ link }) => !/^https?:/.test(link));
    expect(local.length).toBeGreaterThan(20);
    const isDead = ({ file, link }: { readonly file: string; readonly link: string }) => {
      const [to = '', heading] = link.split('#');
      const target = to === '' ? file : path.join(path.dirname(file), to);
      return !existsSync(path.join(root, target)) || (heading !== undefined && !anchors(target).includes(heading));
    };
    expect(local.filter(isDead)).toEqual([]);
  });

  test('names files and folders that exist', () => {
    const named = guides.flatMap((file) =>
      [
        ...read(file)
          .replace(/^```[\s\S]*?^```/gm, '')
          .matchAll(/`([^`\n]+)`/g),
      ].map(([, name]) => ({ file, name: String(name) })),
    );
    const paths = named.filter(({ name }) => isPath(name));
    expect(paths.length).toBeGreaterThan(100);
    expect(paths.filter(({ file, name }) => !isThere(path.dirname(file), name))).toEqual([]);
  });

  /**
   * Returns whether a path exists relative to the guide's folder, the root or a business's folder. A file name without a folder can be
   * anywhere below the guide's folder.
   */
  function isThere(folder: string, name: string): boolean {
    const below = folder === '.' ? '' : `${folder}/`;
    if (!name.includes('/') && below !== '' && tracked.some((file) => file.startsWith(below) && path.basename(file) === name)) return true;
    return [folder, '.', 'content', 'scripts/new/template'].some((start) => globSync(path.join(start, name), { cwd: root }).length > 0);
  }

  /** Returns whether a name in backticks is a path in this repository, not a URL, package, media type, MCP method or generated file. */
  function isPath(name: string): boolean {
    if (!/^[\w.*-]+(?:\/[\w.*-]*)*$/.test(name)) return false;
    if (
      /^(?:(?:application|text|image|lib|dist|\.dist|\.data|node_modules|[A-Z_]+)\/|(?:tools|resources|prompts)\/\w+$|server\/discover$)/.test(
        name,
      )
    )
      return false;
    return name.includes('/') || /\.(?:ts|astro|mjs|md|yaml|yml|jsonl)$/.test(name);
  }
});

test('.github/DEPENDENCIES.md lists every dependency except @types', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<string, Readonly<Record<string, string>>>;
  const reasons = read('.github/DEPENDENCIES.md');
  const types = /^@types\//;
  expect(Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !types.test(name) && !reasons.includes(name))).toEqual([]);
});

test('code and guides do not refer to files or issues outside this repository', () => {
  const FOREIGN =
    /(?<![\w/-])(?:contract|spec|mcp|websub|facts|style)\.md\b|\.\.\/shared\/(?:cases\b|[\w-]+\.(?:md|txt))|\bissues? #?\d+\b/gi;
  const texts = tracked.filter((file) => (isCode(file) || isGuide(file)) && file !== 'test/architecture/labels.test.ts');
  expect(texts.flatMap((file) => [...read(file).matchAll(FOREIGN)].map(([found]) => ({ file, found })))).toEqual([]);
});
