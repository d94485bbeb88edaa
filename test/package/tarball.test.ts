import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Packed, packProject } from '../support/pack.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let packed: Packed;
beforeAll(async () => {
  packed = await packProject(temporaryFolder());
});

describe('the tarball', () => {
  const contents = () =>
    readdirSync(packed.contents, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(packed.contents, path.join(entry.parentPath, entry.name)));

  test('contains the compiled site, sidecar and commands, and the files that they read', () => {
    const found = contents();
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
        'lib/scripts/astro/integration.d.ts',
        'lib/scripts/astro/integration.js',
        'lib/scripts/astro/integration.js.map',
        'lib/site/pages/index.astro',
        'lib/site/browser/embed.js',
        'lib/site/analysis/model/weights.json.br',
        'lib/scripts/new/template/business.yaml',
        'lib/scripts/new/template/gitignore',
        'lib/scripts/new/template/github/workflows/publish.yml',
        'lib/scripts/deploy/systemd/reviews.service',
      ]),
    );
  });

  test('contains no tests, lab, screenshots, training texts or TypeScript sources', () => {
    expect(contents().filter((file) => /\b(?:test|lab|practice|gold|fixtures)\/|\.(?:png|jsonl)$|(?<!\.d)\.ts$/.test(file))).toEqual([]);
  });

  test('is at most 3 MB', () => {
    expect(statSync(packed.tarball).size).toBeLessThanOrEqual(3_000_000);
  });

  test('has no install scripts, and doesn’t depend on development tools', () => {
    const { scripts, dependencies } = JSON.parse(readFileSync(path.join(packed.contents, 'package.json'), 'utf8')) as Record<
      string,
      Readonly<Record<string, string>>
    >;
    const names = Object.keys({ ...scripts, ...dependencies });
    expect(names.filter((name) => /^(?:(?:pre|post)?install|node|typescript|vitest|playwright)$/.test(name))).toEqual([]);
  });
});
