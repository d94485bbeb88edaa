import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../support/run-script.ts';

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' }).split(
  '\n',
);
const modules = tracked.filter((file) => /\.(?:ts|astro|mjs|js)$/.test(file) && existsSync(path.join(root, file)));

/** Returns the local modules that a module imports with `import`, `export … from` or `import()`, as paths from the root. */
function importsOf(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  const found = text.matchAll(/(?:\bfrom\s+|\bimport\s*\(?\s*)['"](\.{1,2}\/[^'"\n]+)['"]/g);
  return [...found].map(([, to = '']) => path.join(path.dirname(file), to));
}

const arrows = modules.flatMap((from) => importsOf(from).map((to) => ({ from, to })));

const isIn = (file: string, folder: string) => file.startsWith(`${folder}/`);

describe('imports between folders', () => {
  const rules: readonly (readonly [title: string, isWrong: (from: string, to: string) => boolean])[] = [
    ['site/shared imports nothing outside itself', (from, to) => isIn(from, 'site/shared') && !isIn(to, 'site/shared')],
    [
      'site/contract imports only itself and site/shared',
      (from, to) => isIn(from, 'site/contract') && !isIn(to, 'site/contract') && !isIn(to, 'site/shared'),
    ],
    [
      'the sidecar imports only the contract and what is shared from the site',
      (from, to) => isIn(from, 'sidecar') && isIn(to, 'site') && !isIn(to, 'site/contract') && !isIn(to, 'site/shared'),
    ],
    ['site/shared imports nothing outside itself', (from, to) => isIn(from, 'site/shared') && !isIn(to, 'site/shared')],
    ['the site imports nothing from the sidecar', (from, to) => isIn(from, 'site') && isIn(to, 'sidecar')],
    ['only tests import from test/', (from, to) => !isIn(from, 'test') && isIn(to, 'test')],
    ['only scripts and tests import from scripts/', (from, to) => !/^(?:scripts|test)\//.test(from) && isIn(to, 'scripts')],
    [
      'product commands import nothing from scripts/lab',
      (from, to) => isIn(from, 'scripts') && !isIn(from, 'scripts/lab') && isIn(to, 'scripts/lab'),
    ],
    [
      'hub, mcp, search and static import nothing from each other',
      (from, to) => {
        const [a, b] = [from, to].map((file) => /^sidecar\/(hub|mcp|search|static)\//.exec(file)?.[1]);
        return a !== undefined && b !== undefined && a !== b;
      },
    ],
  ];
  test.each(rules)('%s', (_title, isWrong) => {
    expect(arrows.filter(({ from, to }) => isWrong(from, to))).toEqual([]);
  });
});

test('only pages and layouts import virtual:reviews', () => {
  const takers = modules.filter(
    (file) => isIn(file, 'site') && /^import .* from 'virtual:reviews'/m.test(readFileSync(path.join(root, file), 'utf8')),
  );
  expect(takers.length).toBeGreaterThan(10);
  expect(takers.filter((file) => !/^site\/(?:pages|layouts)\//.test(file))).toEqual([]);
});

test('sibling folders have no import cycles', () => {
  const edges = arrows.flatMap(({ from, to }) => siblings(from, to));
  expect(circle(edges)).toEqual([]);
});

test('modules have no import cycles', () => {
  expect(circle(arrows.map(({ from, to }) => [from, to] as const))).toEqual([]);
});

/** Returns the two sibling folders where two modules' paths diverge, or nothing if either module is directly in their common folder. */
function siblings(from: string, to: string): (readonly [string, string])[] {
  const [a, b] = [from.split('/'), to.split('/')];
  const depth = a.findIndex((name, index) => name !== b[index]);
  if (depth >= a.length - 1 || depth >= b.length - 1) return [];
  return [[a.slice(0, depth + 1).join('/'), b.slice(0, depth + 1).join('/')]];
}

/** Returns the first cycle in the edges, or an empty array if there is none. */
function circle(edges: readonly (readonly [from: string, to: string])[]): string[] {
  const next = new Map<string, Set<string>>();
  for (const [from, to] of edges) if (from !== to) next.set(from, (next.get(from) ?? new Set()).add(to));
  const done = new Set<string>();
  const visit = (node: string, way: readonly string[]): string[] => {
    const seen = way.indexOf(node);
    if (seen >= 0) return [...way.slice(seen), node];
    if (done.has(node)) return [];
    for (const to of next.get(node) ?? []) {
      const found = visit(to, [...way, node]);
      if (found.length > 0) return found;
    }
    done.add(node);
    return [];
  };
  for (const node of next.keys()) {
    const found = visit(node, []);
    if (found.length > 0) return found;
  }
  return [];
}
