import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Absence, type LogEntry, latestChangesPath, logPaths } from '../../site/contract/log.ts';
import { paths } from '../../site/contract/paths.ts';
import { newestFirst, type Review } from '../../site/contract/review.ts';
import { audit } from '../../site/log/audit.ts';
import { equal, utf8 } from '../../site/log/bytes.ts';
import { consistencyProof } from '../../site/log/merkle.ts';
import { readCheckpoint } from '../../site/log/note.ts';
import { parseEntries, readLog } from '../../site/log/published-log.ts';
import { verifyConsistency } from './consistency.ts';
import { publish, readerOf, reviewOf, reviewsOf, type SiteFiles, signerOf, textOf } from './site-in-memory.ts';

const signer = await signerOf(1);
const entriesOf = async (site: SiteFiles): Promise<LogEntry[]> => parseEntries((await readLog(readerOf(site)))?.entries ?? []);
const told = async (site: SiteFiles, from = 0) =>
  (await entriesOf(site))
    .slice(from)
    .map((entry) => [entry.type, 'id' in entry ? entry.id : null, 'reason' in entry ? entry.reason : null]);
const [ann, bob, cyd] = [reviewOf('ann', 'of Ann'), reviewOf('bob', 'of Bob'), reviewOf('cyd', 'of Cyd')];
const idOf = ({ id }: Review) => id;
const first = await publish(new Map(), { reviews: [bob, ann] }, signer);

describe('a build', () => {
  test('that starts a log adds the published reviews, oldest first', async () => {
    expect(await told(first)).toEqual([
      ['added', ann.id, null],
      ['added', bob.id, null],
    ]);
    expect(readCheckpoint(textOf(first, logPaths.checkpoint))).toMatchObject({ origin: 'reviews.example.com/log', size: 2 });
  });

  test('of the same reviews changes no byte, whatever the date', async () => {
    expect(await publish(first, { reviews: [bob, ann], date: '2027-02-03' }, signer)).toEqual(first);
  });

  test.each<readonly [what: string, reviews: readonly Review[], absences: readonly (readonly [string, Absence])[], expected: unknown]>([
    ['a new review', [cyd, bob, ann], [], [['added', cyd.id, null]]],
    ['an edited review', [reviewOf('bob', 'of Bobby'), ann], [], [['changed', bob.id, null]]],
    ['a reply', [reviewOf('bob', 'of Bob', 'Thanks'), ann], [], [['replied', bob.id, null]]],
    ['a reply together with an edit', [reviewOf('bob', 'of Bobby', 'Thanks'), ann], [], [['changed', bob.id, null]]],
    ['a takedown', [ann], [[bob.id, { type: 'taken_down', reason: 'legal' }]], [['taken_down', bob.id, 'legal']]],
    ['a removal at the source', [ann], [[bob.id, { type: 'removed_at_source' }]], [['removed_at_source', bob.id, null]]],
    ['a review that the policy leaves out', [ann], [[bob.id, { type: 'withdrawn', reason: 'policy' }]], [['withdrawn', bob.id, 'policy']]],
    ['a review that disappeared without a reason', [ann], [], [['withdrawn', bob.id, 'unexplained']]],
    ['a takedown of a review that was never published', [bob, ann], [[cyd.id, { type: 'taken_down', reason: 'fake' }]], []],
  ])('adds the right entries for %s', async (_, reviews, absences, expected) => {
    expect(await told(await publish(first, { reviews, absences: new Map(absences) }, signer), 2)).toEqual(expected);
  });

  test('logs that a reply changed or was removed', async () => {
    const replied = await publish(first, { reviews: [reviewOf('bob', 'of Bob', 'Thanks'), ann] }, signer);
    const edited = await publish(replied, { reviews: [reviewOf('bob', 'of Bob', 'Thank you'), ann] }, signer);
    const gone = await publish(edited, { reviews: [bob, ann] }, signer);
    expect((await told(gone, 2)).map(([type]) => type)).toEqual(['replied', 'replied', 'changed']);
  });

  test('logs a later explanation of an absence once, and that a review is back', async () => {
    const dropped = await publish(first, { reviews: [ann] }, signer);
    const absences = new Map([[bob.id, { type: 'taken_down', reason: 'asked' } as const]]);
    const explained = await publish(dropped, { reviews: [ann], absences }, signer);
    const same = await publish(explained, { reviews: [ann], absences }, signer);
    const forgotten = await publish(same, { reviews: [ann] }, signer);
    expect(await told(await publish(forgotten, { reviews: [bob, ann] }, signer), 2)).toEqual([
      ['withdrawn', bob.id, 'unexplained'],
      ['taken_down', bob.id, 'asked'],
      ['back', bob.id, null],
    ]);
  });

  test('never adds an entry dated before the last one', async () => {
    const site = await publish(first, { reviews: [cyd, bob, ann], date: '2025-12-31' }, signer);
    expect((await entriesOf(site)).map(({ date }) => date)).toEqual(['2026-01-01', '2026-01-01', '2026-01-01']);
  });

  test('with another key than before adds no entries for unchanged reviews', async () => {
    const other = await signerOf(2);
    expect(await told(await publish(first, { reviews: [cyd, bob, ann] }, other), 2)).toEqual([['added', cyd.id, null]]);
  });
});

test('a takedown leaves neither the text nor its salt in any file', async () => {
  const salts = Object.values(JSON.parse(textOf(first, '/log/openings/0.json')) as Record<string, { id: string; salt: string }>);
  const salt = salts.find(({ id }) => id === bob.id)?.salt ?? 'none';
  expect(salts).toHaveLength(2);
  const absences = new Map([[bob.id, { type: 'taken_down', reason: 'personal_data' } as const]]);
  const site = await publish(first, { reviews: [ann], absences }, signer);
  for (const [path, body] of site) {
    const text = new TextDecoder('latin1').decode(body);
    expect([path, text.includes('of Bob'), text.includes(salt)]).toEqual([path, false, false]);
  }
  expect((await audit(readerOf(site))).findings).toEqual([]);
});

test('a build in which one of many reviews changed writes at most ten files', async () => {
  const many = Array.from({ length: 700 }, (_, index) => reviewOf(`r${index}`, `number ${index}`)).sort(newestFirst);
  const before = await publish(new Map(), { reviews: many }, signer);
  const changed = async (reviews: readonly Review[]) => {
    const after = await publish(before, { reviews }, signer);
    const written = [...after].filter(([path, body]) => path !== paths.reviews && !equal(body, before.get(path) ?? utf8('none')));
    return written.map(([path]) => path);
  };
  expect(await changed(many.with(699, { ...(many[699] as Review), text: 'another' }))).toEqual([
    '/log/checkpoint',
    '/log/tile/0/002.p/189',
    '/log/openings/0.json',
    '/log/tile/entries/002.p/189',
    '/log/openings/2.json',
    latestChangesPath,
    '/api/changes/0',
    '/api/changes/2',
  ]);
  // An entry that completes a tile adds a hash to the level above.
  const full = await publish(
    before,
    { reviews: [...many, ...Array.from({ length: 67 }, (_, index) => reviewOf(`n${index}`, 'new'))].sort(newestFirst) },
    signer,
  );
  const filled = await publish(full, { reviews: reviewsOf(full).with(0, { ...(reviewsOf(full)[0] as Review), text: 'another' }) }, signer);
  const written = [...filled].filter(([path, body]) => path !== paths.reviews && !equal(body, full.get(path) ?? utf8('none')));
  expect(written.length).toBeLessThanOrEqual(10);
  expect(written.map(([path]) => path)).toContain('/log/tile/1/000.p/3');
});

test('the partial tiles of older checkpoints stay until the tile is full (tlog-tiles, Partial Tiles)', async () => {
  const all = Array.from({ length: 256 }, (_, index) => reviewOf(`r${index}`, `number ${index}`)).sort(newestFirst);
  let site: SiteFiles = new Map();
  for (const count of [1, 3, 255]) site = await publish(site, { reviews: all.slice(-count) }, signer);
  const tiles = (of: SiteFiles) => [...of.keys()].filter((path) => path.startsWith(logPaths.tiles)).sort();
  expect(tiles(site)).toEqual([
    '/log/tile/0/000.p/1',
    '/log/tile/0/000.p/255',
    '/log/tile/0/000.p/3',
    '/log/tile/entries/000.p/1',
    '/log/tile/entries/000.p/255',
    '/log/tile/entries/000.p/3',
  ]);
  expect(tiles(await publish(site, { reviews: all }, signer))).toEqual(['/log/tile/0/000', '/log/tile/1/000.p/1', '/log/tile/entries/000']);
});

/** A random change between two builds. */
const event = fc.record({
  who: fc.nat(9),
  what: fc.constantFrom('publish', 'edit', 'reply', 'drop', 'take down', 'remove at the source', 'leave out'),
  words: fc.nat(3),
});
const causes: Readonly<Record<string, Absence>> = {
  'take down': { type: 'taken_down', reason: 'asked' },
  'remove at the source': { type: 'removed_at_source' },
  'leave out': { type: 'withdrawn', reason: 'policy' },
};

test('over the years, logs only grow, audits find exactly the unexplained absences, and followers stay current', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(event, { maxLength: 6 }), { minLength: 2, maxLength: 8 }), async (years) => {
      const content = new Map<string, Review>();
      const absences = new Map<string, Absence>();
      const copy = new Map<string, Review>();
      const unexplained = new Set<string>();
      let site: SiteFiles = new Map();
      let followed = 0;
      for (const [year, events] of years.entries()) {
        for (const { who, what, words } of events) {
          const name = `${String.fromCharCode(97 + who)}`;
          const known = content.get(name);
          const review = reviewOf(name, `${what} ${words}`, what === 'reply' ? `reply ${words}` : undefined);
          if (['publish', 'edit', 'reply'].includes(what)) {
            content.set(name, what === 'reply' && known ? { ...known, owner_reply: review.owner_reply } : review);
            absences.delete(review.id);
          } else {
            content.delete(name);
            if (causes[what]) absences.set(review.id, causes[what]);
          }
        }
        const present = new Set([...content.values()].map(idOf));
        for (const { id } of reviewsOf(site)) if (!present.has(id)) unexplained.add(id);
        for (const id of [...present, ...absences.keys()]) unexplained.delete(id);
        const previous = await readLog(readerOf(site));
        const reviews = [...content.values()].sort(newestFirst);
        site = await publish(site, { reviews, absences, date: `20${10 + year}-01-01` }, signer);
        const log = await readLog(readerOf(site));
        if (!log) throw new Error('no log');
        if (previous) {
          const { size, root } = previous.checkpoint;
          const proof = await consistencyProof(log.levels, size, log.entries.length);
          expect(await verifyConsistency(size, log.entries.length, proof, root, log.checkpoint.root)).toBe(true);
        }
        const { findings, summary } = await audit(readerOf(site));
        expect(findings.map(({ review }) => review).sort()).toEqual([...unexplained].sort());
        expect(summary.published).toBe(reviews.length);
        expect(log.openings.size).toBe(reviews.length);

        const total = (JSON.parse(textOf(site, latestChangesPath)) as { total: number }).total;
        for (let page = Math.floor(followed / 256); page * 256 < total; page++) {
          for (const change of JSON.parse(textOf(site, `/api/changes/${page}`)).changes) {
            if (change.index < followed) continue;
            if (['taken_down', 'withdrawn', 'removed_at_source'].includes(change.type)) copy.delete(change.id);
            else if (change.review) copy.set(change.id, change.review);
          }
        }
        followed = total;
        expect([...copy.values()].sort(newestFirst)).toEqual(reviews);
      }
    }),
    { numRuns: 60 },
  );
});
