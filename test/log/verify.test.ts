import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { hasCommand } from '../../scripts/lab/bench/load.ts';
import { logPaths } from '../../site/contract/log.ts';
import { paths } from '../../site/contract/paths.ts';
import { newestFirst } from '../../site/contract/review.ts';
import { utf8 } from '../../site/log/bytes.ts';
import { printVerifierKey } from '../../site/log/note.ts';
import { printLog, signTree } from '../../site/log/print.ts';
import { readLog } from '../../site/log/published-log.ts';
import type { Signer } from '../../site/log/signer.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { callVerifier, type VerifierResult } from './call-verifier.ts';
import { type Cosigner, cosignerOf } from './cosigner.ts';
import { type LiveSite, liveSite, nothing } from './live-site.ts';
import { publish, readerOf, reviewOf, type SiteFiles, signerOf, textOf } from './site-in-memory.ts';

let folder: string;
let live: LiveSite;
beforeAll(async () => {
  folder = temporaryFolder();
  live = await liveSite();
});
afterAll(async () => {
  await live[Symbol.asyncDispose]();
});

const program = path.join(inject('dists').minimal, 'verify.mjs');
const signer = await signerOf(1);
const reviews = ['ann', 'bob', 'cyd'].map((name) => reviewOf(name, `of ${name}`)).sort(newestFirst);
const [, bob] = reviews;
const site = await publish(new Map(), { reviews }, signer);
/** A second edition without one review, which the owner deleted from the content by hand. */
const dropped = await publish(site, { reviews: reviews.filter((review) => review !== bob), date: '2026-02-01' }, signer);
const withReviews = (of: SiteFiles, list: readonly object[]): SiteFiles =>
  new Map([...of, [paths.reviews, utf8(JSON.stringify({ reviews: list }))]]);

/** Runs the program on a site, in this process. */
async function verify(
  of: SiteFiles | undefined,
  args: readonly string[] = [],
  { hasMldsa = true, url = live.url } = {},
): Promise<VerifierResult> {
  live.answer = of ? readerOf(of) : nothing;
  return callVerifier(program, [url, ...args], { hasMldsa });
}

/** Runs the program like a reader would: in its own process, outside the repository and with a minimal environment. */
async function verifyAsReader(
  of: SiteFiles | undefined,
  args: readonly string[] = [],
  command: readonly string[] = [process.execPath],
): Promise<VerifierResult> {
  live.answer = of ? readerOf(of) : nothing;
  const [file = '', ...rest] = command;
  return new Promise((resolve) => {
    const all = [...rest, program, live.url, ...args];
    execFile(file, all, { cwd: folder, env: { PATH: process.env['PATH'], HOME: folder } }, (error, stdout) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout }),
    );
  });
}

const state = () => path.join(folder, `state-${Math.random()}.json`);

describe('verify.mjs', () => {
  test("is a single file that only imports Node's own modules", async () => {
    const text = await readFile(program, 'utf8');
    expect(text.match(/^import .*$/gm)).toEqual([
      'import { readFile, writeFile } from "node:fs/promises";',
      'import process from "node:process";',
      'import { parseArgs } from "node:util";',
    ]);
    expect(text).toMatch(/^#!\/usr\/bin\/env node\n/);
  });

  test('exits with 0 and prints how to use it with --help', async () => {
    const usage = `verify.mjs BASE_URL [--state FILE] [--policy FILE | --witness KEY ...]
verify.mjs REVIEW.tlog-proof --key KEY [--policy FILE | --witness KEY ...]
verify.mjs REVIEW.tlog-proof --policy FILE
`;
    const { code, stdout } = await verify(site, ['--help']);
    expect([code, stdout.slice(0, usage.length)]).toEqual([0, usage]);
  });

  test('exits with 0 and prints a summary if every review is in the log', async () => {
    expect(await verify(site)).toEqual({
      code: 0,
      stdout: `log reviews.example.com/log: 3 entries since 2026-01-01
signed with ${textOf(site, logPaths.key)}ever published: 3, on the site: 3
every review is in the log, and every entry without a review is explained
0 of 0 cosignatures checked: no policy
`,
    });
  });

  test('exits with 0 and counts removed reviews if their removal is explained', async () => {
    const absences = new Map([[bob?.id ?? '', { type: 'taken_down', reason: 'fake' } as const]]);
    const { code, stdout } = await verify(await publish(site, { reviews: reviews.toSpliced(1, 1), absences }, signer));
    expect([code, stdout]).toEqual([0, expect.stringContaining('\ngone: 1 taken_down (fake)\n')]);
  });

  test('exits with 1 and names a 1-star review that was deleted from the content by hand between two builds, and its entry', async () => {
    const { code, stdout } = await verify(dropped);
    expect([code, stdout]).toEqual([1, expect.stringContaining(`\nwrong: entry 3, review ${bob?.id}: withdrawn without an explanation\n`)]);
  });

  test('exits with 1 and names a 1-star review that was deleted from the published files by hand, and its entry', async () => {
    const { code, stdout } = await verify(withReviews(site, reviews.toSpliced(1, 1)));
    const entry = reviews.length - 2;
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining(`\nwrong: entry ${entry}, review ${bob?.id}: vanished: its newest entry marks it as published\n`),
    ]);
  });

  test('exits with 1 if a review differs from its entry or has none', async () => {
    const edited = await verify(withReviews(site, reviews.with(1, { ...reviews[1], text: 'Better.' } as never)));
    expect([edited.code, edited.stdout]).toEqual([
      1,
      expect.stringContaining(`review ${bob?.id}: on the site, but not as its newest entry recorded it`),
    ]);
    const invented = await verify(withReviews(site, [...reviews, reviewOf('dee', 'invented')]));
    expect([invented.code, invented.stdout]).toEqual([1, expect.stringContaining('wrong: no entry, review')]);
  });

  test('exits with 1 if the signature of the log is invalid', async () => {
    const forged = new Map([...site, [logPaths.checkpoint, utf8(textOf(site, logPaths.checkpoint).replace('\n3\n', '\n2\n'))]]);
    expect(await verify(forged)).toEqual({ code: 1, stdout: expect.stringMatching(/^wrong: log: the signature of .* is invalid\n$/) });
  });

  test('exits with 1 if the log of a public site is named after a loopback address', async () => {
    const origin = 'localhost:4530/log/2';
    const trial = await publish(new Map(), { reviews }, await signerOf(1, origin), origin);
    expect((await verify(trial)).code).toBe(0);
    const { code, stdout } = await verify(trial, [], { url: live.publicUrl });
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining(`\nwrong: log: localhost:4530/log/2 is the log of a trial on a loopback address, not of ${live.publicUrl}\n`),
    ]);
  });

  test('exits with the same code and prints the same report in its own process', async () => {
    for (const one of [site, dropped, undefined]) expect(await verifyAsReader(one)).toEqual(await verify(one));
  });

  test.each<readonly [what: string, of: SiteFiles | undefined]>([
    ['there is no log', undefined],
    ['a part of the log is missing', new Map([...site].filter(([name]) => !name.startsWith(logPaths.tiles)))],
    ['the reviews are missing', new Map([...site].filter(([name]) => name !== paths.reviews))],
    ["the reviews aren't JSON", new Map([...site, [paths.reviews, utf8('<html>')]])],
  ])('exits with 2 if %s', async (_, of) => {
    expect(await verify(of)).toEqual({ code: 2, stdout: expect.stringMatching(/^not checked: .+\n$/) });
  });

  test('exits with 2 for an unknown argument or a missing value', async () => {
    expect((await verify(site, ['--other'])).code).toBe(2);
    expect((await verify(site, ['--state'])).code).toBe(2);
  });
});

const [ann, ben, cat] = [
  cosignerOf('ann.example', 'ed25519', 1),
  cosignerOf('ben.example', 'mldsa', 2),
  cosignerOf('cat.example', 'mldsa', 3),
];
/** November 14, 2026, in seconds since 1970. */
const TIME = 1_794_614_400n;
const cosigned = (of: SiteFiles, ...lines: readonly ((text: string) => string)[]): SiteFiles => {
  const note = textOf(of, logPaths.checkpoint);
  return new Map([...of, [logPaths.checkpoint, utf8(note + lines.map((line) => line(note.slice(0, note.indexOf('\n\n') + 1))).join(''))]]);
};
const by =
  ({ cosign }: Cosigner, time = TIME) =>
  (text: string) =>
    cosign(text, time);
const threeWitnesses = `log ${textOf(site, logPaths.key)}witness a ${ann.key}
witness b ${ben.key}
witness c ${cat.key}
group g 2 a b c
quorum g
`;
async function policyFile(text: string): Promise<string> {
  const file = path.join(folder, `policy-${Math.random()}`);
  await writeFile(file, text);
  return file;
}
describe('verify.mjs --policy', () => {
  test.each<readonly [what: string, of: SiteFiles, code: number, line: string]>([
    [
      'names who has cosigned and when, if that is enough',
      cosigned(site, by(ann), by(cat, TIME + 86_400n)),
      0,
      'cosigned by 2 of 3: ann.example (November 14, 2026), cat.example (November 15, 2026); the policy asks for 2',
    ],
    [
      'exits with 1 if too few have cosigned',
      cosigned(site, by(ben)),
      1,
      'wrong: cosigned by 1 of 3: ben.example (November 14, 2026); the policy asks for 2',
    ],
    ['exits with 1 without cosignatures', site, 1, 'wrong: cosigned by 0 of 3; the policy asks for 2'],
    [
      'ignores other keys, but counts them',
      cosigned(site, by(ann, 0n), by(cosignerOf('dan.example', 'mldsa', 4))),
      1,
      'wrong: cosigned by 1 of 3: ann.example (no time); by other keys, ignored: 1; the policy asks for 2',
    ],
    [
      'prints a time that no calendar has',
      cosigned(site, by(ann, 2n ** 62n), by(ben)),
      0,
      'cosigned by 2 of 3: ann.example (4611686018427388000 seconds after 1970), ben.example (November 14, 2026); the policy asks for 2',
    ],
  ])('%s', async (_, of, code, line) => {
    const ended = await verify(of, ['--policy', await policyFile(threeWitnesses)]);
    expect([ended.code, ended.stdout.trimEnd().split('\n').at(-1)]).toEqual([code, line]);
  });

  test('exits with 1 if a cosignature of a known key is invalid, even if there are enough others', async () => {
    const { code, stdout } = await verify(
      cosigned(site, by(ann), by(cat), () => ben.cosign('another.example/log\n1\nAAAA\n', TIME).replace(/.{9}$/m, 'AAAAAAAA=')),
      ['--policy', await policyFile(threeWitnesses)],
    );
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^wrong: log: the signature of ben\.example\+.{8} is invalid$/m)]);
  });

  test('exits with 1 if the policy has another log', async () => {
    const other = printVerifierKey((await signerOf(1, 'other.example/log')).key);
    const { code, stdout } = await verify(site, ['--policy', await policyFile(`log ${other}\nquorum none\n`)]);
    expect([code, stdout]).toEqual([1, expect.stringContaining("wrong: log: the policy doesn't have the log reviews.example.com/log")]);
  });

  test('exits with 2 if the policy depends on cosignatures that can’t be checked here', async () => {
    const policy = await policyFile(threeWitnesses);
    const undecided = await verify(cosigned(site, by(ann), by(cat)), ['--policy', policy], { hasMldsa: false });
    expect([undecided.code, undecided.stdout.trimEnd().split('\n').at(-1)]).toEqual([
      2,
      "not checked: cosigned by 1 of 3: ann.example (November 14, 2026); can't be checked here: cat.example (ML-DSA-44); the policy asks for 2",
    ]);
    const missed = await verify(cosigned(site, by(ann)), ['--policy', policy], { hasMldsa: false });
    expect(missed.code).toBe(1);
    const met = await verify(cosigned(site, by(ann), by(cat)), ['--witness', ann.key], { hasMldsa: false });
    expect(met.code).toBe(0);
  });

  test('exits with 1 for an unexplained removal even if the policy is undecided', async () => {
    const { code } = await verify(cosigned(dropped, by(ann), by(cat)), ['--policy', await policyFile(threeWitnesses)], { hasMldsa: false });
    expect(code).toBe(1);
  });

  test('exits with 2 for a policy that can’t be read', async () => {
    const invalid = await verify(site, ['--policy', await policyFile('quorum everybody\n')]);
    expect(invalid).toEqual({
      code: 2,
      stdout: 'not checked: policy: line 1: no witness or group named "everybody" is defined before this line\n',
    });
    expect((await verify(site, ['--policy', path.join(folder, 'missing')])).code).toBe(2);
    expect((await verify(site, ['--witness', textOf(site, logPaths.key)])).code).toBe(2);
    expect((await verify(site, ['--policy', await policyFile(threeWitnesses), '--witness', ann.key])).code).toBe(2);
  });

  test('stores no state that the policy rejects', async () => {
    const [file, policy] = [state(), await policyFile(threeWitnesses)];
    expect((await verify(site, ['--state', file, '--policy', policy])).code).toBe(1);
    await expect(readFile(file)).rejects.toThrow('ENOENT');
    expect((await verify(cosigned(site, by(ann), by(ben)), ['--state', file, '--policy', policy])).code).toBe(0);
    expect(JSON.parse(await readFile(file, 'utf8'))).toHaveProperty('checkpoint');
  });

  test('without a policy says that no cosignature was checked', async () => {
    const { code, stdout } = await verify(cosigned(site, by(ann), by(ben)));
    expect([code, stdout]).toEqual([0, expect.stringMatching(/\n0 of 2 cosignatures checked: no policy\n$/)]);
  });
});

describe('verify.mjs --witness', () => {
  test('asks for a cosignature of each witness, by any of its keys', async () => {
    const annToo = cosignerOf('ann.example', 'mldsa', 5);
    const args = [ann, annToo, ben].flatMap(({ key }) => ['--witness', key]);
    const met = await verify(cosigned(site, by(annToo), by(ben)), args);
    expect([met.code, met.stdout.trimEnd().split('\n').at(-1)]).toEqual([
      0,
      'cosigned by 2 of 2: ann.example (November 14, 2026), ben.example (November 14, 2026); the policy asks for 2',
    ]);
    expect((await verify(cosigned(site, by(ann), by(annToo)), args)).code).toBe(1);
  });
});

/** Returns the same entries, signed by another signer. */
async function signedWith(other: Signer): Promise<SiteFiles> {
  const log = await readLog(readerOf(site));
  if (!log) throw new Error('no log');
  const same = { ...log, origin: log.checkpoint.origin };
  const files = printLog(same, await signTree(same, [other]), other, new Set());
  return new Map([...site, ...[...files].map(([name, body]) => [name, typeof body === 'string' ? utf8(body) : body] as const)]);
}

/** Logs that could have replaced the log of `site`. */
const others = {
  shorter: await publish(new Map(), { reviews: reviews.toSpliced(1, 1) }, signer),
  longer: await publish(new Map(), { reviews: [...reviews.toSpliced(1, 1), reviewOf('dee', 'd'), reviewOf('eve', 'e')] }, signer),
  'of another key': await signedWith(await signerOf(2)),
  'of another name': await publish(new Map(), { reviews }, await signerOf(1, 'reviews.example.com/log/2'), 'reviews.example.com/log/2'),
} as const;

describe('verify.mjs --state', () => {
  test('stores the checkpoint and verifies on the next run that the log continues it', async () => {
    const file = state();
    expect((await verify(site, ['--state', file])).code).toBe(0);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
      site: live.url,
      key: textOf(site, logPaths.key).trimEnd(),
      checkpoint: textOf(site, logPaths.checkpoint),
    });
    const next = await publish(site, { reviews: [...reviews, reviewOf('dee', 'new')] }, signer);
    const { code, stdout } = await verify(next, ['--state', file]);
    expect([code, stdout]).toEqual([0, expect.stringContaining(`the log continues the checkpoint of 3 entries in ${file}\n`)]);
    expect(JSON.parse(await readFile(file, 'utf8')).checkpoint).toBe(textOf(next, logPaths.checkpoint));
  });

  test.each<readonly [what: keyof typeof others, found: RegExp]>([
    ['shorter', /^wrong: the log has 2 entries, but had 3\. Both checkpoints are signed:$/m],
    ['longer', /^wrong: the first 3 entries have changed\./m],
    ['of another key', /^wrong: the key has changed without an entry\./m],
    ['of another name', /^wrong: the log is now reviews\.example\.com\/log\/2 instead of reviews\.example\.com\/log\./m],
  ])('exits with 1, prints both checkpoints and keeps the old one if the log was replaced by another one (%s)', async (what, found) => {
    const [of, file] = [others[what], state()];
    await verify(site, ['--state', file]);
    const kept = await readFile(file, 'utf8');
    const { code, stdout } = await verify(of, ['--state', file]);
    expect([code, stdout]).toEqual([1, expect.stringMatching(found)]);
    expect(stdout).toContain(textOf(site, logPaths.checkpoint));
    expect(stdout).toContain(textOf(of, logPaths.checkpoint));
    expect(await readFile(file, 'utf8')).toBe(kept);
  });

  test("exits with 2 for a file that it didn't write", async () => {
    const file = state();
    await writeFile(file, '{}');
    expect(await verify(site, ['--state', file])).toEqual({ code: 2, stdout: `not checked: ${file} is not a state file\n` });
  });
});

describe.each<readonly [name: string, command: readonly string[]]>([
  ['deno', ['deno', 'run', '--allow-net', '--allow-read', '--allow-write', '--allow-env']],
  ['bun', ['bun']],
])('verify.mjs in %s', async (name, command) => {
  test.skipIf(!(await hasCommand(name)))('exits with the same code and prints the same report as in Node', async () => {
    for (const one of [site, dropped, undefined]) {
      const { code, stdout } = await verifyAsReader(one, [], command);
      const expected = await verify(one);
      expect([code, one && stdout]).toEqual([expected.code, one && expected.stdout]);
    }
  });
});
