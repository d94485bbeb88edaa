import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { packProject } from '../support/pack.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const checkout = path.join(temporaryFolder(), 'checkout');
let tarball: string;
beforeAll(async () => {
  tarball = await packProject(checkout);
});

describe('the tarball', () => {
  const paths = () =>
    execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' })
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [line.replace(/^package\//, '')]));

  test('has compiled code, and what is read beside it, of the site, the sidecar and the commands', () => {
    const found = paths();
    expect(found.filter((file) => !file.startsWith('lib/')).toSorted()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'NOTICE',
      'README.md',
      'package.json',
    ]);
    expect([...new Set(found.flatMap((file) => /^lib\/\w+/.exec(file) ?? []))].toSorted()).toEqual([
      'lib/scripts',
      'lib/sidecar',
      'lib/site',
    ]);
    expect(found).toEqual(
      expect.arrayContaining([
        'lib/site/integration.d.ts',
        'lib/site/integration.js',
        'lib/site/integration.js.map',
        'lib/site/pages/index.astro',
        'lib/site/browser/embed.js',
        'lib/site/analysis/model/weights.json',
        'lib/scripts/new/template/business.yaml',
      ]),
    );
  });

  test('has no tests, lab, screenshots, texts to learn from, or TypeScript that Node would have to strip', () => {
    expect(paths().filter((file) => /\b(?:test|lab|practice|gold|fixtures)\/|\.(?:png|jsonl)$|(?<!\.d)\.ts$/.test(file))).toEqual([]);
  });

  test('is at most 3 MB', () => {
    expect(statSync(tarball).size).toBeLessThanOrEqual(3_000_000);
  });

  test('runs no script of ours where it is installed, and brings no tools for development', () => {
    const { scripts, dependencies } = JSON.parse(readFileSync(path.join(checkout, 'package.json'), 'utf8')) as Record<
      string,
      Readonly<Record<string, string>>
    >;
    const names = Object.keys({ ...scripts, ...dependencies });
    expect(names.filter((name) => /^(?:(?:pre|post)?install|node|typescript|vitest|playwright)$/.test(name))).toEqual([]);
  });
});
