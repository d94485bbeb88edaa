import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import type { Review } from '../../site/contract/review.ts';
import { readVerifierKey } from '../../site/log/note.ts';
import { verifyReviewProof } from '../../site/log/review-proof.ts';
import { isRelease } from '../support/release-test.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { callVerifier } from './call-verifier.ts';
import { cosignerOf } from './cosigner.ts';
import { checkProof } from './second-verifier.ts';

const read = (file: string, site: 'demo' | 'taberna' | 'corner' = 'demo') => readFileSync(path.join(inject('dists')[site], file), 'utf8');
const key = (site: 'demo' | 'taberna' | 'corner' = 'demo') => read('log/key', site).trimEnd();
const reviewsOf = (site: 'demo' | 'taberna' | 'corner') => JSON.parse(read('reviews.json', site)).reviews as Review[];
const proofOf = (id: string, site: 'demo' | 'taberna' | 'corner' = 'demo') => read(`reviews/${id}.tlog-proof`, site);

/** Returns the proof with changed extra data. */
function withExtra(proof: string, change: (extra: { record: Review; entry: Record<string, string>; salt: string }) => object): string {
  return proof.replace(/^extra (.*)$/m, (_, data: string) => {
    const changed = change(JSON.parse(Buffer.from(data, 'base64').toString()));
    return `extra ${Buffer.from(JSON.stringify(changed)).toString('base64')}`;
  });
}

const swapLetter = ([first = '', ...rest]: string) => [first === 'x' ? 'y' : 'x', ...rest].join('');

describe.each(['demo', 'taberna', 'corner'] as const)('the proofs of %s', (site) => {
  test('are accepted for every review, by our verifier and an independent one', async () => {
    const verifier = await readVerifierKey(key(site));
    const reviews = reviewsOf(site);
    expect(reviews.length).toBeGreaterThan(3);
    for (const review of reviews) {
      const proof = proofOf(review.id, site);
      expect(checkProof(proof, key(site)).record).toEqual(review);
      expect((await verifyReviewProof(proof, [verifier])).record).toEqual(review);
    }
  });

  test('are rejected by both verifiers if one letter of the review changes', async () => {
    const verifier = await readVerifierKey(key(site));
    for (const { id } of reviewsOf(site)) {
      const forged = withExtra(proofOf(id, site), (extra) => ({
        ...extra,
        record: {
          ...extra.record,
          ...(extra.record.text === null ? { author: swapLetter(extra.record.author) } : { text: swapLetter(extra.record.text) }),
        },
      }));
      expect(() => checkProof(forged, key(site))).toThrow('another record');
      await expect(verifyReviewProof(forged, [verifier])).rejects.toThrow('not the one in its entry');
    }
  });
});

describe('a proof', () => {
  const [{ id } = { id: '' }] = reviewsOf('demo');
  const proof = proofOf(id);

  test('is rejected by both verifiers if any of its characters changes', async () => {
    const verifier = await readVerifierKey(key());
    for (let at = 0; at < proof.length; at += isRelease ? 1 : 5) {
      const changed = `${proof.slice(0, at)}${proof[at] === 'A' ? 'B' : 'A'}${proof.slice(at + 1)}`;
      expect(() => checkProof(changed, key()), `character ${at}`).toThrow();
      await expect(verifyReviewProof(changed, [verifier]), `character ${at}`).rejects.toThrow();
    }
  });

  test('is rejected with a key under another name', async () => {
    const other = key('taberna').replace(/^[^+]+/, 'another.example/log');
    expect(() => checkProof(proof, other)).toThrow();
    await expect(readVerifierKey(other).then((read) => verifyReviewProof(proof, [read]))).rejects.toThrow();
  });

  test('is rejected with the record and entry of another review', async () => {
    const [, { id: second } = { id: '' }] = reviewsOf('demo');
    const forged = proof.replace(/^extra .*$/m, /^extra .*$/m.exec(proofOf(second))?.[0] ?? '');
    expect(() => checkProof(forged, key())).toThrow('another root');
    await expect(verifyReviewProof(forged, [await readVerifierKey(key())])).rejects.toThrow('is not in the tree');
  });

  test("can be checked with verify.mjs, using only the file and the log's key", async () => {
    const folder = temporaryFolder();
    const file = path.join(folder, `${id}.tlog-proof`);
    const check = (text: string, args: readonly string[]) => {
      writeFileSync(file, text);
      return callVerifier(path.join(inject('dists').demo, 'verify.mjs'), [file, ...args]);
    };
    const right = await check(proof, ['--key', key()]);
    expect([right.code, right.stdout]).toEqual([0, expect.stringContaining(`review ${id} is entry`)]);
    const forged = withExtra(proof, (extra) => ({ ...extra, record: { ...extra.record, rating: 1 } }));
    expect(await check(forged, ['--key', key()])).toMatchObject({ code: 1, stdout: expect.stringMatching(/^wrong: /) });
    expect(await check('nothing', ['--key', key()])).toMatchObject({ code: 1 });
    expect(await check(proof, [])).toMatchObject({ code: 2 });
    // The policy has the log's key.
    const policy = path.join(folder, 'policy');
    const witness = cosignerOf('w.example', 'mldsa', 1);
    writeFileSync(policy, `log ${key()}\nwitness w ${witness.key}\nquorum w\n`);
    const note = proof.slice(proof.indexOf('\n\n') + 2);
    const cosigned = `${proof}${witness.cosign(note.slice(0, note.indexOf('\n\n') + 1), 1_794_614_400n)}`;
    const met = await check(cosigned, ['--policy', policy]);
    expect([met.code, met.stdout.split('\n')[1]]).toEqual([0, 'cosigned by 1 of 1: w.example (November 14, 2026); the policy asks for 1']);
    const missed = await check(proof, ['--policy', policy]);
    expect([missed.code, missed.stdout.split('\n').slice(1)]).toEqual([1, ['wrong: cosigned by 0 of 1; the policy asks for 1', '']]);
    const unasked = await check(cosigned, ['--key', key()]);
    expect([unasked.code, unasked.stdout.split('\n')[1]]).toEqual([0, '0 of 1 cosignature checked: no policy']);
    writeFileSync(policy, `witness w ${witness.key}\nquorum w\n`);
    expect((await check(cosigned, ['--policy', policy])).code).toBe(2);
    expect((await check(cosigned, ['--policy', policy, '--key', key()])).code).toBe(0);
  });
});
