import { isDerivedId } from '../../site/content/identity.ts';
import { counted, plural } from '../../site/shared/text.ts';
import type { ReferenceHasher } from '../content/verification-key.ts';
import { looksLikeReviews, profileTable } from './column-meanings.ts';
import type { Document, Export } from './exports.ts';
import { type BusinessFacts, readLocation } from './google-location.ts';
import { type Incoming, isNewer, type Refused, type Reply } from './incoming.ts';
import type { ExportPage } from './json.ts';
import { type Location, locationsOf } from './locations.ts';
import { isModeration } from './moderation.ts';
import { normalizeHeader, type Platform, type ReviewedPlace } from './platform.ts';
import { recognizePlatform } from './platforms.ts';
import { ImportError, NotReviews } from './questions.ts';
import { type ReadingContext, readRows } from './reviews.ts';
import { type Row, readContents, type Table } from './tables.ts';

/** Everything read from an export. */
export interface ReadExport {
  /** The names of the platforms of its tables; `csv` or `json` for tables of no known platform. */
  readonly sources: ReadonlySet<string>;
  readonly notes: readonly string[];
  /** Its reviews: the newest version of each. */
  readonly incoming: readonly Incoming[];
  readonly refused: readonly Refused[];
  /** How many rows are older versions or exact duplicates of others, replies to reviews, other comments, and empty. */
  readonly counts: { readonly older: number; readonly replies: number; readonly comments: number; readonly empty: number };
  readonly places: readonly ReviewedPlace[];
  /** Its Google locations, including those without reviews. */
  readonly locations: readonly Location[];
  /** What it says about the business at each location, by the keys of business.yaml. */
  readonly businesses: ReadonlyMap<string, BusinessFacts>;
  /** Whether any of its files is a table. */
  readonly hasTable: boolean;
  /** Whether pages are known to be missing, so it isn't complete for any scope. */
  readonly isPart: boolean;
}

export interface ReadingOptions {
  readonly context: ReadingContext;
  readonly hasher: ReferenceHasher;
  /** Whether the files were declared complete. */
  readonly isDeclaredComplete: boolean;
  readonly onRecord: () => void;
}

/** Reads an export. @throws ImportError if a file is damaged or isn't an export, or with a question */
export async function readExport({ documents }: Export, options: ReadingOptions): Promise<ReadExport> {
  const reader = new ExportReader(options);
  for (const document of documents) await reader.read(document);
  return reader.finish();
}

class ExportReader {
  readonly #options: ReadingOptions;
  readonly #sources = new Set<string>();
  readonly #notes: string[] = [];
  /** By identity, all versions in the order of the files. */
  readonly #versions = new Map<string, Incoming[]>();
  readonly #refused: Refused[] = [];
  readonly #replies: { readonly file: string; readonly reply: Reply }[] = [];
  /** By their JSON, so each is kept once. */
  readonly #places = new Map<string, ReviewedPlace>();
  readonly #pages: ExportPage[] = [];
  /** What the platform has and an import doesn't keep, and of how many reviews. */
  readonly #lost = new Map<string, number>();
  /** The names of Google's locations, and their folders in a Takeout. */
  readonly #names = new Map<string, string>();
  readonly #folders = new Set<string>();
  /** What a Takeout says about the business, by location. */
  readonly #businesses = new Map<string, BusinessFacts>();
  /** Reviews without ids that were read so far, to recognize exact duplicates. */
  readonly #contents = new Set<string>();
  #older = 0;
  #empty = 0;
  #hasTable = false;

  constructor(options: ReadingOptions) {
    this.#options = options;
  }

  async read(document: Document): Promise<void> {
    const { takeout, name } = document;
    if (takeout?.holds === 'business') {
      const found = readLocation(document.bytes);
      if (found.name !== undefined) this.#names.set(takeout.folder, found.name);
      const scope = `locations/${takeout.folder}`;
      this.#businesses.set(scope, { ...this.#businesses.get(scope), ...found.facts });
      return;
    }
    if (takeout !== undefined) this.#folders.add(`locations/${takeout.folder}`);
    const { tables, pages, places: named } = await readContents(document);
    this.#pages.push(...pages);
    const read = tables.map((table) => table());
    const wanted = this.#reviewTables(read);
    if (wanted.length === 0 && takeout === undefined) this.#notes.push(`${name}: contains no reviews`);
    for (const table of wanted) this.#readTable(table, recognizePlatform(table));
    for (const place of named) this.#addPlace(place);
  }

  /** The tables of a file that have reviews: those of known platforms, those that look like reviews, or the largest one to ask about. */
  #reviewTables(tables: readonly Table[]): readonly Table[] {
    const { context } = this.#options;
    const filled = tables.filter(
      ({ header, rows, damaged, format }) => rows.length + damaged.length > 0 || (format === 'table' && header.length > 0),
    );
    const known = filled.filter((table) => recognizePlatform(table) !== undefined);
    if (known.length > 0) return this.#noteSheets(filled, known);
    const likely = filled.length > 1 ? filled.filter((table) => looksLikeReviews(table, context)) : [];
    if (likely.length > 0) return this.#noteSheets(filled, likely);
    const [largest] = filled.toSorted((a, b) => b.rows.length - a.rows.length);
    if (largest === undefined) return [];
    if (largest.header.length === 0)
      throw new NotReviews(
        `${largest.name}: contains no reviews, but ${counted(largest.damaged.length, 'value')} that ${plural(largest.damaged.length, "isn't an object", "aren't objects")}`,
      );
    return [largest];
  }

  /** Reports the sheets of a spreadsheet that aren't read. */
  #noteSheets(all: readonly Table[], read: readonly Table[]): readonly Table[] {
    for (const { name, format, rows } of all.filter((table) => !read.includes(table)))
      if (format === 'table')
        this.#notes.push(
          `${name}: ${counted(rows.length, 'row')} without dates and ratings ${plural(rows.length, "isn't", "aren't")} read`,
        );
    return read;
  }

  #readTable(table: Table, platform: Platform | undefined): void {
    const { context, isDeclaredComplete, onRecord } = this.#options;
    if (platform?.refusal !== undefined) throw new NotReviews(`${table.name}: ${platform.refusal}`);
    if (isDeclaredComplete && platform?.incomplete !== undefined)
      throw new ImportError(`${table.name}: ${platform.incomplete}; use --complete with a platform's export that has all reviews`);
    this.#hasTable ||= table.format === 'table';
    this.#sources.add(platform?.name ?? (table.format === 'json' ? 'json' : 'csv'));
    const profile = profileTable(table, context, platform);
    const { rows, notes } = readRows(table, profile, context);
    this.#empty += table.empty;
    const refused: Refused[] = [...table.damaged];
    for (const { row, result, place } of rows) {
      onRecord();
      if (place !== undefined) this.#addPlace(place);
      if ('replyTo' in result) {
        this.#replies.push({ file: table.name, reply: result });
        continue;
      }
      if (row.page !== undefined) row.page.scope ??= result.scope;
      if ('entry' in result) this.#add(result);
      else refused.push(result);
    }
    // Too many for the arguments of one call.
    for (const one of refused.sort((a, b) => byNumber.compare(a.place, b.place))) this.#refused.push(one);
    this.#countLost(
      table,
      platform,
      rows.map(({ row }) => row),
    );
    for (const note of [...describeOthers(table, profile, context), ...notes]) this.#notes.push(note);
  }

  #add(incoming: Incoming): void {
    const { entry, identity, isAnonymous } = incoming;
    const { id: _id, source_id, ...rest } = entry;
    if (isDerivedId(source_id) && entry.text !== null && !isAnonymous) {
      const content = JSON.stringify(rest);
      if (this.#contents.has(content)) {
        this.#older += 1;
        return;
      }
      this.#contents.add(content);
    }
    const known = this.#versions.get(identity);
    if (known) known.push(incoming);
    else this.#versions.set(identity, [incoming]);
  }

  #addPlace(place: ReviewedPlace): void {
    if (Object.values(place).some((value) => value !== undefined)) this.#places.set(JSON.stringify(place), place);
  }

  #countLost({ header }: Table, platform: Platform | undefined, rows: readonly Row[]): void {
    for (const [index, name] of header.entries()) {
      const what = { ...LOST, ...platform?.loses }[normalizeHeader(name)];
      const count = what === undefined ? 0 : rows.filter(({ cells }) => !/^(?:|0|false|no)$/i.test(cells[index]?.trim() ?? '')).length;
      if (what !== undefined && count > 0) this.#lost.set(what, (this.#lost.get(what) ?? 0) + count);
    }
  }

  async finish(): Promise<ReadExport> {
    const chosen = new Map([...this.#versions].flatMap(([identity, versions]) => this.#choose(identity, versions)));
    const counts = this.#addReplies(chosen);
    const last = pageWithoutNext(this.#pages);
    if (last !== undefined && this.#options.isDeclaredComplete)
      throw new ImportError(`${missingPages(last)}: --complete needs all of them; nothing was imported`);
    const locations = locationsOf([...chosen.values()], this.#folders, this.#names);
    for (const { scope, name } of locations) this.#addPlace({ id: scope, name });
    return {
      sources: this.#sources,
      notes: [
        ...this.#notes,
        ...[...this.#lost].map(([what, count]) => describeLost(what, count)),
        ...(last === undefined ? [] : [`${missingPages(last)}, so the export is not complete`]),
      ],
      incoming: await Promise.all([...chosen.values()].map((one) => this.#withHash(one))),
      refused: this.#refused,
      counts: { ...counts, older: this.#older, empty: this.#empty },
      places: [...this.#places.values()],
      locations,
      businesses: this.#businesses,
      hasTable: this.#hasTable,
      isPart: last !== undefined,
    };
  }

  /** The newest version of a review, and the last one of equally new ones; none if they aren't versions of one review. */
  #choose(identity: string, versions: readonly Incoming[]): readonly (readonly [string, Incoming])[] {
    const [first, ...others] = versions;
    if (first === undefined) return [];
    if (others.length > 0 && first.idColumn !== undefined && !versions.every((one) => isSameAuthor(first, one))) {
      for (const one of versions) this.#refused.push(toAmbiguous(one, versions));
      return [];
    }
    this.#older += others.length;
    return [[identity, others.reduce((newest, one) => (isNewer(newest, one) ? newest : one), first)]];
  }

  /** Adds replies to their reviews, unless a review has one or both have the same author. Returns how many were added and left out. */
  #addReplies(reviews: Map<string, Incoming>): { replies: number; comments: number } {
    let replies = 0;
    const lost = new Map<string, number>();
    for (const { file, reply: one } of this.#replies) {
      const review = reviews.get(one.replyTo);
      if (review === undefined) lost.set(file, (lost.get(file) ?? 0) + 1);
      else if (one.reply !== null && review.entry.owner_reply === null && review.entry.author !== one.author) {
        reviews.set(one.replyTo, { ...review, entry: { ...review.entry, owner_reply: one.reply } });
        replies += 1;
      }
    }
    for (const [file, count] of lost)
      this.#notes.push(`${file}: ${counted(count, 'reply is', 'replies are')} to no review in the file, and left out`);
    return { replies, comments: this.#replies.length - replies };
  }

  /** Hashes the invoice or job number, which must not be in the content. */
  async #withHash(incoming: Incoming): Promise<Incoming> {
    const { verification } = incoming.entry;
    if (verification?.reference === undefined) return incoming;
    const reference = await this.#options.hasher.hash(verification.reference);
    return { ...incoming, entry: { ...incoming.entry, verification: { ...verification, reference } } };
  }
}

/** The places of a table's rows differ in numbers. */
const byNumber = new Intl.Collator('en', { numeric: true });

const isSameAuthor = (a: Incoming, b: Incoming) =>
  a.isAnonymous || b.isAnonymous
    ? JSON.stringify(a.entry) === JSON.stringify(b.entry)
    : a.entry.author.toLowerCase() === b.entry.author.toLowerCase();

/** Refuses a row whose id other people's reviews have, too. */
function toAmbiguous({ place, identity, scope, entry, idColumn }: Incoming, versions: readonly Incoming[]): Refused {
  const others = versions.filter((one) => one.place !== place).map((one) => `${one.place} (${one.entry.author})`);
  const reason = `the id ${JSON.stringify(entry.source_id)} is also that of ${others.slice(0, 3).join(', ')}${others.length > 3 ? ' and others' : ''}, so it doesn't identify a review; if these are different reviews, use --ignore ${JSON.stringify(idColumn)}`;
  return { place, reason, identity, scope };
}

/** What other tables may have and an import doesn't keep: the keys under which Google, this service and others list photos. */
const LOST: Readonly<Record<string, string>> = { review_media_items: 'photos', photos: 'photos', review_image_urls: 'photos' };

function describeLost(what: string, count: number): string {
  const reviews = counted(count, 'review');
  return what === 'photos'
    ? `${reviews} with photos, which the export only links to, so they aren't imported; save those you may publish in pictures/ and list them under "photos"`
    : `${reviews} ${plural(count, 'has', 'have')} ${what}, which isn't stored`;
}

/** The columns that aren't imported, and how to map one with texts or names. */
function describeOthers(
  { name, header, format }: Table,
  { platform, others, columns }: ReturnType<typeof profileTable>,
  context: ReadingContext,
): string[] {
  const noun = format === 'json' ? 'key' : 'column';
  const leftOut = others.flatMap((index) =>
    isModeration(header[index]?.trim() ?? '', context) ? [] : [`"${header[index]?.replace(/\[\]$/, '')}"`],
  );
  // The JSON of known platforms has many keys that nobody misses.
  if (leftOut.length === 0 || (format === 'json' && platform !== undefined)) return [];
  return [
    `${name}: the ${plural(leftOut.length, noun)} ${leftOut.join(', ')} ${plural(leftOut.length, 'is', 'are')} not imported`,
    ...(columns.some(([column]) => column === 'text')
      ? []
      : [`${name}: no ${noun} for text; if one has what customers wrote, add --map text="ITS NAME"`]),
    ...(platform !== undefined || columns.some(([column]) => column === 'author')
      ? []
      : [`${name}: no ${noun} for author, so nobody is named; if one has the customers' names, add --map author="ITS NAME"`]),
  ];
}

const missingPages = ({ name }: ExportPage) => `${name}: has a nextPageToken, and the following pages are missing`;

/** A page whose next page is missing; undefined if none is known to be missing. */
function pageWithoutNext(pages: readonly ExportPage[]): ExportPage | undefined {
  const ends = pages.filter(({ hasNext }) => !hasNext);
  const open = pages.filter((page) => page.hasNext && !ends.some(({ scope }) => scope !== undefined && scope === page.scope));
  // A last page without reviews may belong to any one scope.
  const isEnded = new Set(open.map(({ scope }) => scope)).size <= ends.filter(({ scope }) => scope === undefined).length;
  return isEnded ? undefined : open.at(-1);
}
