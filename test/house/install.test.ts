import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../support/run-script.ts';

interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly optional?: boolean;
  readonly license?: string;
}

const readText = (file: string) => readFileSync(path.join(root, file), 'utf8');
const lockOf = (file: string) =>
  Object.entries((JSON.parse(readText(file)) as { packages: Record<string, LockedPackage> }).packages).filter(([place]) => place !== '');

/**
 * Bindings for other platforms that are missing from the registry these lock files were written with. New versions must be locked with
 * their hashes. Remove an entry once `npm view NAME@VERSION dist.integrity` prints its hash.
 */
const KNOWN_GAPS = [
  /@astrojs\/compiler-binding-[\w-]+ 0\.5\.1$/,
  /@biomejs\/cli-[\w-]+ 2\.6\.8$/,
  /@oxc-parser\/binding-[\w-]+ 0\.156\.0$/,
];

describe.each([
  'package-lock.json',
  'test/third-party/package-lock.json',
  'test/third-party/mcp-clients/package-lock.json',
  'scripts/lab/peers/package-lock.json',
])('%s', (file) => {
  test('has a hash for every package except the known gaps', () => {
    const without = lockOf(file).filter(([, { integrity, link }]) => integrity === undefined && link !== true);
    const unknown = without.filter(
      ([place, { version, optional }]) => !optional || !KNOWN_GAPS.some((gap) => gap.test(`${place} ${version}`)),
    );
    expect(unknown.map(([place]) => place)).toEqual([]);
  });
});

test('NOTICE names each package in package-lock.json that has a copyleft license', () => {
  const notice = readText('NOTICE');
  const copyleft = lockOf('package-lock.json').filter(([, { license }]) => /GPL|MPL|EPL|CDDL/.test(license ?? ''));
  const names = copyleft.map(([place]) => place.replace(/^.*node_modules\//, ''));
  expect(names.length).toBeGreaterThan(10);
  // `name` or `prefix-*`
  const named = [...notice.matchAll(/[@\w][\w@/.-]*\*?/g)].map(([word]) => word);
  const isNamed = (name: string) => named.some((word) => (word.endsWith('*') ? name.startsWith(word.slice(0, -1)) : word === name));
  expect(names.filter((name) => !isNamed(name))).toEqual([]);
});

describe('npm ci', () => {
  const install = (agent: string) =>
    spawnSync(process.execPath, [path.join(root, 'scripts/require-node.cjs')], {
      env: { npm_config_user_agent: agent },
      encoding: 'utf8',
    });

  test('checks the Node range in package.json', () => {
    const { engines, scripts } = JSON.parse(readText('package.json')) as { engines: { node: string }; scripts: Record<string, string> };
    expect(engines.node).toBe('^20.19.0 || >=22.12.0');
    // npm runs this script for `npm ci` in a clone, but not when the package is installed as a dependency.
    expect(scripts['preprepare']).toBe('node scripts/require-node.cjs');
    expect(readText('scripts/require-node.cjs')).toContain(`'${engines.node}'`);
  });

  test.each(['20.19.0', '20.20.2', '22.12.0', '23.0.0', '24.21.0'])('passes on Node %s', (version) => {
    const { status, stderr } = install(`npm/10.9.0 node/v${version} linux x64 workspaces/false`);
    expect([status, stderr]).toEqual([0, '']);
  });

  test.each(['8.17.0', '18.20.4', '20.0.0', '20.18.3', '21.7.0', '22.0.0', '22.11.0'])('fails on Node %s with the reason', (version) => {
    const { status, stderr } = install(`npm/10.9.0 node/v${version} linux x64 workspaces/false`);
    const short = version.replace(/\.\d+$/, '');
    expect([status, stderr]).toEqual([
      1,
      `Open Reviews needs Node.js ^20.19.0 || >=22.12.0, and this is ${short}: install a newer one from https://nodejs.org, then run npm ci again.\n`,
    ]);
  });
});
