import { hash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startChild } from '../../scripts/lab/bench/child.ts';
import { buildSite } from '../support/build-site.ts';
import { dataFolder, NOBODY, root, runScript } from '../support/run-script.ts';
import shareBuilder from '../support/shared-builder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { filesIn, neededByApache, PASSWORD, startWebSpace, type WebSpaceServer } from '../support/web-space.ts';
import type { UploadJob } from './upload-process.ts';

/** A built site, and the words of its reviews. */
interface State {
  readonly dist: string;
  readonly words: ReadonlySet<string>;
  readonly files: ReadonlySet<string>;
}

/** What the kills have shown. */
export interface UploadKills {
  readonly kills: number;
  /** Kills before the first file, between files, and after the upload. */
  readonly moments: Readonly<Record<'before' | 'during' | 'after', number>>;
  readonly looks: number;
  readonly failures: readonly string[];
}

const STATES = 6;
const REVIEWS = 10;

/** Files of others in the folder, which must stay. */
const THEIRS = { 'google1234.html': 'theirs', 'reviews/theirs.txt': 'theirs', 'shop/index.html': '<a href="/shop/cart">theirs</a>' };

/** A source of numbers from 0 to 1, exclusive, that only depends on the seed. */
export function seeded(seed: number): () => number {
  let count = 0;
  return () => hash('sha256', `${seed} ${count++}`, 'buffer').readUInt32BE() / 2 ** 32;
}

/** Builds sites of a business with random reviews, with pages. */
async function buildStates(random: () => number): Promise<State[]> {
  const folder = temporaryFolder();
  const states: State[] = [];
  for (let index = 0; index < STATES; index++) {
    const content = path.join(folder, `content ${index}`);
    const dist = path.join(folder, `dist ${index}`);
    cpSync(path.join(root, 'test/fixtures/taberna'), content, { recursive: true });
    const words = new Set<string>();
    const entries = Array.from({ length: REVIEWS }, (_, number) => number).flatMap((number) => {
      if (random() < 0.3) return [];
      const word = `secret${number}v${Math.floor(random() * 3)}end`;
      words.add(word);
      const date = `202${number % 4}-0${1 + (number % 9)}-1${number % 10}`;
      return [
        { source_id: `r${number}`, date, rating: 1 + (number % 5), author: `Author ${number}`, text: `I say ${word}.`, verified: true },
      ];
    });
    writeFileSync(path.join(content, 'reviews/todas.yaml'), JSON.stringify(entries));
    await buildSite(content, dist, { DATA_DIR: dataFolder(path.join(folder, `data ${index}`)) });
    states.push({ dist, words, files: new Set(neededByApache(dist)) });
  }
  return states;
}

/** Uploads one site after another to a host, and kills the uploads. */
class KillLoop {
  readonly #random: () => number;
  readonly #host: WebSpaceServer;
  readonly #states: readonly State[];
  readonly #dataDir = temporaryFolder();
  readonly #failures: string[] = [];
  readonly #moments = { before: 0, during: 0, after: 0 };
  /** How long the last upload took that wasn't killed, and how many files it renamed or deleted. */
  #uploadMs = 0;
  #uploadSteps = 0;
  /** Pages of reviews that left in an upload since the last one that ended. */
  readonly #withdrawn = new Set<string>();
  /** All files that these uploads may have sent. */
  readonly #known = new Set<string>();
  #looks = 0;
  #kills = 0;

  constructor(random: () => number, host: WebSpaceServer, states: readonly State[]) {
    this.#random = random;
    this.#host = host;
    this.#states = states;
  }

  get #site(): string {
    return this.#host.site;
  }

  #pick = (): State => this.#states[Math.floor(this.#random() * this.#states.length)] as State;

  async run(rounds: number): Promise<UploadKills> {
    this.#empty();
    let state = this.#pick();
    await this.#finish(state);
    for (let round = 1; round <= rounds; round++) {
      // Some uploads are the first one to an empty folder.
      if (this.#random() < 0.2) this.#empty();
      const [last, isSame] = [state, this.#random() < 0.2];
      state = isSame ? state : this.#pick();
      await this.#kill(state, last);
      // Some are killed several times, and some have other reviews when they continue.
      if (this.#random() < 0.5) {
        if (this.#random() < 0.7) state = this.#pick();
        await this.#finish(state);
      }
    }
    await this.#finish(state);
    return { kills: this.#kills, moments: this.#moments, looks: this.#looks, failures: this.#failures };
  }

  #empty(): void {
    rmSync(this.#site, { recursive: true, force: true });
    rmSync(path.join(this.#dataDir, 'publish'), { recursive: true, force: true });
    mkdirSync(this.#site);
    this.#hasTheirs = false;
  }
  #hasTheirs = false;

  /** Adds the files of others, which are only there after ours, because an upload refuses a folder with other files. */
  #addTheirs(): void {
    for (const [name, text] of Object.entries(THEIRS)) {
      mkdirSync(path.dirname(path.join(this.#site, name)), { recursive: true });
      writeFileSync(path.join(this.#site, name), text);
    }
    this.#hasTheirs = true;
  }

  #start({ dist }: State) {
    return startChild(new URL('./upload-process.ts', import.meta.url), {
      dist,
      dataDir: this.#dataDir,
      space: this.#host.settings,
      password: PASSWORD,
    } satisfies UploadJob);
  }

  async #kill(state: State, last: State): Promise<void> {
    const before = this.#host.done().length;
    const child = await this.#start(state);
    const code = await Promise.race([this.#moment(before), child.ended]);
    await child.end('SIGKILL');
    await this.#host.idle();
    this.#kills += 1;
    this.#moments[code === 0 ? 'after' : this.#host.done().length === before ? 'before' : 'during'] += 1;
    for (const name of last.files) if (isReviewPage(name) && !state.files.has(name)) this.#withdrawn.add(name);
    for (const name of [...last.files, ...state.files]) this.#known.add(name);
    this.#look(this.#known);
  }

  /** Waits for a random moment: a time after the start, or after a number of steps at the host, since signing in takes most of the time. */
  async #moment(before: number): Promise<void> {
    if (this.#random() < 0.3) return wait(this.#random() * this.#uploadMs);
    const steps = this.#random() * this.#uploadSteps;
    const deadline = performance.now() + 2 * this.#uploadMs;
    while (this.#host.done().length < before + steps && performance.now() < deadline) await wait(1);
    await wait(this.#random() * 10);
  }

  /** Uploads to the end. The folder must be as after a fresh upload, apart from the files of others. */
  async #finish(state: State): Promise<void> {
    const before = this.#host.done().length;
    const child = await this.#start(state);
    const from = performance.now();
    const code = await child.ended;
    await this.#host.idle();
    this.#uploadMs = performance.now() - from;
    this.#uploadSteps = this.#host.done().length - before;
    if (code !== 0) throw new Error(`an upload after ${this.#kills} kills ended with ${code}`);
    this.#withdrawn.clear();
    this.#known.clear();
    this.#look(state.files);
    const there = filesIn(this.#site);
    const theirs = this.#hasTheirs ? Object.keys(THEIRS) : [];
    const wanted = new Set([...state.files, ...theirs]);
    for (const name of there) if (!wanted.has(name)) this.#fail(`${name} is left`);
    for (const name of wanted) if (!there.includes(name)) this.#fail(`${name} is missing`);
    for (const name of there) {
      const body = readFileSync(path.join(this.#site, name));
      for (const [word] of body.toString('latin1').matchAll(/secret\dv\dend/g))
        if (!state.words.has(word)) this.#fail(`${name} has ${word}, which was taken down`);
      if (state.files.has(name) && !body.equals(readFileSync(path.join(state.dist, name)))) this.#fail(`${name} has other bytes`);
      if (name in THEIRS && String(body) !== THEIRS[name as keyof typeof THEIRS]) this.#fail(`${name} isn't theirs any more`);
    }
    if (!this.#hasTheirs) this.#addTheirs();
  }

  /**
   * Follows links from the home page, as visitors do. Every file that a page names must be there, except pages of reviews that are withdrawn,
   * which leave before the pages that link to them.
   */
  #look(known: ReadonlySet<string>): void {
    this.#looks += 1;
    const there = new Set(filesIn(this.#site));
    const queue = there.has('index.html') ? ['index.html'] : [];
    const seen = new Set(queue);
    for (const page of queue)
      for (const name of linksOf(readFileSync(path.join(this.#site, page), 'utf8'), page)) {
        if (seen.has(name) || !known.has(name)) continue;
        seen.add(name);
        if (!there.has(name)) {
          if (!this.#withdrawn.has(name)) this.#fail(`${page} names ${name}, which isn't there`);
        } else if (name.endsWith('.html')) queue.push(name);
      }
  }

  #fail(problem: string): void {
    this.#failures.push(`after ${this.#kills} kills: ${problem}`);
  }
}

const isReviewPage = (name: string) => /^reviews\/[0-9A-Z]{26}\/index\.html$/.test(name);

/** The names of files on this site that a page names in its attributes. */
function linksOf(html: string, page: string): string[] {
  const base = new URL(`${NOBODY}/${page}`);
  return [...html.matchAll(/(?:href|src|content|data-[\w-]+)="([^"#]+)/g)].flatMap(([, text = '']) => {
    const url = /^(?:[/.]|https?:)/.test(text) ? URL.parse(text.replaceAll('&amp;', '&'), base) : null;
    if (url === null || url.origin !== NOBODY) return [];
    return [url.pathname.slice(1) + (url.pathname.endsWith('/') ? 'index.html' : '')];
  });
}

/** Kills an upload `rounds` times at random moments, and collects what visitors or owners would complain about. */
export async function killUploads(rounds: number, random: () => number): Promise<UploadKills> {
  const states = await buildStates(random);
  const host = await startWebSpace();
  try {
    return await new KillLoop(random, host, states).run(rounds);
  } finally {
    await host.stop();
  }
}

/** Uploads the demo, and again with one more review. Returns the files and bytes of both. */
async function measureDemo(): Promise<readonly { readonly files: number; readonly bytes: number }[]> {
  const host = await startWebSpace();
  const folder = temporaryFolder();
  const [content, dist] = [path.join(folder, 'content'), path.join(folder, 'dist')];
  const variables = { CONTENT_DIR: content, DIST_DIR: dist, DATA_DIR: dataFolder(path.join(folder, 'data')) };
  cpSync(path.join(root, 'content'), content, { recursive: true });
  const publish = async () => {
    await buildSite(content, dist, variables);
    const job = { dist, dataDir: variables.DATA_DIR, space: host.settings, password: PASSWORD } satisfies UploadJob;
    const child = await startChild(new URL('./upload-process.ts', import.meta.url), job);
    let text = '';
    child.process.stdout?.on('data', (part) => {
      text += part;
    });
    if ((await child.ended) !== 0) throw new Error('the upload failed');
    return JSON.parse(text) as { files: number; bytes: number };
  };
  try {
    const first = await publish();
    const review = ['add', '--date', '2026-11-20', '--rating', '4', '--author', 'Ann', '--text', 'They came back.', '--method', 'invoice'];
    const { code, stderr } = await runScript('review', variables, root, [...review, '--reference', '1']);
    if (code !== 0) throw new Error(stderr);
    return [first, await publish()];
  } finally {
    await host.stop();
  }
}

/**
 * `node test/evidence/upload.ts [KILLS] [SEED]` kills uploads of a site with pages and changing reviews at random moments.
 * `node test/evidence/upload.ts --sizes` measures uploads of the demo.
 */
if (import.meta.main) {
  const stopBuilder = await shareBuilder();
  const [first = '50', seed = String(Date.now() % 1_000_000)] = process.argv.slice(2);
  if (first === '--sizes') {
    const [all, one] = await measureDemo();
    for (const [what, { files, bytes }] of Object.entries({ 'the demo': all, 'with one more review': one } as Record<
      string,
      { files: number; bytes: number }
    >))
      console.log(`${what}: ${files} files, ${(bytes / 1e6).toFixed(1)} MB`);
  } else {
    const { kills, moments, looks, failures } = await killUploads(Number(first), seeded(Number(seed)));
    for (const failure of failures.slice(0, 20)) console.log(failure);
    const { before, during, after } = moments;
    console.log(
      `${kills} kills -9 of an upload: ${before} before its first file, ${during} during it, ${after} after it; ${looks} looks at the site, ${failures.length} failures, seed ${seed}`,
    );
    process.exitCode = failures.length > 0 ? 1 : 0;
  }
  await stopBuilder();
}
