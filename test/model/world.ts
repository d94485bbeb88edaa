import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ManualClock } from '../support/manual-clock.ts';
import { LOG_KEY, NOBODY } from '../support/run-script.ts';
import type { BuildTask } from './build-process.ts';
import { Business } from './business.ts';
import { Check } from './checks.ts';
import { buildDocuments, buildInProcess, type Place, purgeOlder, refusalOf } from './commands.ts';
import { Hosting, type HostKind } from './hosts.ts';
import type { Live } from './live.ts';
import { LogReader } from './log-reader.ts';
import { Fault, Marks, marksIn } from './marks.ts';
import { Validators } from './validators.ts';

/** The day after a leap day, so that reviews of a few days make all the edges there are. */
const BEGIN = Date.UTC(2028, 2, 1, 12);

export interface WorldOptions {
  readonly kind: HostKind;
  /** SINCE_BUDGET_MB: with 0 hardly a date of since has a file. */
  readonly sinceBudget: number;
  /** Whether the owner keeps the log's key as LOG_KEY; otherwise it is lost with the disk. */
  readonly hasLogKey: boolean;
  /** Whether builds make the pages, too, each in a process of its own. */
  readonly pages: boolean;
}

/** The real side of the model: folders, a clock that only acts move, and a site on the web. */
export class World {
  readonly clock = new ManualClock(BEGIN);
  readonly marks = new Marks();
  readonly businesses: readonly Business[] = [new Business('Acme Electric'), new Business('Birch Plumbing')];
  business = this.businesses[0] as Business;
  readonly validators = new Validators();
  readonly log = new LogReader();
  /** What happened, in words. */
  readonly story: string[] = [];
  readonly counts = { builds: 0, answers: 0 };
  /** Removed at the end with all that is in it. */
  readonly folder = mkdtempSync(path.join(os.tmpdir(), 'owner years '));
  readonly options: WorldOptions;
  readonly hosting: Hosting;
  #live: Live | undefined;
  #disks = 1;

  private constructor(options: WorldOptions, hosting: Hosting) {
    this.options = options;
    this.hosting = hosting;
  }

  static async open(options: WorldOptions): Promise<World> {
    return new World(options, await Hosting.open(options.kind));
  }

  async close(): Promise<void> {
    await this.hosting.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  readonly tell = (sentence: string): void => {
    this.story.push(sentence);
  };

  /** What this machine keeps of the site. */
  get disk(): string {
    return path.join(this.folder, `disk-${this.#disks}`);
  }

  get distDir(): string {
    return path.join(this.disk, 'dist');
  }

  get dataDir(): string {
    return path.join(this.disk, 'data');
  }

  get contentDir(): string {
    return path.join(this.folder, this.business.name);
  }

  get place(): Place {
    return { contentDir: this.contentDir, dataDir: this.dataDir, now: this.clock.now() };
  }

  get today(): string {
    return new Date(this.clock.now()).toISOString().slice(0, 10);
  }

  /** The folder of the generation that DIST_DIR stands for; undefined before the first. */
  get generation(): string | undefined {
    return existsSync(this.distDir) ? realpathSync(this.distDir) : undefined;
  }

  /** Builds, and holds all that is public against the model. `isDown`: the server hears of it only at its next start. */
  async build({ purge, isDown }: { readonly purge: boolean; readonly isDown: boolean }): Promise<void> {
    if (isDown) await this.hosting.stop();
    await this.#publish();
    await this.#serve();
    if (purge) await purgeOlder(this.distDir);
    await this.#check(purge);
  }

  /** A build of a content that isn't sound changes nothing. */
  async failingBuild(): Promise<void> {
    const file = path.join(this.contentDir, 'reviews', 'broken.yaml');
    writeFileSync(file, '- date: 2028-02-30\n  rating: [\n');
    if ((await this.#tryBuild({})) === undefined) throw new Fault('a broken file is built', file);
    rmSync(file);
    await this.#check(false);
  }

  /** Afterwards the last site is there whole, or the new one. */
  async killedBuild(killAfter: NonNullable<BuildTask['killAfter']>): Promise<void> {
    const before = this.generation;
    await this.#tryBuild({ killAfter, replace: this.#isAnother });
    // The machine's clock is another than ours: what a killed build leaves behind is as old as the build.
    const store = path.join(this.disk, '.dist');
    const left = existsSync(store) ? readdirSync(store).filter((name) => name.startsWith('.stage-')) : [];
    for (const name of left) utimesSync(path.join(store, name), this.clock.now() / 1000, this.clock.now() / 1000);
    if (this.generation !== before) this.#isOut();
    await this.#check(false);
  }

  /** A build on another machine, which has the content and nothing else, while the live site can be read or not. */
  async buildOnFreshDisk(isReachable: boolean): Promise<void> {
    if (!isReachable) await this.hosting.stop();
    if (!isReachable || !this.options.hasLogKey) this.log.forget();
    const old = this.disk;
    this.#disks += 1;
    // The log can't go on without its key, and the key alone could fork a log that can't be read.
    const newLog = this.#live !== undefined && isReachable !== this.options.hasLogKey;
    if (newLog && (await this.#tryBuild({ replace: this.#isAnother })) === undefined)
      throw new Fault('a log begins although the live one may have to go on', this.business.name);
    await this.#publish(newLog);
    await this.hosting.stop();
    rmSync(old, { recursive: true, force: true });
    await this.#check(false);
  }

  /** A build for a local address into the same DIST_DIR, and then the public one again. */
  async tryLocally(): Promise<void> {
    if (this.#live === undefined) return;
    const refusal = await this.#tryBuild({ replace: this.#isAnother, isLocal: true });
    if (refusal !== undefined) throw new Fault('a local build is refused', refusal);
    await this.#publish();
    await this.#check(false);
  }

  /** Stops and starts the server; a site that moves to another kind of host is built for it. */
  async restart(kind: HostKind): Promise<void> {
    const isMoved = kind !== this.hosting.kind;
    await this.hosting.stop();
    this.hosting.kind = kind;
    if (isMoved && this.#live) await this.#publish();
    await this.#check(false);
  }

  async #check(isPurged: boolean): Promise<void> {
    if (this.#live === undefined) return;
    await this.#serve();
    const check = new Check(this, this.#live);
    await check.site();
    check.files(isPurged);
  }

  async #serve(): Promise<void> {
    if (this.hosting.isRunning) await this.hosting.takeUp(this.generation ?? '');
    else await this.hosting.start(this.distDir, this.generation ?? '', this.dataDir, this.clock);
  }

  async #publish(newLog = false): Promise<void> {
    const isAnother = this.#isAnother;
    // One that has no reviews, or isn't on this disk, can't be told from a new one.
    if (isAnother && this.#live?.reviews.length !== 0 && this.generation !== undefined && (await this.#tryBuild({})) === undefined)
      throw new Fault('another business is published over the live one without --replace', this.business.name);
    const refusal = await this.#tryBuild({ replace: isAnother, newLog });
    if (refusal !== undefined) throw new Fault('a build is refused', refusal);
    this.#isOut();
  }

  async #tryBuild({
    replace = false,
    newLog = false,
    isLocal = false,
    killAfter,
  }: Pick<Partial<BuildTask>, 'replace' | 'newLog' | 'killAfter'> & { readonly isLocal?: boolean }): Promise<string | undefined> {
    const { contentDir: CONTENT_DIR, distDir: DIST_DIR, dataDir: DATA_DIR } = this;
    const { pages, sinceBudget, hasLogKey } = this.options;
    const variables = {
      ...this.hosting.variables,
      ...(hasLogKey ? { LOG_KEY } : {}),
      ...{ CONTENT_DIR, DIST_DIR, DATA_DIR, SINCE_BUDGET_MB: String(sinceBudget) },
      ...(isLocal ? { BASE_URL: NOBODY } : {}),
    };
    // Another business begins a log of its own.
    if (replace) this.log.forget();
    const task: BuildTask = { variables, now: this.clock.now(), replace, newLog, pages, ...(killAfter ? { killAfter } : {}) };
    this.counts.builds += 1;
    const work = pages || killAfter ? buildInProcess(task) : buildDocuments(task);
    return refusalOf(work).catch((error: NodeJS.ErrnoException) => {
      throw new Fault(`a build fails (${error.code ?? error.name})`, error.message);
    });
  }

  get #isAnother(): boolean {
    return this.#live !== undefined && this.#live.business !== this.business;
  }

  #isOut(): void {
    const { business } = this;
    const reviews = business.published();
    const marks = marksIn(JSON.stringify([reviews, ...business.quotes.values()]));
    this.#live = { business, reviews, marks, corrected: [...business.corrected] };
  }
}
