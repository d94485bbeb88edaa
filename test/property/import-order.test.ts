import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commandLineFor } from '../../scripts/cli/settings.ts';
import { importReviews } from '../../scripts/commands/import.ts';
import { readArguments } from '../../scripts/import/arguments.ts';
import { readDataset } from '../../site/content/read/read.ts';
import type { Review } from '../../site/contract/review.ts';
import { googleReview, takeoutOf, zipOf } from '../support/archives.ts';
import { roundsOf } from '../support/release-test.ts';

const DAY_MS = 86_400_000;
const dayAt = (day: number) => new Date(Date.UTC(2024, 0, 1) + day * DAY_MS);
const IDS = ['a', 'b', 'c'] as const;

/** What happens to a review on one day. */
const event = fc.record({
  id: fc.constantFrom(...IDS),
  what: fc.constantFrom('write', 'edit', 'edit', 'reply', 'take the reply back', 'remove'),
});
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never;

/** An export: its day, and whether it's a whole Takeout or a JSON response with some of the reviews. */
const exported = fc.record({ day: fc.integer({ min: 0, max: 12 }), isWhole: fc.boolean(), ids: fc.subarray([...IDS]) });
type Exported = typeof exported extends fc.Arbitrary<infer T> ? T : never;

interface State {
  readonly id: string;
  readonly comment: string;
  readonly created: string;
  readonly updated: string;
  readonly reply?: { readonly comment: string; readonly updateTime: string };
}

/** Returns the reviews at the source before a day's event. The first event is on day 0, with one event a day. */
function stateAt(events: readonly Event[], day: number): State[] {
  const reviews = new Map<string, State>();
  for (const [index, { id, what }] of events.slice(0, day).entries()) {
    const now = dayAt(index).toISOString();
    const before = reviews.get(id);
    const { reply, ...unanswered } = before ?? { id, comment: '', created: dayAt(-1 - IDS.indexOf(id)).toISOString(), updated: now };
    if (what === 'remove') reviews.delete(id);
    else if (what === 'write' || what === 'edit')
      reviews.set(id, { ...unanswered, comment: `${what} ${index}`, updated: now, ...(reply ? { reply } : {}) });
    else if (before)
      reviews.set(id, { ...unanswered, ...(what === 'reply' ? { reply: { comment: `thanks ${index}`, updateTime: now } } : {}) });
  }
  return [...reviews.values()];
}

/** Writes an export made at noon of its day, and returns the path of the file. */
async function write(folder: string, events: readonly Event[], { day, isWhole, ids }: Exported, index: number): Promise<string> {
  const state = stateAt(events, day);
  const file = path.join(folder, `${index}.export`);
  const answer = { reviews: state.filter(({ id }) => ids.includes(id as 'a')).map((review) => googleReview(review)) };
  await writeFile(file, isWhole ? await zipOf(takeoutOf(state), new Date(dayAt(day).getTime() + DAY_MS / 2)) : JSON.stringify(answer));
  return file;
}

async function importInOrder(runs: readonly (readonly string[])[]): Promise<readonly Review[]> {
  const content = await mkdtemp(path.join(os.tmpdir(), 'open-reviews-order-'));
  try {
    await writeFile(path.join(content, 'business.yaml'), 'name: Order\n');
    for (const files of runs) {
      await importReviews(readArguments(files), {
        contentDir: content,
        dataDir: content,
        now: dayAt(100),
        progress: { step: () => {}, end: () => {} },
        commandLine: commandLineFor({}),
      }).catch((error: Error) => {
        if (!error.message.endsWith('contains no reviews; nothing was imported')) throw error;
      });
    }
    return readDataset(content).reviews;
  } finally {
    await rm(content, { recursive: true });
  }
}

/** Exports from different days, then the same exports shuffled, some of them repeated, to be imported one by one or in one run. */
const history = fc.record({
  events: fc.array(event, { minLength: 4, maxLength: 12 }),
  exports: fc.uniqueArray(exported, { minLength: 2, maxLength: 5, selector: ({ day }) => day }),
});
const shuffled = history.chain(({ events, exports }) =>
  fc.record({
    events: fc.constant(events),
    exports: fc.constant(exports),
    order: fc
      .tuple(fc.shuffledSubarray(exports, { minLength: exports.length }), fc.array(fc.constantFrom(...exports), { maxLength: 3 }))
      .chain(([all, again]) => fc.shuffledSubarray([...all, ...again], { minLength: all.length + again.length })),
    together: fc.boolean(),
  }),
);

/** A reply that is older than the review's last edit and is then deleted, which changes no timestamp. */
const takenBack: typeof shuffled extends fc.Arbitrary<infer T> ? T : never = (() => {
  const events = (['write', 'reply', 'edit', 'take the reply back'] as const).map((what) => ({ id: 'a' as const, what }));
  const [older, newer] = [3, 4].map((day) => ({ day, isWhole: false, ids: ['a' as const] }));
  if (!older || !newer) throw new Error('expected two exports');
  return { events, exports: [older, newer], order: [older, newer, older], together: false };
})();

test('exports give the same reviews, in whatever order and however often they are imported', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'open-reviews-order-files-'));
  await mkdir(folder, { recursive: true });
  await fc.assert(
    fc.asyncProperty(shuffled, async ({ events, exports, order, together }) => {
      const files = new Map<Exported, string>();
      for (const [index, one] of exports.entries()) files.set(one, await write(folder, events, one, index));
      const inTime = [...exports].sort((a, b) => a.day - b.day).map((one) => [files.get(one) ?? '']);
      const mixed = order.map((one) => [files.get(one) ?? '']);
      expect(await importInOrder(together ? [mixed.flat()] : mixed)).toEqual(await importInOrder(inTime));
    }),
    { numRuns: roundsOf(50), examples: [[takenBack]] },
  );
  await rm(folder, { recursive: true });
});

test('the published texts and replies are those of the newest Takeout, whatever is imported before or after it', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'open-reviews-newest-files-'));
  await fc.assert(
    fc.asyncProperty(shuffled, async ({ events, order }) => {
      const newest: Exported = { day: 13, isWhole: true, ids: [] };
      const files = await Promise.all([newest, ...order].map((one, index) => write(folder, events, one, index)));
      const [first = '', ...others] = files;
      const published = await importInOrder([...others.slice(0, 2), first, ...others.slice(2)].map((file) => [file]));
      const wanted = stateAt(events, 13).map(({ comment, reply }) => [comment || null, reply?.comment ?? null]);
      expect(new Set(published.map(({ text, owner_reply }) => JSON.stringify([text, owner_reply?.text ?? null])))).toEqual(
        new Set(wanted.map((one) => JSON.stringify(one))),
      );
    }),
    { numRuns: roundsOf(20) },
  );
  await rm(folder, { recursive: true });
});
