import { createHash, createPublicKey, verify } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { logPaths } from '../../site/contract/log.ts';
import { toBase64 } from '../../site/log/bytes.ts';
import { consistencyProof } from '../../site/log/merkle.ts';
import { printTreeHead, printVerifierKey, readCheckpoint, readNote, readVerifierKey, verifyNote } from '../../site/log/note.ts';
import { readLog } from '../../site/log/published-log.ts';
import { followingWitness } from './following-witness.ts';
import { SiteFarm } from './site-farm.ts';
import { publish, readerOf, reviewOf, type SiteFiles, signerOf, textOf } from './site-in-memory.ts';

const ORIGIN = 'acme.example/log';
const signer = await signerOf(1, ORIGIN);
const KEY = printVerifierKey(signer.key);
const farm = await new SiteFarm().start();
afterAll(() => farm[Symbol.asyncDispose]());

const reviews = (count: number, text = 'good') => Array.from({ length: count }, (_, index) => reviewOf(`r${index}`, text));
const grow = (site: SiteFiles, count: number, text?: string) => publish(site, { reviews: reviews(count, text) }, signer, ORIGIN);
const none: SiteFiles = new Map();
const three = await grow(none, 3);
const five = await grow(three, 5);
const otherThree = await grow(none, 3, 'bad');
const otherFive = await grow(otherThree, 5, 'bad');
const checkpointOf = (site: SiteFiles) => textOf(site, logPaths.checkpoint);

/** Returns a body for add-checkpoint that continues from `old`. */
async function submission(site: SiteFiles, old: number): Promise<string> {
  const log = await readLog(readerOf(site));
  const proof = log ? await consistencyProof(log.levels, old, log.checkpoint.size) : [];
  return `old ${old}\n${proof.map((hash) => `${toBase64(hash)}\n`).join('')}\n${checkpointOf(site)}`;
}

/** Starts a witness of a site that publishes nothing yet, so the witness only knows what is submitted. */
async function witnessOf(site: SiteFiles = none) {
  farm.odd.clear();
  farm.sites.set('acme', site);
  const witness = await followingWitness(farm, [['acme', KEY]]);
  await witness.look();
  return witness;
}

describe('add-checkpoint (tlog-witness)', () => {
  const refusals: readonly (readonly [what: string, status: number, body: () => Promise<string>])[] = [
    ['no body', 400, async () => ''],
    ['no old size', 400, async () => `\n${checkpointOf(five)}`],
    ['an old size with a leading zero', 400, async () => (await submission(five, 3)).replace('old 3', 'old 03')],
    ['lines that end with CRLF', 400, async () => (await submission(five, 3)).replaceAll('\n', '\r\n')],
    ['no signatures', 400, async () => `old 3\n\n${printTreeHead(readCheckpoint(checkpointOf(five)))}`],
    ['a hash that is not base64', 400, async () => (await submission(five, 3)).replace('\n', '\n?\n')],
    ['a hash of another length', 400, async () => (await submission(five, 3)).replace('\n', '\nAAAA\n')],
    ['more than 63 hashes', 400, async () => (await submission(five, 3)).replace('\n', `\n${`${'A'.repeat(43)}=\n`.repeat(64)}`)],
    ['an old size above the size', 400, async () => (await submission(three, 3)).replace('old 3', 'old 4')],
    ['a body of a megabyte', 413, async () => 'x'.repeat(1_000_000)],
    [
      'another log',
      404,
      async () => submission(await publish(none, { reviews: reviews(5) }, await signerOf(1, 'b.example/log'), 'b.example/log'), 3),
    ],
    [
      'a signature of another key',
      403,
      async () => submission(await publish(none, { reviews: reviews(5) }, await signerOf(2, ORIGIN), ORIGIN), 3),
    ],
    [
      'an altered root',
      403,
      async () =>
        (await submission(five, 3)).replace(
          toBase64(readCheckpoint(checkpointOf(five)).root),
          toBase64(readCheckpoint(checkpointOf(otherFive)).root),
        ),
    ],
    ['an old size that is not the last one', 409, async () => submission(five, 2)],
    ['old size 0', 409, async () => submission(five, 0)],
    ['no proof', 422, async () => (await submission(five, 3)).replace(/(?<=\n).*?\n(?=\n)/s, '')],
    ['a proof with a changed hash', 422, async () => (await submission(five, 3)).replace(/(?<=\n).*?=\n/, `${'A'.repeat(43)}=\n`)],
    ['a larger log with another past', 422, async () => submission(otherFive, 3)],
  ];

  test('refuses what is malformed, unknown, unsigned or inconsistent, and signs nothing for it', async () => {
    await using witness = await witnessOf();
    expect(await (await witness.add(await submission(three, 0))).status).toBe(200);
    const before = await witness.monitored(ORIGIN);
    for (const [what, status, body] of refusals) {
      const response = await witness.add(await body());
      expect([what, response.status]).toEqual([what, status]);
      if (status === 409) expect([response.headers.get('content-type'), await response.text()]).toEqual(['text/x.tlog.size', '3\n']);
    }
    expect(await witness.monitored(ORIGIN)).toBe(before);
    expect(await witness.report(ORIGIN)).not.toMatch(/Held back/);
    expect((await witness.add(await submission(five, 3))).status).toBe(200);
    expect((await witness.add(await submission(five, 5))).status).toBe(200);
    expect((await fetch(`${witness.url}/add-checkpoint`)).status).toBe(405);
  });

  test('accepts an empty log only with the root of the empty tree, and a proof from nothing only if it is empty', async () => {
    await using witness = await witnessOf();
    const sign = (text: string) => `${text}\n${signer.sign(text)}`;
    const empty = printTreeHead({ origin: ORIGIN, size: 0, root: new Uint8Array(createHash('sha256').digest()) });
    const statusOf = async (body: string) => (await witness.add(body)).status;
    expect(await statusOf(`old 0\n\n${sign(printTreeHead({ origin: ORIGIN, size: 0, root: new Uint8Array(32) }))}`)).toBe(422);
    expect(await statusOf(`old 0\n\n${sign(empty)}`)).toBe(200);
    expect(await statusOf(`old 0\n${'A'.repeat(43)}=\n\n${checkpointOf(three)}`)).toBe(422);
    expect(await statusOf(await submission(three, 0))).toBe(200);
  });

  test('returns a cosignature of each kind, which verify as tlog-cosignature describes them', async () => {
    await using witness = await witnessOf();
    const lines = await (await witness.add(await submission(three, 0))).text();
    const { text } = readNote(checkpointOf(three));
    const { size, root } = readCheckpoint(checkpointOf(three));
    const [ed25519 = '', mldsa = ''] = lines.split('\n').map((line) => line.split(' ')[2] ?? '');
    const spki = { 4: '302a300506032b6570032100', 6: '30820532300b06096086480165030403110382052100' } as const;
    const length = (text_: string) => Buffer.concat([Buffer.of(text_.length), Buffer.from(text_)]);
    const uint64 = (value: number) => Buffer.from(value.toString(16).padStart(16, '0'), 'hex');
    for (const [line, type] of [
      [ed25519, 4],
      [mldsa, 6],
    ] as const) {
      const bytes = Buffer.from(line, 'base64');
      const time = Number(bytes.readBigUInt64BE(4));
      expect(time).toBe(witness.clock.now() / 1000);
      const material = Buffer.from(
        witness.keys.verifierKeys
          .find((key) => key.includes(`+${bytes.subarray(0, 4).toString('hex')}+`))
          ?.split('+')
          .slice(2)
          .join('+') ?? '',
        'base64',
      );
      expect(material[0]).toBe(type);
      const key = createPublicKey({
        key: Buffer.concat([Buffer.from(spki[type], 'hex'), material.subarray(1)]),
        format: 'der',
        type: 'spki',
      });
      const message =
        type === 4
          ? Buffer.from(`cosignature/v1\ntime ${time}\n${text}`)
          : Buffer.concat([
              Buffer.from('subtree/v1\n\0'),
              length('w1.example'),
              uint64(time),
              length(ORIGIN),
              uint64(0),
              uint64(size),
              root,
            ]);
      expect(verify(null, message, key, bytes.subarray(12))).toBe(true);
    }
    const monitored = String(await witness.monitored(ORIGIN));
    expect(monitored).toBe(checkpointOf(three) + lines);
    expect(await verifyNote(readNote(monitored), await Promise.all([KEY, ...witness.keys.verifierKeys].map(readVerifierKey)))).toHaveLength(
      3,
    );
  });

  test('of concurrent submissions from the same size, signs one', async () => {
    await using witness = await witnessOf();
    await witness.add(await submission(three, 0));
    const bodies = [await submission(five, 3), await submission(await grow(three, 4), 3), await submission(five, 3)];
    const responses = await Promise.all(bodies.map((body) => witness.add(body)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test('limits each log to 60 requests per minute, and no other', async () => {
    farm.sites.set('b', none);
    const other = await signerOf(2, 'b.example/log');
    await using witness = await followingWitness(farm, [
      ['acme', KEY],
      ['b', printVerifierKey(other.key)],
    ]);
    const body = await submission(three, 0);
    const statuses = await Promise.all(Array.from({ length: 80 }, async () => (await witness.add(body)).status));
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    const b = await publish(none, { reviews: reviews(2) }, other, 'b.example/log');
    expect((await witness.add(await submission(b, 0))).status).toBe(200);
  });
});

describe('following a log', () => {
  test('signs what only grew, reads only the tiles that it needs, and costs a 304 while nothing changes', async () => {
    await using witness = await witnessOf(three);
    expect(readCheckpoint(String(await witness.monitored(ORIGIN))).size).toBe(3);
    farm.sites.set('acme', five);
    farm.requests.length = 0;
    await witness.look();
    expect(readCheckpoint(String(await witness.monitored(ORIGIN))).size).toBe(5);
    expect(farm.requests).toEqual([
      { path: '/acme/log/checkpoint', status: 200 },
      { path: '/acme/log/tile/0/000.p/5', status: 200 },
    ]);
    farm.requests.length = 0;
    for (let minutes = 0; minutes < 20; minutes += 5) {
      witness.clock.advance(300_000);
      await witness.look();
    }
    expect(farm.requests.map(({ status }) => status)).toEqual([304, 304, 304, 304]);
    expect(await witness.report(ORIGIN)).toContain('Signed: 5 entries, 2026-01-01 00:00 UTC Last look: 2026-01-01 00:20 UTC');
    expect(await witness.page()).toContain('None is in trouble.');
  });

  test('holds a log back for good that has forked, rolled back or changed its key or name, and shows both checkpoints', async () => {
    const rekeyed = await publish(none, { reviews: reviews(6) }, await signerOf(3, ORIGIN), ORIGIN);
    const renamed = await publish(none, { reviews: reviews(6) }, await signerOf(3, 'x.example/log'), 'x.example/log');
    const cases: readonly (readonly [site: SiteFiles, found: string, first?: string])[] = [
      [otherFive, 'the log has forked: its first 3 entries have changed'],
      [otherThree, 'the log has forked: its first 3 entries have changed'],
      [rekeyed, 'the log has another key'],
      [renamed, 'the address has another log, x.example/log'],
      [
        await grow(none, 2),
        'the log has 2 entries, but had 3: it has rolled back',
        'Trouble since 2026-01-01 00:00 UTC: the log has 2 entries, but had 3.',
      ],
    ];
    for (const [site, found, first] of cases) {
      await using witness = await witnessOf(three);
      const monitored = String(await witness.monitored(ORIGIN));
      farm.sites.set('acme', site);
      await witness.look();
      if (first) {
        expect(await witness.report(ORIGIN)).toContain(first);
        expect(await witness.report(ORIGIN)).toContain(checkpointOf(site));
        for (let minutes = 0; minutes <= 60; minutes += 5) {
          witness.clock.advance(300_000);
          await witness.look();
        }
      }
      const report = await witness.report(ORIGIN);
      expect(report).toContain(`: ${found}. The witness signs nothing of this log until a person has decided.`);
      expect(report).toContain(checkpointOf(three));
      expect(report).toContain(checkpointOf(site));
      // Even if it continues correctly, nothing is signed, and nobody asks the log any more.
      farm.sites.set('acme', five);
      farm.requests.length = 0;
      await witness.look();
      expect(farm.requests).toEqual([]);
      expect((await witness.add(await submission(five, 3))).status).toBe(403);
      expect(await witness.monitored(ORIGIN)).toBe(monitored);
      // A person decides.
      expect(witness.store.resume(ORIGIN)).toBe(true);
      await witness.look();
      expect(readCheckpoint(String(await witness.monitored(ORIGIN))).size).toBe(5);
      expect(await witness.report(ORIGIN)).not.toMatch(/Held back|Trouble/);
    }
  });

  test('a checkpoint that was submitted and never published is trouble after a day, and no rollback', async () => {
    await using witness = await witnessOf(three);
    expect((await witness.add(await submission(five, 3))).status).toBe(200);
    await witness.look();
    expect(await witness.report(ORIGIN)).not.toContain('Trouble');
    for (let hours = 0; hours <= 48; hours += 4) {
      witness.clock.advance(4 * 3_600_000);
      await witness.look();
    }
    expect(await witness.report(ORIGIN)).toContain('Trouble since 2026-01-02 00:00 UTC: the log has 3 entries, but submitted 5.');
    farm.sites.set('acme', five);
    await witness.look();
    expect(await witness.report(ORIGIN)).not.toContain('Trouble');
  });

  test('a log that is resumed without having come back is held back again', async () => {
    await using witness = await witnessOf(three);
    farm.sites.set('acme', otherFive);
    await witness.look();
    witness.store.resume(ORIGIN);
    await witness.look();
    expect(await witness.report(ORIGIN)).toContain('Held back since');
    expect(readCheckpoint(String(await witness.monitored(ORIGIN))).size).toBe(3);
  });

  test('two checkpoints of the same size are evidence, whoever submits the second one', async () => {
    await using witness = await witnessOf(three);
    expect((await witness.add(await submission(otherThree, 3))).status).toBe(422);
    expect(await witness.report(ORIGIN)).toContain('its first 3 entries have changed');
    // Now it is held back.
    for (const site of [otherThree, five]) expect((await witness.add(await submission(site, 3))).status).toBe(403);
  });

  test('what may pass is only trouble: the log is signed as soon as it is whole again', async () => {
    const tile = '/log/tile/0/000.p/5';
    const damaged = new Map(five).set(tile, new Uint8Array(160));
    const cases: readonly (readonly [found: string, site: SiteFiles, odd?: Parameters<typeof farm.odd.set>[1]])[] = [
      [`${farm.addressOf('acme')}/log/checkpoint answered 500`, five, (response) => response.writeHead(500).end()],
      [
        `${farm.addressOf('acme')}/log/checkpoint answered 302`,
        five,
        (response) => response.writeHead(302, { Location: '/b/log/checkpoint' }).end(),
      ],
      [`${farm.addressOf('acme')}/log/checkpoint is longer than 65536 bytes`, five, (response) => response.end(Buffer.alloc(65_537, 'x'))],
      [`${farm.addressOf('acme')}${tile} answered 404`, new Map([...five].filter(([name]) => name !== tile))],
      [`${tile} has 32 bytes instead of 160`, new Map(five).set(tile, new Uint8Array(32))],
      ["the tiles don't match the checkpoint", damaged],
      ['log: invalid signed note', new Map([[logPaths.checkpoint, Buffer.from('<!doctype html>')]])],
      [
        "the checkpoint isn't signed with the key of the log",
        new Map([[logPaths.checkpoint, Buffer.from(checkpointOf(five).replace('\n5\n', '\n6\n'))]]),
      ],
    ];
    for (const [found, site, odd] of cases) {
      await using witness = await witnessOf(three);
      farm.sites.set('acme', site);
      if (odd) farm.odd.set('acme', odd);
      await witness.look();
      expect(await witness.report(ORIGIN)).toContain(`Trouble since 2026-01-01 00:00 UTC: ${found}.`);
      expect(readCheckpoint(String(await witness.monitored(ORIGIN))).size).toBe(3);
      farm.odd.clear();
      farm.sites.set('acme', five);
      await witness.look();
      expect(readCheckpoint(String(await witness.monitored(ORIGIN))).size).toBe(5);
      expect(await witness.report(ORIGIN)).not.toContain('Trouble');
    }
  });

  test('a log that never answers delays no other', async () => {
    const other = await signerOf(2, 'b.example/log');
    farm.sites.set('acme', three);
    farm.sites.set('b', await publish(none, { reviews: reviews(2) }, other, 'b.example/log'));
    const hanging = Promise.withResolvers<void>();
    farm.odd.set('acme', () => hanging.resolve());
    await using witness = await followingWitness(farm, [
      ['acme', KEY],
      ['b', printVerifierKey(other.key)],
    ]);
    await hanging.promise;
    await witness.logs[1]?.look();
    expect(readCheckpoint(String(await witness.monitored('b.example/log'))).size).toBe(2);
    expect(await witness.monitored(ORIGIN)).toBe(404);
  });
});

test('the page escapes what logs publish', async () => {
  const evil = '<img/src=x>/log';
  const site = await publish(none, { reviews: reviews(4) }, await signerOf(3, evil), evil);
  await using witness = await witnessOf(three);
  farm.sites.set('acme', site);
  await witness.look();
  const response = await fetch(witness.url);
  expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; style-src 'unsafe-inline'");
  const page = await response.text();
  expect(page).toContain('&lt;img/src=x&gt;/log');
  expect(page).not.toMatch(/<img|<script/);
});

describe('the keys', () => {
  const start = (folder: string) => followingWitness(farm, [['acme', KEY]], 'w1.example', folder);

  test('are made at the first start, readable only by their owner, and kept', async () => {
    const first = await witnessOf(three);
    expect(first.keys.made).toBe('first start');
    for (const file of ['keys.json', 'witness.sqlite']) expect((await stat(path.join(first.folder, file))).mode & 0o777).toBe(0o600);
    await first[Symbol.asyncDispose]();
    await using second = await start(first.folder);
    expect([second.keys.made, second.keys.verifierKeys]).toEqual([undefined, first.keys.verifierKeys]);
  });

  test.each([
    ['without its keys', ['keys.json']],
    ['without its database', ['witness.sqlite', 'witness.sqlite-wal', 'witness.sqlite-shm']],
  ])('of a witness that is restored %s are new ones, and what it knows of the logs stays', async (_, lost) => {
    const first = await witnessOf(three);
    await first[Symbol.asyncDispose]();
    for (const file of lost) await rm(path.join(first.folder, file), { force: true });
    await using second = await start(first.folder);
    expect(second.keys.made).toBe('restored');
    expect(second.keys.verifierKeys.some((key) => first.keys.verifierKeys.includes(key))).toBe(false);
    await second.look();
    // The old keys' cosignatures are gone, and the new keys have signed the same head.
    const keys = await Promise.all(second.keys.verifierKeys.map(readVerifierKey));
    expect(await verifyNote(readNote(String(await second.monitored(ORIGIN))), keys)).toHaveLength(2);
    if (lost.includes('keys.json')) expect((await second.add(await submission(otherFive, 3))).status).toBe(422);
  });

  test('of another database are replaced', async () => {
    const [one, two] = [await witnessOf(three), await witnessOf(three)];
    await one[Symbol.asyncDispose]();
    await two[Symbol.asyncDispose]();
    await writeFile(path.join(one.folder, 'keys.json'), await readFile(path.join(two.folder, 'keys.json')));
    await using third = await start(one.folder);
    expect(third.keys.made).toBe('restored');
    expect((await readdir(third.folder)).filter((name) => name.startsWith('keys'))).toEqual(['keys.json']);
  });
});
