import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commandLineFor } from '../../scripts/cli/settings.ts';
import { importReviews } from '../../scripts/commands/import.ts';
import { readArguments } from '../../scripts/import/arguments.ts';
import { reply } from '../../scripts/review/reply.ts';
import { readDataset } from '../../site/content/read/read.ts';
import type { ReviewEntry } from '../../site/content/schemas.ts';
import { takeoutOf, zipOf } from '../support/archives.ts';
import { roundsOf } from '../support/release-test.ts';

const DAY_MS = 86_400_000;
const STARS = ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE'] as const;

/** Few values, so edits often match what the source has or gets later. */
const values = {
  rating: fc.constantFrom(1, 2, 5),
  author: fc.constantFrom('Ann', 'Ann B.'),
  text: fc.constantFrom('On time.', 'Late.', null),
  date: fc.constantFrom('2024-01-01', '2024-01-02'),
};
type Field = keyof typeof values;
const said = fc.record(values);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .constantFrom<Field>('rating', 'author', 'text', 'date')
      .chain((field) =>
        fc.record({ do: fc.constant('edit' as const), field: fc.constant(field), value: values[field] as fc.Arbitrary<unknown> }),
      ),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('import' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('change at the source' as const), said }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('give back' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reply' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('format' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Said = typeof said extends fc.Arbitrary<infer T> ? T : never;

/** One review, at Google and in the content. */
class Shop {
  readonly folder: string;
  readonly content: string;
  #source: Said = { rating: 5, author: 'Ann', text: 'On time.', date: '2024-01-01' };
  /** The source as of the last import. */
  #brought = this.#source;
  #day = 0;
  #changedOn = 0;

  constructor(folder: string) {
    this.folder = folder;
    this.content = path.join(folder, 'content');
  }

  get #file(): string {
    return path.join(this.content, 'reviews/imported.json');
  }

  #entry(): ReviewEntry {
    return JSON.parse(readFileSync(this.#file, 'utf8'))[0];
  }

  #write(entry: object, indent?: number): void {
    writeFileSync(this.#file, JSON.stringify([entry], undefined, indent));
  }

  #at = (day: number) => new Date(Date.UTC(2024, 5, 1) + day * DAY_MS);

  async import(): Promise<void> {
    const { rating, author, text, date } = this.#source;
    const review = {
      id: 'a',
      author,
      stars: STARS[rating - 1] ?? 'ONE',
      ...(text === null ? {} : { comment: text }),
      created: `${date}T00:00:00Z`,
      updated: this.#at(this.#changedOn).toISOString(),
    };
    const file = path.join(this.folder, 'takeout.zip');
    writeFileSync(file, await zipOf(takeoutOf([review]), this.#at(this.#day)));
    const progress = { step: () => {}, end: () => {} };
    const now = this.#at(this.#day);
    await importReviews(readArguments([file]), {
      contentDir: this.content,
      dataDir: this.folder,
      now,
      progress,
      commandLine: commandLineFor({}),
    });
    this.#brought = this.#source;
  }

  async do(step: Step): Promise<void> {
    this.#day += 1;
    const entry = this.#entry();
    const { edited: _, ...rest } = entry;
    if (step.do === 'edit') this.#write({ ...entry, [step.field]: step.value ?? undefined });
    else if (step.do === 'import') await this.import();
    else if (step.do === 'give back') this.#write(rest);
    else if (step.do === 'format') this.#write(Object.fromEntries(Object.entries(entry).reverse()), 2);
    else if (step.do === 'reply') {
      if (entry.owner_reply) return;
      const today = this.#at(this.#day).toISOString().slice(0, 10);
      const context = {
        contentDir: this.content,
        dataDir: this.folder,
        today,
        latest: today,
        terminal: undefined,
        say: () => {},
        commandLine: commandLineFor({}),
      };
      await reply([entry.id ?? '', '--text', 'Thanks'], context);
    } else {
      this.#source = step.said;
      this.#changedOn = this.#day;
    }
  }

  /** Checks that exactly the fields that differ from the source are published as changed, and that their dates aren't too early. */
  check(): void {
    const entry = this.#entry();
    const [review] = readDataset(this.content).reviews;
    const fields = ['rating', 'author', 'text', 'date'] as const;
    const differing = fields.filter((field) => (entry[field] ?? null) !== this.#brought[field]);
    expect(review?.changed_by_business.map(({ field }) => field)).toEqual(differing);
    for (const { date } of review?.changed_by_business ?? []) if (date !== null) expect(date >= '2024-06-01').toBe(true);
  }
}

test('the fields published as changed by the business are exactly those that differ from the last import', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'changed-'));
      try {
        const shop = new Shop(folder);
        await mkdir(shop.content);
        writeFileSync(path.join(shop.content, 'business.yaml'), 'name: Shop\n');
        await shop.import();
        shop.check();
        for (const one of steps) {
          await shop.do(one);
          shop.check();
        }
      } finally {
        await rm(folder, { recursive: true });
      }
    }),
    { numRuns: Number(process.env['RUNS'] ?? roundsOf(30)) },
  );
});
