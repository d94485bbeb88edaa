import { once } from 'node:events';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { logWitnesses } from '../../site/contract/log-documents.ts';
import { printVerifierKey, readCheckpoint, readNote, readVerifierKey, verifyNote } from '../../site/log/note.ts';
import { isRelease } from '../support/release-test.ts';
import { cosignerOf } from './cosigner.ts';
import { liveSite } from './live-site.ts';
import { TestWitness } from './running-witness.ts';
import { entry, KEY, Shop } from './shop.ts';
import { signerOf } from './site-in-memory.ts';

const [ann, bob, cyd] = [entry('ann'), entry('bob'), entry('cyd')];
/** A public address that has no log yet. */
const live = await liveSite();
afterAll(() => live[Symbol.asyncDispose]());
const BASE_URL = live.publicUrl;
const origin = `${new URL(BASE_URL).host}/log`;
/** The verifier key of the log there, which all shops in this file sign with the same key. */
const logKey = printVerifierKey((await signerOf(1, origin)).key);
const open = async () => {
  const witness = await new TestWitness(logKey).start();
  return { witness, shop: await Shop.open({ BASE_URL, LOG_KEY: KEY, WITNESSES: await witness.setting() }) };
};
const signatures = async (shop: Shop) => readNote(await shop.read('/log/checkpoint')).signatures.map(({ name }) => name);

test('each new checkpoint has a cosignature that verifies', async () => {
  const { witness, shop } = await open();
  await using _ = witness;
  await using __ = shop;
  for (const reviews of [[ann], [ann, bob], [ann, bob, cyd]]) {
    expect((await shop.build(reviews)).log.filter((line) => line.startsWith('warning'))).toEqual([]);
    expect(await signatures(shop)).toEqual([origin, 'witness.example/w1']);
  }
  const [key = ''] = (await witness.setting()).split(' ');
  const note = readNote(await shop.read('/log/checkpoint'));
  expect(await verifyNote(note, [await readVerifierKey(key)])).toHaveLength(1);
  // The witness finds nothing wrong with any of these builds.
  const rest = isRelease ? 7 : 2;
  for (let more = 1; more <= rest; more++) {
    const { log } = await shop.build([ann, bob, cyd, ...Array.from({ length: more }, (_, index) => entry(`more${index}`))]);
    expect(log.filter((line) => line.startsWith('warning'))).toEqual([]);
  }
  expect(witness.cosigned.map(({ size }) => size)).toEqual(Array.from({ length: 3 + rest }, (_none, index) => index + 1));
  expect(await witness.page()).not.toContain('Held back');
  // A build without changes has nothing to cosign.
  expect((await shop.build()).changed).toBe(false);
  expect(witness.cosigned).toHaveLength(3 + rest);
});

test('a missing cosignature is only a warning, and the next build asks again', async () => {
  const { witness, shop } = await open();
  await using _ = witness;
  await using __ = shop;
  witness.refusal = 503;
  const { log } = await shop.build([ann]);
  expect(log).toContain('warning: log: no cosignature from witness.example/w1: it answered 503');
  expect(await signatures(shop)).toEqual([origin]);
  witness.refusal = undefined;
  expect((await shop.build()).changed).toBe(true);
  expect(await signatures(shop)).toEqual([origin, 'witness.example/w1']);
});

test('an unreachable witness is only a warning', async () => {
  const { witness, shop } = await open();
  await using __ = shop;
  const setting = await witness.setting();
  await witness[Symbol.asyncDispose]();
  expect((await shop.build([ann], { WITNESSES: setting })).log).toContainEqual(
    expect.stringMatching(/^warning: log: no cosignature from witness\.example\/w1: fetch failed/),
  );
});

test('a cosignature made with the wrong key is left out, with a warning', async () => {
  const { witness, shop } = await open();
  const impostor = await new TestWitness(logKey).start();
  await using _ = witness;
  await using __ = shop;
  await using ___ = impostor;
  const [key] = (await witness.setting()).split(' ');
  const { log } = await shop.build([ann], { WITNESSES: `${key} ${impostor.url}` });
  expect(log).toContainEqual(
    expect.stringMatching(/^warning: log: no cosignature from witness\.example\/w1: it didn't sign with its Ed25519 key [\da-f]{8}$/),
  );
  expect(await signatures(shop)).toEqual([origin]);
});

test('a warning reports a witness that has seen more entries than the log has', async () => {
  const { witness, shop } = await open();
  await using _ = witness;
  await using __ = shop;
  await using other = await Shop.open({ BASE_URL, LOG_KEY: KEY, WITNESSES: await witness.setting() });
  await other.build(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => entry(name)));
  expect((await shop.build([ann])).log).toContain(
    'warning: log: no cosignature from witness.example/w1: it has seen 7 entries, and this log has 1',
  );
});

test('a witness with two keys is asked once, and both of its cosignatures are published', async () => {
  const { witness, shop } = await open();
  await using _ = witness;
  await using __ = shop;
  const recent = cosignerOf(witness.name, 'mldsa', 1);
  const settings = { WITNESSES: `${await witness.setting()}, ${recent.key} ${witness.url}` };
  expect((await shop.build([ann], settings)).log).toContainEqual(
    expect.stringMatching(/^warning: log: no cosignature from witness\.example\/w1: it didn't sign with its ML-DSA-44 key [\da-f]{8}$/),
  );
  const both = { WITNESSES: witness.verifierKeys.map((key) => `${key} ${witness.url}`).join(', ') };
  expect((await shop.build([ann, bob], both)).log.filter((line) => line.startsWith('warning'))).toEqual([]);
  expect(await signatures(shop)).toEqual([origin, 'witness.example/w1', 'witness.example/w1']);
  expect(witness.cosigned.map(({ size }) => size)).toEqual([1, 2]);
  const note = readNote(await shop.read('/log/checkpoint'));
  expect(await verifyNote(note, await Promise.all(witness.verifierKeys.map(readVerifierKey)))).toHaveLength(2);
});

test.each([
  ['endless', (response: ServerResponse) => response.end('x'.repeat(70_000)), 'its response is longer than 65536 bytes'],
  ['elsewhere', (response: ServerResponse) => response.writeHead(307, { Location: live.publicUrl }).end(), 'it answered 307'],
])('a witness whose response is %s only costs its cosignature', async (_, respond, reason) => {
  const server = createServer((_request, response) => void respond(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { witness, shop } = await open();
  await using __ = witness;
  await using ___ = shop;
  const other = cosignerOf('other.example/w', 'ed25519', 1);
  const WITNESSES = `${await witness.setting()}, ${other.key} http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { log } = await shop.build([ann], { WITNESSES });
  expect(log.filter((line) => line.startsWith('warning'))).toEqual([`warning: log: no cosignature from other.example/w: ${reason}`]);
  expect(await signatures(shop)).toEqual([origin, 'witness.example/w1']);
  server.close();
});

test('an ML-DSA-44 cosignature is left out, with a warning, where Node can’t check it', async () => {
  const { witness, shop } = await open();
  await using _ = witness;
  await using __ = shop;
  const { importKey } = crypto.subtle;
  const spy = vi.spyOn(crypto.subtle, 'importKey').mockImplementation((...args: Parameters<typeof importKey>) => {
    if (args[2] === 'ML-DSA-44') return Promise.reject(new DOMException('Unrecognized algorithm name', 'NotSupportedError'));
    return importKey.apply(crypto.subtle, args);
  });
  const { log } = await shop.build([ann], { WITNESSES: witness.verifierKeys.map((key) => `${key} ${witness.url}`).join(', ') });
  spy.mockRestore();
  expect(log).toContain(
    "warning: log: no cosignature from witness.example/w1: this Node can't check ML-DSA-44; build with Node 24.7 or later",
  );
  expect(await signatures(shop)).toEqual([origin, 'witness.example/w1']);
});

test('WITNESSES can be a policy file', async () => {
  const { witness, shop } = await open();
  await using _ = witness;
  await using __ = shop;
  const [key, url] = (await witness.setting()).split(' ');
  const file = path.join(shop.folder, 'witnesses.policy');
  await writeFile(file, `witness w ${key} ${url}/\nquorum w\n`);
  await shop.build([ann], { WITNESSES: file });
  expect(await signatures(shop)).toEqual([origin, 'witness.example/w1']);
  await writeFile(file, `witness w ${key}\nquorum w\n`);
  await expect(shop.build([ann], { WITNESSES: file })).rejects.toThrow(
    `environment: WITNESSES=${file}: policy: witness w: write an Ed25519 or ML-DSA-44 key and the address that cosigns`,
  );
});

test('/log/witnesses.json names the witnesses with their newest cosignature, also while one refuses', async () => {
  const { witness, shop } = await open();
  await using _ = witness;
  await using __ = shop;
  const document = async () => logWitnesses.parse(JSON.parse(await shop.read('/log/witnesses.json')));
  const [key, url] = (await witness.setting()).split(' ');
  witness.refusal = 503;
  await shop.build([ann]);
  expect(await document()).toEqual({ log: origin, witnesses: [{ name: 'witness.example/w1', url, keys: [key], cosigned: null }] });
  witness.refusal = undefined;
  await shop.build();
  const { witnesses } = await document();
  expect(witnesses[0]?.cosigned).toEqual({ size: 1, at: expect.stringMatching(/^20\d\d-.*Z$/) });
  witness.refusal = 503;
  await shop.build([ann, bob]);
  expect(await document()).toEqual({ log: origin, witnesses });
});

test('a published cosignature that someone damaged is replaced', async () => {
  const { witness, shop } = await open();
  await using _ = witness;
  await using __ = shop;
  await shop.build([ann]);
  const file = path.join(shop.dist, 'log/checkpoint');
  const note = await readFile(file, 'utf8');
  await rm(file);
  await writeFile(file, note.replace(/.{8}\n$/, '\n'));
  await shop.build([ann]);
  const [key = ''] = (await witness.setting()).split(' ');
  expect(await verifyNote(readNote(await shop.read('/log/checkpoint')), [await readVerifierKey(key)])).toHaveLength(1);
});

test('the next build continues from the checkpoint that a witness cosigned for a killed build', async () => {
  const { witness, shop } = await open();
  await using _ = witness;
  await using __ = shop;
  await shop.build([ann]);
  const before = await shop.read('/log/checkpoint');
  // A build that is killed between the cosignature and the swap has only written the record of what it signed.
  const killed = await Shop.open({ BASE_URL, LOG_KEY: KEY, WITNESSES: await witness.setting() });
  await using ___ = killed;
  await killed.build([ann]);
  await killed.build([ann, bob]);
  const entries = (await killed.read('/log/tile/entries/000.p/2')).slice(2).split('}').slice(1, 2);
  const checkpoint = await killed.read('/log/checkpoint');
  const signed = { checkpoint, from: 1, entries: entries.map((text) => `${text.slice(2)}}`) };
  const [record = ''] = (await readdir(shop.data)).filter((name) => name.startsWith('log-'));
  await writeFile(path.join(shop.data, record), JSON.stringify(signed));
  expect(await shop.read('/log/checkpoint')).toBe(before);

  await shop.build([ann, cyd], {}, '2026-02-02');
  expect((await shop.changes()).map(({ type }) => type)).toEqual(['added', 'added', 'withdrawn', 'added']);
  expect(await signatures(shop)).toEqual([origin, 'witness.example/w1']);
  // Both machines submitted the first checkpoint.
  expect(witness.cosigned.map(({ size }) => size)).toEqual([1, 1, 2, 4]);
  expect(readCheckpoint(await shop.read('/log/checkpoint')).size).toBe(4);
  expect(JSON.parse(await readFile(path.join(shop.data, record), 'utf8'))).toMatchObject({ entries: [] });
});
