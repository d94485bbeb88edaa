import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { limits } from '../../../site/contract/limits.ts';
import { buildDocuments } from '../../support/call-command.ts';
import { workshop } from '../../support/copy-content.ts';

const REVIEWS = 40;
const WORDS = ['kettle', 'lamp', 'doorbell', 'heater', 'fuse'] as const;
const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2024, 0, 1);
/** How long readers may still get an older edition: until the server looks for a new one, and as long as the CDN then keeps its old copy. */
const OLD_SECONDS = limits.generationPollSeconds + limits.documentFreshSeconds + limits.documentStaleSeconds;

/** A review of an edition. Each review has a different author. */
export interface EditionReview {
  readonly author: string;
  readonly date: string;
  readonly rating: number;
  readonly text: string;
}

/** Returns the reviews of an edition, newest first. Every text names the edition, and ratings depend on it. */
export function reviewsOf(edition: number): readonly EditionReview[] {
  return Array.from({ length: REVIEWS }, (_, index) => ({
    author: `Reader ${index}`,
    date: new Date(FIRST_DAY + index * DAY_MS).toISOString().slice(0, 10),
    rating: 1 + ((index + Math.floor(index / 5) + edition) % 5),
    text: `A new ${WORDS[index % WORDS.length]} for generation-${edition}`,
  })).toReversed();
}

/** Returns the edition that an answer names, or undefined if it names none or several. */
export function editionOf(text: string): number | undefined {
  const marks = new Set(text.match(/generation-\d+/g));
  return marks.size === 1 ? Number([...marks][0]?.slice('generation-'.length)) : undefined;
}

/** A business whose reviews all change with each edition, and the builds that publish them, without pages. */
export class Editions {
  readonly #content: string;
  readonly #variables: Readonly<Record<string, string>>;
  /** When each edition was published, oldest first. */
  readonly #published: number[] = [];
  readonly dist: string;

  private constructor(content: string, dist: string, variables: Readonly<Record<string, string>>) {
    this.#content = content;
    this.#variables = variables;
    this.dist = dist;
  }

  /** Prepares the content. `origin` is the CDN's address, through which builds ping the hub. */
  static async prepare(origin: string): Promise<Editions> {
    const { folder, content, dist } = await workshop('minimal');
    await mkdir(path.join(content, 'reviews'));
    return new Editions(content, dist, { BASE_URL: origin, DATA_DIR: path.join(folder, 'data of builds') });
  }

  get newest(): number {
    return this.#published.length;
  }

  /** Returns the oldest edition that a reader may still get now, if servers take up to `readingSeconds` to read one. */
  oldestNow(readingSeconds: number): number {
    const before = Date.now() - (OLD_SECONDS + readingSeconds) * 1000;
    return Math.max(1, this.#published.filter((at) => at <= before).length);
  }

  /** Builds the next edition. `variables` are settings for this build only. */
  async publish(variables: Readonly<Record<string, string>> = {}): Promise<void> {
    const edition = this.newest + 1;
    const reviews = reviewsOf(edition).map(({ author, ...review }) => ({ ...review, author, source_id: author, verified: true }));
    await writeFile(path.join(this.#content, 'reviews/all.json'), JSON.stringify(reviews));
    await buildDocuments(this.#content, this.dist, { ...this.#variables, ...variables });
    this.#published.push(Date.now());
  }
}
