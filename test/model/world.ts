import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ManualClock } from '../support/manual-clock.ts';
import { LOG_KEY, NOBODY } from '../support/run-script.ts';
import type { ModelBuildTask } from './build-process.ts';
import { ModelBusiness } from './business.ts';
import { ModelCheck } from './checks.ts';
import { type BusinessPlace, buildDocuments, buildInProcess, purgeOlder, refusalOf } from './commands.ts';
import { Hosting, type HostKind } from './hosts.ts';
import type { LiveModel } from './live.ts';
import { LogReader } from './log-reader.ts';
import { MarkFault, Marks, marksIn } from './marks.ts';
import { ModelValidators } from './validators.ts';

/** The day after a leap day, so reviews on a few dates cover every edge case. */
const BEGIN = Date.UTC(2028, 2, 1, 12);

export interface WorldOptions {
  readonly kind: HostKind;
  /** SINCE_BUDGET_MB: with 0, hardly any `since` date has a file. */
  readonly sinceBudget: number;
  /** Whether the owner keeps the log's key in LOG_KEY; otherwise it is lost with the disk. */
  readonly hasLogKey: boolean;
  /** Whether builds make pages, too, each build in its own process. */
  readonly pages: boolean;
}

/** The real system beside the model: folders, a clock that only acts advance, and a site on the web. */
export class World {
  readonly clock = new ManualClock(BEGIN);
  readonly marks = new Marks();
  readonly businesses: readonly ModelBusiness[] = [new ModelBusiness('Acme Electric'), new ModelBusiness('Birch Plumbing')];
  business = this.businesses[0] as ModelBusiness;
  readonly validators = new ModelValidators();
  readonly log = new LogReader();
  /** What happened, in words. */
  readonly story: string[] = [];
  readonly counts = { builds: 0, answers: 0 };
  /** Removed at the end with everything in it. */
  readonly folder = mkdtempSync(path.join(os.tmpdir(), 'owner years '));
  readonly options: WorldOptions;
  readonly hosting: Hosting;
  #live: LiveModel | undefined;
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

  /** The folder that stands in for the disk of this machine. */
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

  get place(): BusinessPlace {
    return { contentDir: this.contentDir, dataDir: this.dataDir, now: this.clock.now() };
  }

  get today(): string {
    return new Date(this.clock.now()).toISOString().slice(0, 10);
  }

  /** The folder of the generation that DIST_DIR links to; undefined before the first build. */
  get generation(): string | undefined {
    return existsSync(this.distDir) ? realpathSync(this.distDir) : undefined;
  }

  /** Builds, and compares everything public with the model. With `isDown`, the server loads the build only at its next start. */
  async build({ purge, isDown }: { readonly purge: boolean; readonly isDown: boolean }): Promise<void> {
    if (isDown) await this.hosting.stop();
    await this.#publish();
    await this.#serve();
    if (purge) await purgeOlder(this.distDir);
    await this.#check(purge);
  }

  /** Runs a build with a broken file, which must fail and change nothing. */
  async failingBuild(): Promise<void> {
    const file = path.join(this.contentDir, 'reviews', 'broken.yaml');
    writeFileSync(file, '- date: 2028-02-30\n  rating: [\n');
    if ((await this.#tryBuild({})) === undefined) throw new MarkFault('a build accepts a broken file', file);
    rmSync(file);
    await this.#check(false);
  }

  /** Runs a build that is killed. Afterwards either the last site or the new one is complete. */
  async killedBuild(killAfter: NonNullable<ModelBuildTask['killAfter']>): Promise<void> {
    const before = this.generation;
    await this.#tryBuild({ killAfter, replace: this.#isAnother });
    // The machine's clock isn't ours, so give the leftovers of the killed build the time of the build.
    const store = path.join(this.disk, '.dist');
    const left = existsSync(store) ? readdirSync(store).filter((name) => name.startsWith('.stage-')) : [];
    for (const name of left) utimesSync(path.join(store, name), this.clock.now() / 1000, this.clock.now() / 1000);
    if (this.generation !== before) this.#isOut();
    await this.#check(false);
  }

  /** Builds on another machine that has only the content, with or without access to the live site. */
  async buildOnFreshDisk(isReachable: boolean): Promise<void> {
    if (!isReachable) await this.hosting.stop();
    if (!isReachable || !this.options.hasLogKey) this.log.forget();
    const old = this.disk;
    this.#disks += 1;
    // The log can't continue without its key, and with the key alone, a build could fork a log that it can't read.
    const newLog = this.#live !== undefined && isReachable !== this.options.hasLogKey;
    if (newLog && (await this.#tryBuild({ replace: this.#isAnother })) === undefined)
      throw new MarkFault('a new log begins although the live one may have to continue', this.business.name);
    await this.#publish(newLog);
    await this.hosting.stop();
    rmSync(old, { recursive: true, force: true });
    await this.#check(false);
  }

  /** Builds for a local address into the same DIST_DIR, and then for the public address again. */
  async tryLocally(): Promise<void> {
    if (this.#live === undefined) return;
    const refusal = await this.#tryBuild({ replace: this.#isAnother, isLocal: true });
    if (refusal !== undefined) throw new MarkFault('a local build is refused', refusal);
    await this.#publish();
    await this.#check(false);
  }

  /** Restarts the server. If the kind of host changes, the site is built for the new one. */
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
    const check = new ModelCheck(this, this.#live);
    await check.site();
    check.files(isPurged);
  }

  async #serve(): Promise<void> {
    if (this.hosting.isRunning) await this.hosting.takeUp(this.generation ?? '');
    else await this.hosting.start(this.distDir, this.generation ?? '', this.dataDir, this.clock);
  }

  async #publish(newLog = false): Promise<void> {
    const isAnother = this.#isAnother;
    // If the live site has no reviews or isn't on this disk, the build can't know that it's another business's.
    if (isAnother && this.#live?.reviews.length !== 0 && this.generation !== undefined && (await this.#tryBuild({})) === undefined)
      throw new MarkFault('another business is published over the live one without --replace', this.business.name);
    const refusal = await this.#tryBuild({ replace: isAnother, newLog });
    if (refusal !== undefined) throw new MarkFault('a build is refused', refusal);
    this.#isOut();
  }

  async #tryBuild({
    replace = false,
    newLog = false,
    isLocal = false,
    killAfter,
  }: Pick<Partial<ModelBuildTask>, 'replace' | 'newLog' | 'killAfter'> & { readonly isLocal?: boolean }): Promise<string | undefined> {
    const { contentDir: CONTENT_DIR, distDir: DIST_DIR, dataDir: DATA_DIR } = this;
    const { pages, sinceBudget, hasLogKey } = this.options;
    const variables = {
      ...this.hosting.variables,
      ...(hasLogKey ? { LOG_KEY } : {}),
      ...{ CONTENT_DIR, DIST_DIR, DATA_DIR, SINCE_BUDGET_MB: String(sinceBudget) },
      ...(isLocal ? { BASE_URL: NOBODY } : {}),
    };
    // Another business begins its own log.
    if (replace) this.log.forget();
    const task: ModelBuildTask = { variables, now: this.clock.now(), replace, newLog, pages, ...(killAfter ? { killAfter } : {}) };
    this.counts.builds += 1;
    const work = pages || killAfter ? buildInProcess(task) : buildDocuments(task);
    return refusalOf(work).catch((error: NodeJS.ErrnoException) => {
      throw new MarkFault(`a build fails (${error.code ?? error.name})`, error.message);
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
