import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { findLockFiles, uncheckedPackages } from '../../scripts/check/lock-files.ts';
import { root } from '../support/run-script.ts';

const readText = (file: string) => readFileSync(path.join(root, file), 'utf8');

describe('lock files', () => {
  test('have the checksum of every package that npm downloads', () => {
    const files = findLockFiles();
    expect(files).toEqual([
      'package-lock.json',
      'scripts/lab/peers/package-lock.json',
      'test/third-party/mcp-clients/package-lock.json',
      'test/third-party/package-lock.json',
    ]);
    expect(files.map((file) => [file, uncheckedPackages(readText(file))])).toEqual(files.map((file) => [file, []]));
  });

  test('without a checksum, or from elsewhere than the npm registry, are reported', () => {
    const packages = {
      '': {},
      'node_modules/a': { version: '1.0.0', integrity: 'sha512-x' },
      'node_modules/b': { version: '1.0.0' },
      'node_modules/c': { version: '1.0.0', integrity: 'sha1-x' },
      'node_modules/d': { version: '1.0.0', integrity: 'sha512-x', resolved: 'https://example.com/d.tgz' },
      'node_modules/e': { link: true },
      'node_modules/f': { version: '1.0.0', inBundle: true },
    };
    expect(uncheckedPackages(JSON.stringify({ packages }))).toEqual([
      'node_modules/b 1.0.0',
      'node_modules/c 1.0.0',
      'node_modules/d 1.0.0',
    ]);
  });
});

test('NOTICE names each package in package-lock.json that has a copyleft license', () => {
  const notice = readText('NOTICE');
  const { packages } = JSON.parse(readText('package-lock.json')) as { packages: Record<string, { readonly license?: string }> };
  const copyleft = Object.entries(packages).filter(([, { license }]) => /GPL|MPL|EPL|CDDL/.test(license ?? ''));
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
