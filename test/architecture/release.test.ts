import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from '../support/run-script.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly needs?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const text = read('.github/workflows/release.yml');
const workflow = parse(text, { uniqueKeys: true }) as {
  readonly on: object;
  readonly permissions: object;
  readonly jobs: Readonly<Record<'package' | 'npm' | 'image', Job>>;
};
const { package: packing, npm, image } = workflow.jobs;
const commands = ({ steps }: Job) => steps.flatMap(({ run }) => (run === undefined ? [] : [run]));

// GitHub Actions can't run here, so this runs only the check of the tag and compares the rest of the workflow.
describe('the release workflow', () => {
  test('runs for version tags and fails unless the tag matches package.json', () => {
    expect(workflow.on).toEqual({ push: { tags: ['v*'] } });
    const [check = ''] = commands(packing);
    const { version } = JSON.parse(read('package.json'));
    const call = (tag: string) => spawnSync('bash', ['-ec', check], { cwd: root, env: { ...process.env, GITHUB_REF_NAME: tag } }).status;
    expect([call(`v${version}`), call('v0.0.1'), call(version)]).toEqual([0, 1, 1]);
  });

  test('packs and tests the tarball before publishing anything', () => {
    expect(commands(packing).slice(1)).toEqual(['npm ci', 'npm pack', 'TARBALL=$(ls open-reviews-*.tgz) npm test -- --release']);
    expect(packing.steps.at(-1)?.with).toEqual({ name: 'package', path: 'open-reviews-*.tgz' });
    for (const { needs, steps } of [npm, image]) {
      expect(needs).toBe('package');
      expect(steps.find(({ uses }) => uses?.startsWith('actions/download-artifact@'))?.with).toEqual({ name: 'package' });
    }
  });

  test('gives each job only the permissions and secrets it needs', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    expect([packing, npm, image].map(({ permissions }) => permissions)).toEqual([
      undefined,
      { 'id-token': 'write' },
      { contents: 'read', packages: 'write' },
    ]);
    expect(text.match(/secrets\.\w+/g)).toEqual(['secrets.GITHUB_TOKEN']);
  });

  test('publishes with provenance from the repository in package.json', () => {
    // Trusted publishing needs npm 11.5.1 or newer, and adds the provenance itself.
    expect(commands(npm)).toEqual(['npx --yes npm@11.19.1 publish ./open-reviews-*.tgz --access public']);
    const { repository, homepage, bugs, publishConfig } = JSON.parse(read('package.json'));
    const address = /^git\+(https:\/\/github\.com\/[\w-]+\/[\w-]+)\.git$/.exec(repository.url)?.[1];
    expect([homepage, bugs, publishConfig]).toEqual([`${address}#readme`, `${address}/issues`, { access: 'public', provenance: true }]);
  });

  test('builds the image from the Dockerfile for amd64 and arm64', () => {
    expect(image.steps.at(-1)?.with).toMatchObject({ file: 'scripts/deploy/Dockerfile', platforms: 'linux/amd64,linux/arm64' });
  });

  test('pins each action by the commit of its version, the same one everywhere', () => {
    const files = ['.github/workflows/ci.yml', '.github/workflows/release.yml', 'scripts/new/template/github/workflows/publish.yml'];
    const used = files.flatMap((file) => [...read(file).matchAll(/uses: (.*)/g)].map(([, action = '']) => action));
    expect(used).toEqual(used.map(() => expect.stringMatching(/^(?:actions|docker)\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)));
    const pins = new Set(used);
    expect(new Set([...pins].map((pin) => pin.split('@')[0])).size).toBe(pins.size);
  });
});
