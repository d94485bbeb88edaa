import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commandLineFor } from '../../scripts/cli/settings.ts';
import { importReviews } from '../../scripts/commands/import.ts';
import { readArguments } from '../../scripts/import/arguments.ts';
import { ImportError } from '../../scripts/import/questions.ts';
import { takedown } from '../../scripts/review/takedown.ts';
import { readDataset } from '../../site/content/read/read.ts';
import type { ReviewEntry } from '../../site/content/schemas.ts';
import { type GoogleReview, takeoutOf, zipOf } from '../support/archives.ts';
import { roundsOf } from '../support/release-test.ts';

const DAY_MS = 86_400_000;
const IDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'] as const;

const id = fc.constantFrom(...IDS);
/** Keys that a person edits by hand. The new value is made at the time of the edit, so it differs from all earlier ones. */
const handKey = fc.constantFrom('text', 'author', 'date', 'rating', 'owner_reply', 'source_url', 'removed_at_source');
const operation = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('write' as const), ids: fc.subarray([...IDS], { minLength: 1 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('vanish' as const), ids: fc.subarray([...IDS], { maxLength: 4 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('import' as const), first: fc.constantFrom(0, 2, 8, 10, 10, 10), remove: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('edit' as const), id, key: handKey, toNothing: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('format' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('take down' as const), id }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('copy' as const), index: fc.nat(), byHand: fc.boolean() }) },
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

/** A business over some years, with a model of what must be true of its content. */
class Years {
  readonly content: string;
  #day = 0;
  readonly #source = new Map<string, GoogleReview>();
  /** Values set by hand, by review id. */
  readonly #hand = new Map<string, Map<string, unknown>>();
  readonly #takenDown: { readonly id: string; readonly author: string; readonly text: string | null }[] = [];

  constructor(content: string) {
    this.content = content;
    writeFileSync(path.join(content, 'business.yaml'), 'name: Years\n');
  }

  async do(operation: Operation): Promise<void> {
    this.#day += 1;
    switch (operation.do) {
      case 'write':
        for (const one of operation.ids) this.#write(one);
        break;
      case 'vanish':
        for (const one of operation.ids) this.#source.delete(one);
        break;
      case 'import':
        await this.#import(operation.first, operation.remove);
        break;
      case 'edit':
        this.#edit(operation.id, operation.key, operation.toNothing);
        break;
      case 'format':
        if (existsSync(this.#file)) writeFileSync(this.#file, JSON.stringify(this.#stored(), undefined, 2));
        break;
      case 'take down':
        await this.#takeDown(operation.id);
        break;
      case 'copy':
        await this.#copy(operation.index, operation.byHand);
    }
    this.#check();
  }

  get #file(): string {
    return path.join(this.content, 'reviews/imported.json');
  }

  #stored(): ReviewEntry[] {
    return existsSync(this.#file) ? JSON.parse(readFileSync(this.#file, 'utf8')) : [];
  }

  #storedAs(id: string): ReviewEntry | undefined {
    return this.#stored().find(({ source_id }) => source_id === `locations/20/reviews/${id}`);
  }

  #at(day: number): Date {
    return new Date(Date.UTC(2024, 0, 1) + day * DAY_MS);
  }

  #write(id: string): void {
    const updated = this.#at(this.#day).toISOString();
    const before = this.#source.get(id);
    this.#source.set(id, {
      id,
      author: `Author ${id} ${this.#day}`,
      stars: ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE'][this.#day % 5] ?? 'ONE',
      comment: `What ${id} wrote on day number ${this.#day}, in words.`,
      created: before?.created ?? this.#at(-1 - IDS.indexOf(id as 'a')).toISOString(),
      updated,
    });
  }

  /** Imports a Takeout of up to `first` reviews, which is complete if the source has no more. */
  async #import(first: number, remove: boolean): Promise<void> {
    const reviews = [...this.#source.values()].sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, first);
    const made = new Date(this.#at(this.#day).getTime() + DAY_MS / 2);
    const file = path.join(this.content, '../takeout.zip');
    writeFileSync(file, await zipOf(takeoutOf(reviews), made));
    const before = this.#bytes();
    const known = this.#stored().filter(({ source, removed_at_source }) => source === 'google' && removed_at_source === undefined);
    const ids = new Set(reviews.map(({ id }) => `locations/20/reviews/${id}`));
    const missing = known.filter(
      ({ source_id = '' }) => !ids.has(source_id) && !this.#hand.get(source_id.slice(-1))?.has('removed_at_source'),
    );
    const isTooMuch = missing.length > 5 && missing.length * 10 > known.length;
    const isDone = await this.#run(remove ? [file, '--remove'] : [file]);
    expect(isDone).toBe(remove || !isTooMuch);
    if (!isDone) expect(this.#bytes()).toEqual(before);
    else for (const review of reviews) this.#checkTaken(review);
  }

  /** Runs an import and returns whether it went through. Only the guard against mass removals may stop it. */
  async #run(args: readonly string[]): Promise<boolean> {
    const surroundings = {
      contentDir: this.content,
      dataDir: this.content,
      now: this.#at(400),
      progress: { step: () => {}, end: () => {} },
      commandLine: commandLineFor({}),
    };
    try {
      await importReviews(readArguments(args), surroundings);
      return true;
    } catch (error) {
      expect(error).toBeInstanceOf(ImportError);
      expect((error as Error).message).toContain('would be marked as removed at their source');
      return false;
    }
  }

  /** Checks that fields nobody edited by hand match the source, and that a taken-down review isn't stored. */
  #checkTaken({ id, author, stars = '', comment }: GoogleReview): void {
    const entry = this.#storedAs(id);
    if (this.#takenDown.some((one) => one.id === id)) return expect(entry).toBeUndefined();
    const said = { author, text: comment, rating: ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE'].indexOf(stars) + 1 };
    const free = Object.entries(said).filter(([key]) => !this.#hand.get(id)?.has(key));
    expect(entry).toMatchObject(Object.fromEntries(free));
  }

  #edit(id: string, key: string, toNothing: boolean): void {
    const entry = this.#storedAs(id);
    const known = this.#hand.get(id) ?? new Map<string, unknown>();
    // Setting a key back to an earlier value isn't an edit that an import can detect.
    if (entry === undefined || known.has(key)) return;
    const value = this.#newValue(entry, key, toNothing);
    if (value === entry[key as keyof ReviewEntry]) return;
    this.#hand.set(id, known.set(key, value));
    const edited = this.#stored().map((one) => (one.id === entry.id ? { ...one, [key]: value } : one));
    writeFileSync(this.#file, `[\n${edited.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`);
  }

  #newValue({ rating, removed_at_source }: ReviewEntry, key: string, toNothing: boolean): unknown {
    const isMarked = removed_at_source !== undefined;
    if (key === 'removed_at_source') return isMarked ? undefined : '2023-12-31';
    if (key === 'rating') return (rating % 5) + 1;
    if (key === 'date')
      return this.#at(-100 - this.#day)
        .toISOString()
        .slice(0, 10);
    if (key === 'owner_reply') return { text: `By hand ${this.#day}`, date: '2024-01-01' };
    if (key === 'text' && toNothing) return undefined;
    return key === 'source_url' ? `https://maps.example/${this.#day}` : `By hand, on the day number ${this.#day}`;
  }

  async #takeDown(id: string): Promise<void> {
    const entry = this.#storedAs(id);
    if (entry === undefined) return;
    this.#takenDown.push({ id, author: entry.author, text: entry.text ?? null });
    this.#hand.delete(id);
    const context = {
      contentDir: this.content,
      dataDir: this.content,
      today: '2024-12-31',
      latest: '2024-12-31',
      terminal: undefined,
      say: () => {},
      commandLine: commandLineFor({}),
    };
    await takedown([entry.id ?? ''], context);
  }

  /** Adds a copy of a taken-down review from another source, with different case, spaces and punctuation. */
  async #copy(index: number, byHand: boolean): Promise<void> {
    const one = this.#takenDown[index % Math.max(1, this.#takenDown.length)];
    if (one?.text == null) return;
    const date = this.#at(-200 - this.#day)
      .toISOString()
      .slice(0, 10);
    const record = { source: 'yelp', source_id: `y${this.#day}`, date, rating: 1, author: one.author.toUpperCase() };
    const text = one.text.replaceAll(' ', '  ').replaceAll(',', ' –').toUpperCase();
    if (byHand) writeFileSync(path.join(this.content, 'reviews', `${this.#day}.json`), JSON.stringify({ ...record, text, verified: true }));
    else {
      const file = path.join(this.content, '../copy.ndjson');
      writeFileSync(file, JSON.stringify({ ...record, text }));
      await this.#run([file]);
    }
  }

  #bytes(): Readonly<Record<string, string>> {
    const entries = readdirSync(this.content, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const files = entries.map((entry) => path.join(entry.parentPath, entry.name)).sort();
    return Object.fromEntries(files.map((file) => [file, readFileSync(file, 'latin1')]));
  }

  #check(): void {
    for (const [id, values] of this.#hand) {
      const entry = this.#storedAs(id);
      for (const [key, value] of values) expect([id, key, entry?.[key as keyof ReviewEntry]]).toEqual([id, key, value]);
    }
    const letters = (text: string | null) => (text ?? '').toLowerCase().replace(/[^a-z0-9]/g, '');
    for (const { author, text } of [...this.#stored(), ...readDataset(this.content).reviews])
      for (const gone of this.#takenDown)
        if (text && gone.text) expect([letters(author), letters(text)]).not.toEqual([letters(gone.author), letters(gone.text)]);
    for (const gone of this.#takenDown) expect(this.#storedAs(gone.id)).toBeUndefined();
  }
}

test('through years of imports, hand edits are kept and taken-down reviews stay out', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'open-reviews-years-'));
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 5, maxLength: 25, size: 'max' }), async (operations) => {
        const years = new Years(await mkdtemp(path.join(folder, 'content-')));
        await years.do({ do: 'write', ids: [...IDS] });
        await years.do({ do: 'import', first: 10, remove: false });
        for (const one of operations) await years.do(one);
        rmSync(years.content, { recursive: true });
      }),
      { numRuns: roundsOf(15) },
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
