import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { logPaths, openingsPath, printBundle, readBundle, tilePath } from '../../site/contract/log.ts';
import { paths } from '../../site/contract/paths.ts';
import { newestFirst, type Review } from '../../site/contract/review.ts';
import { audit } from '../../site/log/audit.ts';
import { type Bytes, utf8 } from '../../site/log/bytes.ts';
import { beginLog, changeKey } from '../../site/log/extend.ts';
import { printLog, signTree } from '../../site/log/print.ts';
import { readLog } from '../../site/log/published-log.ts';
import { ORIGIN, publish, readerOf, reviewOf, type SiteFiles, signerOf, textOf } from './site-in-memory.ts';

const signer = await signerOf(1);
const reviews = ['ann', 'bob', 'cyd'].map((name) => reviewOf(name, `of ${name}`)).sort(newestFirst);
const site = await publish(new Map(), { reviews }, signer);
const victim = reviews[1] as Review;
const entryOf = reviews.length - 1 - 1;
const withFile = (path: string, body: string | Uint8Array): SiteFiles =>
  new Map([...site, [path, typeof body === 'string' ? utf8(body) : body]]);
const withReviews = (list: readonly Review[]) => withFile(paths.reviews, JSON.stringify({ reviews: list }));
const changedIn = async (of: SiteFiles) => (await audit(readerOf(of))).summary.changed;
const findings = async (of: SiteFiles) => (await audit(readerOf(of))).findings;

describe('an audit', () => {
  test('of an unmodified site has no findings and summarizes the log', async () => {
    const { findings: none, summary, reviews: count } = await audit(readerOf(site));
    expect([none, count]).toEqual([[], 3]);
    expect(summary).toEqual({
      origin: ORIGIN,
      size: 3,
      first: '2026-01-01',
      last: '2026-01-01',
      ever: 3,
      published: 3,
      changed: 0,
      gone: [],
    });
  });

  test('counts changed reviews, even if one was removed in between, but not new replies', async () => {
    const without = reviews.toSpliced(1, 1);
    const gone = await publish(site, { reviews: without }, signer);
    const count = async (changed: Review, from = gone) => changedIn(await publish(from, { reviews: reviews.with(1, changed) }, signer));
    expect(await count({ ...victim, rating: 5 }, site)).toBe(1);
    expect([await count({ ...victim, rating: 5 }), await count(victim)]).toEqual([1, 0]);
    const replied = { reviews: reviews.with(1, { ...victim, owner_reply: { text: 'Sorry.', date: null } }) };
    expect(await changedIn(await publish(site, replied, signer))).toBe(0);
  });

  test.each<readonly [what: string, list: readonly Review[], entry: number | undefined, kind: string, found: string]>([
    ['was dropped', reviews.toSpliced(1, 1), entryOf, 'vanished', 'vanished: its newest entry marks it as published'],
    [
      'has a different text',
      reviews.with(1, { ...victim, text: 'better words' }),
      entryOf,
      'other_contents',
      'on the site, but not as its newest entry recorded it',
    ],
    [
      'has a different rating',
      reviews.with(1, { ...victim, rating: 5 }),
      entryOf,
      'other_contents',
      'on the site, but not as its newest entry recorded it',
    ],
  ])('finds that a review %s', async (_, list, entry, kind, found) => {
    expect(await findings(withReviews(list))).toEqual([{ review: victim.id, entry, kind, found }]);
  });

  test('finds a review without an entry', async () => {
    const invented = reviewOf('dee', 'invented');
    expect(await findings(withReviews([...reviews, invented]))).toEqual([
      { review: invented.id, entry: undefined, kind: 'no_entry', found: 'on the site, but not in the log' },
    ]);
  });

  test('finds a review that is on the site although its entry marks it as gone', async () => {
    const absences = new Map([[victim.id, { type: 'taken_down', reason: 'asked' } as const]]);
    const gone = await publish(site, { reviews: reviews.toSpliced(1, 1), absences }, signer);
    const back = new Map([...gone, [paths.reviews, utf8(JSON.stringify({ reviews }))]]);
    const { findings: none, summary } = await audit(readerOf(gone));
    expect([none, summary.gone]).toEqual([[], [{ type: 'taken_down', reason: 'asked', count: 1 }]]);
    expect(await findings(back)).toEqual([
      { review: victim.id, entry: 3, kind: 'said_gone', found: 'on the site, although its newest entry marks it as gone' },
    ]);
  });

  test('finds a missing opening', async () => {
    const opened = JSON.parse(textOf(site, openingsPath(0))) as Record<string, unknown>;
    delete opened[entryOf];
    expect(await findings(withFile(openingsPath(0), JSON.stringify(opened)))).toEqual([
      { review: victim.id, entry: entryOf, kind: 'no_opening', found: 'its newest entry has no opening, so it cannot be compared' },
    ]);
  });

  const bundle = tilePath('entries', 0, 3);
  const entries = readBundle(site.get(bundle) ?? utf8(''));
  test.each<readonly [what: string, forged: readonly Uint8Array[]]>([
    ['changed', entries.with(1, utf8('{}'))],
    ['reordered', entries.toReversed()],
    ['repeated', entries.with(1, entries[0] as Uint8Array)],
  ])('rejects a log in which an entry was %s', async (_, forged) => {
    await expect(findings(withFile(bundle, printBundle(forged)))).rejects.toThrow('log: the entries do not match the signed checkpoint');
  });

  test('rejects a log in which an entry was dropped', async () => {
    await expect(findings(withFile(bundle, printBundle(entries.slice(1))))).rejects.toThrow('log: bundle 0 has 2 entries instead of 3');
  });

  test('rejects a checkpoint signed with another key', async () => {
    const other = await publish(new Map(), { reviews: reviews.slice(1) }, await signerOf(9));
    await expect(findings(withFile(logPaths.checkpoint, textOf(other, logPaths.checkpoint)))).rejects.toThrow("isn't signed by");
  });

  test('fails with a MissingError if a file is missing', async () => {
    for (const path of [logPaths.checkpoint, logPaths.key, bundle, openingsPath(0), paths.reviews]) {
      const without = new Map([...site].filter(([other]) => other !== path));
      await expect(findings(without)).rejects.toMatchObject({ name: 'MissingError', message: expect.stringContaining(path) });
    }
  });

  test('reads a site again if it is rebuilt in the meantime', async () => {
    const next = await publish(site, { reviews: reviews.slice(1) }, signer);
    let current = site;
    const read = async (path: string) => {
      const body = current.get(path);
      if (path === paths.reviews) current = next;
      return body;
    };
    expect((await audit(read)).reviews).toBe(2);
  });

  test('rejects a log if any byte of its entries has changed', async () => {
    const whole = site.get(bundle) ?? utf8('');
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (place, change) => {
        const forged = whole.map((byte, index) => (index === place ? byte ^ change : byte));
        await expect(findings(withFile(bundle, forged))).rejects.toThrow();
      }),
      { numRuns: 300 },
    );
  });
});

describe('a key change', () => {
  const next = { before: new Map(), absences: new Map(), reviews, date: '2026-02-02' };
  const changed = async (entries: readonly Bytes[], by = signer) => {
    const known = await readLog(readerOf(site));
    if (!known) throw new Error('no log');
    const successor = await signerOf(2);
    const log = await changeKey({ ...known, origin: ORIGIN, entries }, next.date, by, successor);
    const files = printLog(log, await signTree(log, [successor]), successor, new Set());
    return new Map([...site, ...[...files].map(([path, body]) => [path, typeof body === 'string' ? utf8(body) : body] as const)]);
  };

  test('is an entry signed with both keys, after which the log verifies with the new one', async () => {
    const log = await readLog(readerOf(site));
    const after = await changed(log?.entries ?? []);
    expect(await findings(after)).toEqual([]);
    expect(textOf(after, logPaths.key)).not.toBe(textOf(site, logPaths.key));
    expect((await publish(after, { reviews }, await signerOf(2))).get(logPaths.checkpoint)).toEqual(after.get(logPaths.checkpoint));
  });

  test('is rejected if the checkpoint is signed with a third key', async () => {
    const log = await readLog(readerOf(site));
    const after = await changed(log?.entries ?? []);
    const known = await readLog(readerOf(after));
    const third = await signerOf(3);
    const forged = { origin: ORIGIN, entries: known?.entries ?? [], openings: new Map() };
    const files = printLog(forged, await signTree(forged, [third]), third, new Set());
    const all = new Map([...after, ...[...files].map(([path, body]) => [path, typeof body === 'string' ? utf8(body) : body] as const)]);
    await expect(findings(all)).rejects.toThrow('log: the key in use is not the one in entry 3');
  });
});

test('the first entry of a log that replaces another has the last checkpoint of the old one', () => {
  const previous = textOf(site, logPaths.checkpoint);
  const log = beginLog('reviews.example.com/log/2', '2026-03-03', previous);
  expect(JSON.parse(new TextDecoder().decode(log.entries[0]))).toEqual({ date: '2026-03-03', previous, type: 'log_began' });
});
