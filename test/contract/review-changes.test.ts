import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { addReview } from '../../scripts/review/add.ts';
import { type ChangePlace, removeReply, replyTo, unverifyReview, verifyReview } from '../../scripts/review/change.ts';
import { planTakeDown, takeDownReviews } from '../../scripts/review/takedown.ts';
import { readWrittenReviews } from '../../site/content/read/read.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let place: ChangePlace;
let file: string;
const ANN = '01HPHS3M00D4RMPQ5Y2QXC2WJZ';
const TEXT = 'They rewired the whole panel in one afternoon and swept up after themselves.';

beforeEach(() => {
  const folder = temporaryFolder();
  const contentDir = path.join(folder, 'content');
  place = { contentDir, dataDir: path.join(folder, 'data'), today: '2024-06-01', latest: '2024-06-02' };
  file = path.join(contentDir, 'reviews/2024.yaml');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(path.join(contentDir, 'business.yaml'), 'name: Acme\n');
  writeFileSync(file, `- id: ${ANN}\n  source_id: ann\n  date: 2024-02-14\n  rating: 5\n  author: Ann\n  text: ${TEXT}\n`);
});

const ann = () => readWrittenReviews(place.contentDir).find(({ entry }) => entry.id === ANN)?.entry;
const codesOf = (outcome: { readonly problems?: readonly { readonly code: string; readonly field?: string }[] | undefined }) =>
  outcome.problems?.map(({ code, field }) => [code, field].filter(Boolean).join(' '));

/** Runs a change that must be refused without writing anything, and returns the codes of its problems. */
async function refused(work: () => Promise<Parameters<typeof codesOf>[0]>): Promise<ReturnType<typeof codesOf>> {
  const before = readFileSync(file, 'utf8');
  const codes = codesOf(await work());
  expect(readFileSync(file, 'utf8')).toBe(before);
  return codes;
}

describe('changing a review', () => {
  test('writes, replaces and removes a reply', async () => {
    expect(await replyTo(place, ANN, { text: 'Thanks' }, false)).toMatchObject({ reply: { text: 'Thanks', date: '2024-06-01' } });
    expect(await refused(() => replyTo(place, ANN, { text: 'Again' }, false))).toEqual(['has_reply']);
    await replyTo(place, ANN, { text: 'Again', date: '2024-05-01' }, true);
    expect(ann()?.owner_reply).toEqual({ text: 'Again', date: '2024-05-01' });
    await removeReply(place, ANN);
    expect(ann()?.owner_reply).toBeNull();
  });

  test('verifies it and undoes the verification', async () => {
    await verifyReview(place, ANN, { method: 'invoice', reference: '77' });
    expect(ann()).toMatchObject({ verified: true, verification: { method: 'invoice', verified_at: '2024-06-01' } });
    await unverifyReview(place, ANN);
    expect(ann()?.verified).toBe(false);
  });

  test('adds a new one and refuses to add it twice', async () => {
    const given = { date: '2024-03-01', rating: '4', author: 'Ben', 'source-id': 'b1' };
    expect(await addReview(place, given, true)).toMatchObject({ verified: { method: 'vouched' }, duplicates: [] });
    expect(codesOf(await addReview(place, given, true))).toEqual(['known']);
  });

  test('returns the planned change and writes nothing in a dry run', async () => {
    const before = readFileSync(file, 'utf8');
    const outcome = await replyTo({ ...place, dryRun: true }, ANN, { text: 'Thanks' }, false);
    expect(outcome).toMatchObject({ change: { file, text: expect.stringContaining('Thanks') } });
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  test.each<readonly [what: string, work: () => Promise<Parameters<typeof codesOf>[0]>, codes: readonly string[]]>([
    ['an unknown id', () => removeReply(place, 'X'), ['not_found']],
    ['an empty reply', () => replyTo(place, ANN, { text: ' ' }, false), ['missing text']],
    ['a reply in the future', () => replyTo(place, ANN, { text: 'x', date: '2030-01-01' }, false), ['invalid date']],
    ['a verification in the year 1', () => verifyReview(place, ANN, { method: 'vouched', date: '0001-01-01' }), ['invalid date']],
    ['a review in the year 1', () => addReview(place, { date: '0001-01-01', rating: '5', author: 'A' }, true), ['invalid date']],
    ['a reply before the review', () => replyTo(place, ANN, { text: 'x', date: '2024-01-01' }, false), ['before_review date']],
    ['an unknown method', () => verifyReview(place, ANN, { method: 'toString' }), ['invalid method']],
    ['an invoice without a number', () => verifyReview(place, ANN, { method: 'invoice' }), ['missing reference']],
    ['a number without an invoice', () => verifyReview(place, ANN, { method: 'vouched', reference: '1' }), ['no_number reference']],
    ['several values', () => addReview(place, { rating: '6', author: '' }, true), ['missing date', 'invalid rating', 'missing author']],
  ])('refuses %s', async (_what, work, codes) => {
    expect(await refused(work)).toEqual(codes);
  });
});

describe('a takedown', () => {
  test('reports other places that quote the review, and removes it with its copies', async () => {
    await addReview(place, { date: '2024-02-14', rating: '5', author: 'Ann', text: TEXT }, true);
    writeFileSync(path.join(place.contentDir, 'summary.md'), `A customer: "${TEXT}"\n`);
    const plan = await planTakeDown(place, [ANN], {});
    expect(plan).toMatchObject({ copies: [{ entry: { author: 'Ann' } }], quotes: [{ where: expect.stringContaining('summary.md:1') }] });
    expect(await refused(() => takeDownReviews(place, [ANN], {}, false))).toEqual(['quoted']);
    await takeDownReviews(place, [ANN], { reason: 'asked' }, true);
    expect(readWrittenReviews(place.contentDir)).toEqual([]);
    expect(codesOf(await takeDownReviews(place, [ANN], {}, true))).toEqual(['not_found']);
  });
});
