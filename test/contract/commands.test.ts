import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { callProgram, callScript } from '../support/call-command.ts';
import { releaseTest, withReleaseCases } from '../support/release-test.ts';
import { NOBODY, root, runFile, runScript, startScript } from '../support/run-script.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let folder: string;
beforeAll(async () => {
  folder = temporaryFolder();
});

const minimal = path.join(root, 'test/fixtures/minimal');

const { preprepare, prepack, ...scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).scripts as Record<
  string,
  string
>;
/** The scripts in package.json with their arguments. `isCalled` are those that can run in this process. */
const packageScripts = Object.entries(scripts).map(([name, text]) => {
  const [, file = '', ...given] = text.split(' ');
  return { name, file, given, isCalled: file === 'scripts/open-reviews.ts' && given[0] !== 'build' };
});
const usage = { stderr: '', stdout: expect.stringMatching(/^(?:npm|node|open-reviews) /) };

test('every command of the program in package.json prints its usage for --help', async () => {
  for (const { name, given } of packageScripts.filter(({ isCalled }) => isCalled))
    expect([name, await callProgram(root, [...given, '--help'])]).toMatchObject([name, usage]);
});

releaseTest('build and the scripts for developers in package.json print their usage for --help', async () => {
  for (const { name, file, given } of packageScripts.filter(({ isCalled }) => !isCalled))
    expect([name, await runFile(file, {}, [...given, '--help'])]).toMatchObject([name, usage]);
});

describe('a command that can’t do its job prints the reason and fails', () => {
  test('serve without a build', async () => {
    expect(await callScript('serve', { PORT: '0', DIST_DIR: `${folder}/none`, DATA_DIR: `${folder}/data` })).toEqual({
      code: 1,
      stdout: '',
      stderr: `serve: there is no build in ${folder}/none; run DIST_DIR='${folder}/none' DATA_DIR='${folder}/data' npm run build first\n`,
    });
  });

  test('sidecar without a build', async () => {
    expect(await callScript('sidecar', { PORT: '0', DIST_DIR: `${folder}/none`, DATA_DIR: `${folder}/data` })).toEqual({
      code: 1,
      stdout: '',
      stderr: `sidecar: nothing to serve at ${folder}/none; run DIST_DIR='${folder}/none' DATA_DIR='${folder}/data' npm run build first, or set DATASET_URL\n`,
    });
  });

  test('sidecar with an unreachable DATASET_URL', async () => {
    expect(await callScript('sidecar', { PORT: '0', DATASET_URL: NOBODY })).toEqual({
      code: 1,
      stdout: '',
      stderr: `sidecar: nothing to serve at ${NOBODY}; check DATASET_URL and that the site is published\n`,
    });
  });

  test.each(['serve', 'sidecar', 'start'] as const)('%s on a port in use', async (script) => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    // Start would handle the signals of this process.
    const variables = { PORT: port, DIST_DIR: inject('dists').minimal, CONTENT_DIR: minimal };
    const result = await (script === 'start' ? runScript(script, variables) : callScript(script, variables));
    other.close();
    expect(result).toEqual({
      code: 1,
      stdout: expect.not.stringContaining('serving'),
      stderr: `server: port ${port} on 127.0.0.1 is in use; stop the program that uses it, or set PORT to another one\n`,
    });
  });

  test('build with a DIST_DIR inside a file', async () => {
    await writeFile(`${folder}/file`, '');
    const result = await callScript('build', { BASE_URL: NOBODY, CONTENT_DIR: minimal, DIST_DIR: `${folder}/file/dist` });
    expect(result).toEqual({
      code: 1,
      stdout: '',
      stderr: `build: cannot write into ${folder}/file/.dist (ENOTDIR); set DIST_DIR to a path whose folder is writable\n`,
    });
  });

  test('build of invalid content, naming all problems and leaving no files behind', async () => {
    const content = `${folder}/broken`;
    await mkdir(content);
    await writeFile(`${content}/business.yaml`, 'name: Broken\nphone: 1\n');
    await writeFile(`${content}/services.yaml`, '- id: A B\n  name: X\n');
    const result = await callScript('build', { BASE_URL: NOBODY, CONTENT_DIR: content, DIST_DIR: `${folder}/broken-dist` });
    expect(result).toEqual({
      code: 1,
      stdout: '',
      stderr: `content: 2 problems
  ${content}/business.yaml:2 phone: found the unknown key "phone"; write telephone instead
  ${content}/services.yaml:1 [0].id: found "A B"; write lower-case letters, digits and hyphens, such as deep-cleaning
`,
    });
    expect(await readdir(folder)).not.toContain('broken-dist');
  });

  test('serve with several invalid variables, naming all of them', async () => {
    const result = await callScript('serve', { PORT: 'http', BASE_URL: 'example.com', RATE_LIMIT: '-1', LOG: 'loud' });
    expect(result).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'environment: PORT=http: write a whole number from 0 to 65535; BASE_URL=example.com: write an address such as https://reviews.example.com or https://example.com/customers, whose path has letters, digits, "-", "." and "_"; RATE_LIMIT=-1: write a whole number from 0 to 1000000; LOG=loud: write "off" or "requests"\n',
    });
  });

  test('serve with an invalid TRUST_PROXY', async () => {
    const result = await callScript('serve', { PORT: '0', DIST_DIR: inject('dists').minimal, TRUST_PROXY: 'everyone' });
    expect(result).toEqual({
      code: 1,
      stdout: '',
      stderr: 'environment: TRUST_PROXY=everyone: write a number of hops, "loopback", or a list of addresses and ranges\n',
    });
  });
});

/** Returns the generation folders of a site in `folder`. */
const generationsIn = async (site: string) => (await readdir(`${folder}/${site}/.dist`)).filter((name) => !name.startsWith('.'));

test('build prints what it published, what it left out, and that no hub is running', async () => {
  const dist = `${folder}/told/dist`;
  const variables = { BASE_URL: NOBODY, CONTENT_DIR: path.join(root, 'test/fixtures/corner shop'), DIST_DIR: dist };
  const first = await callScript('build', variables);
  expect(first).toEqual({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(
      /^Corner <Shop> & Søn "Electric": 11 reviews, 2022-02-28 to 2024-03-01\nverified: 11 vouched\nleft out: 2 not verified\nno earlier publication was found, in .*told\/dist or at http:\/\/reviews\.localhost:9; every Last-Modified is the time of this build\nlog: trial begun as reviews\.localhost:9\/log; the public log begins with the first build for a public BASE_URL\nlog: 11 entries, 11 new \(11 added\)\n.*told\/dist: generation [0-9a-f]{16}, new; 14\d\d files, \d\.\d MB \(\d\.\d MB if identical files count once\), the largest \/openapi\.json with 0\.2 MB\nwarning: the hub at http:\/\/reviews\.localhost:9\/api\/websub\/hub isn't running; it will notify subscribers when it starts\n$/,
    ),
  });
  expect((await generationsIn('told')).length).toBe(1);
});

test('build keeps earlier generations, and --purge removes them', async () => {
  const content = `${folder}/purged content`;
  await mkdir(content);
  const build = async (name: string, ...args: readonly string[]) => {
    await writeFile(`${content}/business.yaml`, `name: ${name}\n`);
    const variables = { BASE_URL: NOBODY, CONTENT_DIR: content, DIST_DIR: `${folder}/purged/dist` };
    return callScript('build', variables, args);
  };
  await build('First');
  await build('Second');
  expect((await generationsIn('purged')).length).toBe(2);
  expect((await build('Second', '--purge')).stdout).toMatch(/nothing changed; .*\n.*\npurged: 1 older generation\n$/s);
  expect((await generationsIn('purged')).length).toBe(1);
  expect((await readdir(`${folder}/purged/dist`)).length).toBeGreaterThan(10);
});

test('build refuses unknown options', async () => {
  const { code, stderr } = await callScript('build', { BASE_URL: NOBODY }, ['--purg']);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^build: Unknown option '--purg'/)]);
});

releaseTest('start says what it builds, and warns about an unusable DATA_DIR even if the build fails', async () => {
  const variables = { PORT: '0', CONTENT_DIR: `${folder}/no content`, DIST_DIR: `${folder}/unbuilt`, DATA_DIR: '/dev/null/data' };
  const { code, stdout } = await runScript('start', variables);
  expect(stdout).toContain(`building ${folder}/no content ...\n`);
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
  expect([code, lines.map((line) => JSON.parse(line).event)]).toEqual([1, ['mcp.session_key_not_kept', 'hub.unavailable']]);
  for (const line of lines) expect(JSON.parse(line).message).toMatch(/^DATA_DIR=\/dev\/null\/data: .*set DATA_DIR to a (writable )?folder/);
});

test('serve fails if the file in CALLBACK_CA_FILE is missing', async () => {
  const result = await callScript('serve', { PORT: '0', DIST_DIR: inject('dists').minimal, CALLBACK_CA_FILE: '/nowhere/ca.pem' });
  expect([result.code, result.stderr]).toEqual([1, 'environment: CALLBACK_CA_FILE=/nowhere/ca.pem: cannot be read (ENOENT)\n']);
});

test.each<NodeJS.Signals>(withReleaseCases('serve exits with 0 on SIGINT', ['SIGTERM'], ['SIGINT']))(
  'serve exits with 0 on %s',
  async (signal) => {
    const script = startScript('serve', { PORT: '0', DIST_DIR: inject('dists').minimal });
    await script.seen(/serving/);
    script.child.kill(signal);
    expect((await script.ended).code).toBe(0);
  },
);
