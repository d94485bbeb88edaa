import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { limits } from '../../../site/contract/limits.ts';
import { buildSite, stopBuilder } from '../../support/build-site.ts';
import { workshop } from '../../support/copy-content.ts';

const REVIEWS = 40;
const WORDS = ['kettle', 'lamp', 'doorbell', 'heater', 'fuse'] as const;
const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2024, 0, 1);
/** What a server may need beyond its interval to read an edition, on a machine that is busy. */
const READING_SECONDS = 5;
/** How long a reader may still get an older edition: the server that is asked finds the new one, then the CDN keeps what it had before. */
const OLD_MS = (limits.generationPollSeconds + READING_SECONDS + limits.documentFreshSeconds + limits.documentStaleSeconds) * 1000;

/** A review as an edition has it; the author is a different one in each. */
export interface EditionReview {
  readonly author: string;
  readonly date: string;
  readonly rating: number;
  readonly text: string;
}

/** The reviews of an edition, newest first. Every text names the edition, and ratings move with it. */
export function reviewsOf(edition: number): readonly EditionReview[] {
  return Array.from({ length: REVIEWS }, (_, index) => ({
    author: `Reader ${index}`,
    date: new Date(FIRST_DAY + index * DAY_MS).toISOString().slice(0, 10),
    rating: 1 + ((index + Math.floor(index / 5) + edition) % 5),
    text: `A new ${WORDS[index % WORDS.length]} for generation-${edition}`,
  })).toReversed();
}

/** The edition that an answer's text is of; undefined where it names none, or several. */
export function editionOf(text: string): number | undefined {
  const marks = new Set(text.match(/generation-\d+/g));
  return marks.size === 1 ? Number([...marks][0]?.slice('generation-'.length)) : undefined;
}

/** A business whose reviews are all changed by each edition, and the builds that publish them. */
export class Editions {
  readonly #content: string;
  readonly #variables: Readonly<Record<string, string>>;
  /** When each was published, the first one first. */
  readonly #published: number[] = [];
  readonly dist: string;

  private constructor(content: string, dist: string, variables: Readonly<Record<string, string>>) {
    this.#content = content;
    this.#variables = variables;
    this.dist = dist;
  }

  /** `origin` is the CDN's address: builds ping the hub through it. */
  static async prepare(origin: string): Promise<Editions> {
    const { folder, content, dist } = await workshop('minimal');
    await mkdir(path.join(content, 'reviews'));
    return new Editions(content, dist, { BASE_URL: origin, DATA_DIR: path.join(folder, 'data of builds') });
  }

  get newest(): number {
    return this.#published.length;
  }

  /** The oldest edition that a reader who asks now may get. */
  oldestNow(): number {
    const before = Date.now() - OLD_MS;
    return Math.max(1, this.#published.filter((at) => at <= before).length);
  }

  /** Builds the next edition; `variables` are settings of this build. */
  async publish(variables: Readonly<Record<string, string>> = {}): Promise<void> {
    const edition = this.newest + 1;
    const reviews = reviewsOf(edition).map(({ author, ...review }) => ({ ...review, author, source_id: author, verified: true }));
    await writeFile(path.join(this.#content, 'reviews/all.json'), JSON.stringify(reviews));
    await buildSite(this.#content, this.dist, { ...this.#variables, ...variables });
    this.#published.push(Date.now());
  }

  stop(): Promise<void> {
    return stopBuilder();
  }
}
