import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type BuildOptions, type BuildResult, build } from '../../scripts/build/build.ts';
import { readEnvironment } from '../../site/contract/environment.ts';
import { type Workshop, workshop } from '../support/copy-content.ts';
import { printTexts } from '../support/print-documents.ts';

export { LOG_KEY as KEY } from '../support/run-script.ts';

/** A second key in the format of `openssl rand -base64 32`. */
export const OTHER_KEY = Buffer.alloc(32, 2).toString('base64');

/** A public address that never responds, because `fetch` blocks port 9. */
export const PUBLIC = 'http://reviews.test:9';

/** Whether a published file depends on the build date or the log's key, and not only on the content. */
export const isDated = (publicPath: string) => /^\/(log|api\/changes)\/|\.tlog-proof$|^\/\.well-known\/security\.txt$/.test(publicPath);

/** A review in the content. `entry` gives each review its own text. */
export interface ShopEntry {
  readonly source_id: string;
  readonly date?: string;
  readonly rating?: number;
  readonly text?: string;
  readonly [key: string]: unknown;
}

export const entry = (source_id: string, more: Omit<ShopEntry, 'source_id'> = {}): ShopEntry => ({
  source_id,
  date: '2024-03-01',
  rating: 5,
  author: `Author ${source_id}`,
  text: `Words of ${source_id}.`,
  verified: true,
  ...more,
});

/** A machine that builds a tiny site, with its own content, DIST_DIR and DATA_DIR. */
export class Shop implements AsyncDisposable {
  readonly #workshop: Workshop;
  readonly #variables: Readonly<Record<string, string>>;

  private constructor(made: Workshop, variables: Readonly<Record<string, string>>) {
    this.#workshop = made;
    this.#variables = variables;
  }

  static async open(variables: Readonly<Record<string, string>> = {}): Promise<Shop> {
    const made = await workshop('minimal');
    await mkdir(path.join(made.content, 'reviews'));
    return new Shop(made, variables);
  }

  get folder(): string {
    return this.#workshop.folder;
  }
  get dist(): string {
    return this.#workshop.dist;
  }
  get content(): string {
    return this.#workshop.content;
  }
  get data(): string {
    return path.join(this.folder, 'data');
  }

  /** Returns the environment variables of a build on this machine. */
  variables(more: Readonly<Record<string, string>> = {}): Record<string, string> {
    return {
      BASE_URL: PUBLIC,
      CONTENT_DIR: this.content,
      DIST_DIR: this.dist,
      DATA_DIR: this.data,
      ...this.#variables,
      ...more,
    };
  }

  async write(reviews: readonly ShopEntry[], takedowns: readonly object[] = []): Promise<void> {
    await writeFile(path.join(this.content, 'reviews/all.json'), JSON.stringify(reviews));
    await writeFile(path.join(this.content, 'takedowns.json'), JSON.stringify(takedowns));
  }

  /** Builds the documents but no pages and images, because only one page depends on the log. `day` is the build date. */
  async build(
    reviews?: readonly ShopEntry[],
    more: Readonly<Record<string, string>> = {},
    day = '2026-01-01',
    options: Partial<BuildOptions> = {},
  ): Promise<BuildResult> {
    if (reviews) await this.write(reviews);
    const environment = readEnvironment(this.variables(more));
    return build({ environment, now: () => Date.parse(`${day}T12:00:00Z`), onProgress: () => {}, print: printTexts, ...options });
  }

  async read(publicPath: string): Promise<string> {
    return readFile(path.join(this.dist, publicPath), 'utf8');
  }

  /** Returns every published change. */
  async changes(): Promise<{ type: string; id: string | null; reason: string | null; review: object | null }[]> {
    const pages = (await readdir(path.join(this.dist, 'api/changes')))
      .filter((name) => /^\d+$/.test(name))
      .sort((a, b) => Number(a) - Number(b));
    const read = await Promise.all(pages.map(async (page) => JSON.parse(await this.read(`/api/changes/${page}`)).changes));
    return read.flat();
  }

  async forget(what: 'dist' | 'data'): Promise<void> {
    if (what === 'data') return rm(this.data, { recursive: true });
    await rm(this.dist);
    await rm(path.join(this.folder, '.dist'), { recursive: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
