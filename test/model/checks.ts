import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { limits } from '../../site/contract/limits.ts';
import { machinePaths, paths, reviewPagePath } from '../../site/contract/paths.ts';
import { daysBetween } from '../../site/shared/dates.ts';
import { decoded, type TestResponse } from '../support/ask.ts';
import { askAll, type Target } from '../support/pipeline.ts';
import type { Shown } from './business.ts';
import type { CheckedWorld, LiveModel } from './live.ts';
import { MarkFault, marksIn } from './marks.ts';

/** The parts of a document that are about a review, in this order. */
type Parts = (review: Shown) => readonly string[];

const starsOf = ({ rating }: Shown) => (rating === 1 ? '1 star' : `${rating} stars`);
const feedText = (review: Shown) => review.text ?? `${review.author} gave this business ${starsOf(review)} (rating only).`;
const record: Parts = ({ id, author, rating, date, text, source, reply, method }) => [
  JSON.stringify({ id, author, author_avatar_url: null, rating, date, text, source }).slice(0, -1),
  `"owner_reply":${reply === null ? 'null' : JSON.stringify({ text: reply }).slice(0, -1)}`,
  `"method":"${method}"`,
];

const documents: Readonly<Record<string, Parts>> = {
  [paths.reviews]: record,
  [machinePaths.ndjson]: record,
  [machinePaths.csv]: ({ id, date, rating, author, text, source, reply, method }) => [
    `${id},${date},${rating},${author},${text ?? ''},${source},,${reply ?? ''},`,
    `,${method},`,
  ],
  [paths.jsonFeed]: (review) => [
    `/${review.id}/`,
    `"${starsOf(review)} from ${review.author}"`,
    `"content_text": "${feedText(review)}\\n\\n${review.rating} of 5 stars, `,
  ],
  [paths.atomFeed]: (review) => [`${starsOf(review)} from ${review.author}]`, `/${review.id}/</id>`, feedText(review)],
  [paths.insights]: ({ id }) => [`"${id}":`],
  [machinePaths.embedData]: ({ id, author, rating, date, text }) => [
    `/${id}/`,
    JSON.stringify({ author, rating, date }).slice(1, -1),
    JSON.stringify({ text }).slice(1, -1),
  ],
  [machinePaths.llmsFull]: (review) => [
    `### ${starsOf(review)} from ${review.author}, `,
    `/${review.id}/\n`,
    `> ${review.text ?? '(rating only)'}\n`,
  ],
  [machinePaths.sitemap]: ({ id }) => [`/${id}/<`],
};

/** The reviews in a document that doesn't contain all of them. */
const choices: Readonly<Record<string, (reviews: readonly Shown[]) => readonly Shown[]>> = {
  [paths.jsonFeed]: (reviews) => reviews.slice(0, limits.feedItems),
  [paths.atomFeed]: (reviews) => reviews.slice(0, limits.feedItems),
  [machinePaths.embedData]: (reviews) => reviews.filter(({ text }) => text !== null).slice(0, limits.widgetReviews),
};

const ID = /\b01[0-9A-HJKMNP-TV-Z]{24}\b/g;
const CODINGS = ['identity', 'br', 'gzip'] as const;
const EXTREMES = ['0000-01-01', '0999-12-31', '1999-12-31', '2024-02-29', '2400-02-29', '9999-12-31'];
const near = (date: string, days: number) => new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);

/** Compares the site with the model. Each method throws the first Fault that it finds. */
export class ModelCheck {
  readonly #world: CheckedWorld;
  readonly #live: LiveModel;
  /** Every answer with status 200. */
  readonly #answers: (readonly [target: string, answer: TestResponse])[] = [];

  constructor(world: CheckedWorld, live: LiveModel) {
    this.#world = world;
    this.#live = live;
  }

  /** Checks everything that readers can request: documents, dates, searches and the log. */
  async site(): Promise<void> {
    await this.#documents();
    await this.#dates();
    await this.#searches();
    await this.#world.log.check(this.#world.hosting.documents, new Set(this.#live.reviews.map(({ id }) => id)));
    for (const [target, answer] of this.#answers) this.#refuseMarks(decoded(answer), 'in an answer', target);
  }

  /** Checks every file of the site and, after a purge, every file left on the disk, including the hub's store. */
  files(isPurged: boolean): void {
    const { generation = '', disk, dataDir } = this.#world;
    for (const [file, bytes] of filesBelow(generation)) this.#refuseMarks(bytes, 'in a file', file);
    const left = isPurged ? [...filesBelow(disk)] : [];
    const [stored, others] = [true, false].map((is) => left.filter(([file]) => file.startsWith(dataDir) === is));
    for (const [file, bytes] of others ?? []) this.#refuseMarks(bytes, 'in a file after a purge', file);
    for (const [file, bytes] of stored ?? []) this.#refuseMarks(bytes, "in the hub's store", file);
  }

  async #documents(): Promise<void> {
    const { hosting, generation = '', businesses } = this.#world;
    const { reviews, corrected } = this.#live;
    const named = Object.keys(JSON.parse(readFileSync(path.join(generation, paths.generation), 'utf8')).files);
    const forms = CODINGS.map((coding) => ({ 'accept-encoding': coding }));
    const targets = [...named, paths.generation].flatMap((target) => forms.map((headers) => ({ target, headers })));
    const texts = new Map<string, string>();
    for (const [index, answer] of (await this.#ask(hosting.documents, targets)).entries()) {
      const { target = '' } = targets[index] ?? {};
      if (answer.status !== 200) throw new MarkFault('a document is missing', `${target} answers ${answer.status}`);
      const text = decoded(answer).toString();
      if ((texts.get(target) ?? text) !== text) throw new MarkFault('a document differs between codings', target);
      texts.set(target, text);
      if (documents[target]) this.#expect(target, text, choices[target]?.(reviews) ?? reviews, documents[target]);
    }
    const counts = Object.fromEntries([1, 2, 3, 4, 5].map((stars) => [stars, reviews.filter(({ rating }) => rating === stars).length]));
    const { aggregate_rating } = JSON.parse(texts.get(paths.reviews) ?? '');
    const { review_count, per_review } = JSON.parse(texts.get(paths.insights) ?? '');
    if (JSON.stringify([aggregate_rating.distribution, review_count]) !== JSON.stringify([counts, reviews.length]))
      throw new MarkFault('the review counts are wrong', JSON.stringify([aggregate_rating, review_count]));
    for (const id of corrected) {
      const aspects = JSON.stringify(per_review[id]?.aspects ?? '"id":"waiting","polarity":"negative"');
      if (!/"id\W+waiting\W+polarity\W+negative/.test(aspects)) throw new MarkFault('a correction has no effect', `${id}: ${aspects}`);
    }
    // If pages are built, each published review has one, and no other review does.
    const ids = businesses.flatMap((business) => business.reviews.map(({ id }) => id));
    const pages = await this.#ask(
      hosting.documents,
      ids.map((id) => ({ target: reviewPagePath(id) })),
    );
    for (const [index, { status }] of pages.entries()) {
      const isShown = named.includes('/') && reviews.some(({ id }) => id === ids[index]);
      if ((status === 200) !== isShown)
        throw new MarkFault('a page is missing, or exists but should not', `${ids[index]} answers ${status}`);
    }
  }

  /**
   * Requests every date from before the first review until after the end of the year that follows the newest one, and the days around each
   * review there ever was.
   */
  async #dates(): Promise<void> {
    const { hosting, options, today, businesses } = this.#world;
    const { reviews } = this.#live;
    const first = reviews.at(-1)?.date ?? today;
    const last = `${Number((reviews[0]?.date ?? today).slice(0, 4)) + 1}-12-31`;
    const ever = businesses.flatMap((business) => business.reviews.flatMap(({ date }) => [near(date, -1), date, near(date, 1)]));
    // A host without rules has a file for each date from the first to the last, if the budget allows it.
    const written = options.sinceBudget === 0 || reviews.length === 0 ? [] : daysBetween(first, last);
    const dates = hosting.kind === 'files' ? written : [...new Set([...EXTREMES, ...ever, ...daysBetween(near(first, -2), near(last, 2))])];
    const answers = await this.#ask(
      hosting.documents,
      dates.map((date) => ({ target: paths.since + date })),
    );
    const known = new Map<string, number>();
    for (const [index, { status, text }] of answers.entries()) {
      const date = dates[index] ?? '';
      if (status !== 200) throw new MarkFault('a date has no answer', `${date} answers ${status}`);
      const expected = reviews.filter((one) => one.date >= date);
      // Most dates have the same answer as the day before.
      if (known.get(text) !== expected.length) this.#list(paths.since + date, text, expected, expected.length);
      known.set(text, expected.length);
    }
  }

  async #searches(): Promise<void> {
    const { businesses, hosting, today } = this.#world;
    const { reviews } = this.#live;
    const words = businesses.flatMap((business) => business.reviews.flatMap(({ text }) => [...marksIn(text ?? '')].slice(0, 1)));
    const { date = today } = reviews[Math.floor(reviews.length / 2)] ?? {};
    const searches: Readonly<Record<string, (review: Shown) => boolean>> = {
      ...Object.fromEntries(words.map((word) => [`query=${word.toUpperCase()}`, ({ text }: Shown) => text?.includes(word) ?? false])),
      'rating=5': ({ rating }) => rating === 5,
      [`since=${date}&min_rating=3`]: (review) => review.date >= date && review.rating >= 3,
      [`until=${date}`]: (review) => review.date <= date,
    };
    const origin = hosting.kind === 'files' ? hosting.services : hosting.documents;
    const targets = Object.keys(searches).map((query) => `${paths.search}?${query}`);
    const answers = await this.#ask(
      origin,
      targets.map((target) => ({ target })),
    );
    for (const [index, isFound] of Object.values(searches).entries())
      this.#list(targets[index] ?? '', answers[index]?.text ?? '', reviews.filter(isFound), limits.search.defaultLimit);
  }

  #list(place: string, text: string, expected: readonly Shown[], limit: number): void {
    this.#expect(place, text, expected.slice(0, limit), record);
    const head = `{"matched":${expected.length},"returned":${Math.min(limit, expected.length)},`;
    if (!text.startsWith(head)) throw new MarkFault('the counts of a list are wrong', `${place}: ${text.slice(0, 40)} instead of ${head}`);
  }

  /** Throws if a text doesn't contain these reviews in this order, or if it contains others. */
  #expect(place: string, text: string, expected: readonly Shown[], parts: Parts): void {
    const { business } = this.#live;
    const ids = new Set(text.match(ID));
    const extra = [...ids].find((id) => expected.every((one) => one.id !== id));
    const owned = business.reviews.find(({ id }) => id === extra);
    const why = owned ? (business.whyNot(owned) ?? 'not expected there') : 'not from this business';
    if (extra) throw new MarkFault(`a document has a review that is ${why}`, `${place}: ${extra}`);
    let at = 0;
    for (const review of expected) {
      for (const part of parts(review)) {
        at = text.indexOf(part, at);
        if (at === -1) throw new MarkFault(`a review is ${ids.has(review.id) ? 'wrong' : 'missing'}`, `${place}: no ${part}`);
      }
    }
  }

  /** Throws if bytes contain words that must not be public. */
  #refuseMarks(bytes: Buffer, where: string, place: string): void {
    const { marks, business } = this.#live;
    for (const mark of marksIn(bytes)) {
      if (marks.has(mark)) continue;
      const owned = business.reviews.find((review) => marksIn(JSON.stringify(review)).has(mark));
      const why = owned ? (business.whyNot(owned) ?? 'not a public part of its review') : 'from another wording or business';
      throw new MarkFault(`a word ${where} must not be public: ${why}`, `${place}: ${mark}`);
    }
  }

  /** Requests targets, follows redirects, and records the validators of every answer. */
  async #ask(origin: string, targets: readonly Target[]): Promise<readonly TestResponse[]> {
    const first = await askAll(origin, targets);
    const moved = first.flatMap(({ headers: { location } }) => (location === undefined ? [] : [new URL(location)]));
    const elsewhere = moved[0]
      ? await askAll(
          moved[0].origin,
          moved.map(({ pathname, search }) => ({ target: pathname + search })),
        )
      : [];
    const followed = elsewhere.values();
    this.#world.counts.answers += first.length + elsewhere.length;
    return first.map((answer, index) => {
      const { target = '' } = targets[index] ?? {};
      const isMoved = answer.headers.location !== undefined;
      const last = (isMoved ? followed.next().value : undefined) ?? answer;
      if (last.status === 200) this.#remember(target, last, isMoved || this.#world.hosting.isOurs(target));
      return last;
    });
  }

  #remember(target: string, answer: TestResponse, isOurs: boolean): void {
    const { validators, hosting } = this.#world;
    this.#answers.push([target, answer]);
    if (isOurs) validators.checkTag(target, answer);
    const hasTime = !target.startsWith(paths.search) && (isOurs || hosting.kind === 'files');
    if (hasTime) validators.checkTime(target, isOurs ? 'server' : 'file', answer);
  }
}

/** Yields the files below a folder, decompressed. A file with several hard links comes once. */
function* filesBelow(folder: string): Generator<readonly [string, Buffer]> {
  const seen = new Set<number>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const { ino } = statSync(file);
    if (seen.has(ino)) continue;
    seen.add(ino);
    const bytes = readFileSync(file);
    yield [file, file.endsWith('.br') ? brotliDecompressSync(bytes) : file.endsWith('.gz') ? gunzipSync(bytes) : bytes];
  }
}
