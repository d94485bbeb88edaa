import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startChild } from '../../scripts/lab/bench/child.ts';
import { folderReader } from '../../scripts/log/previous-log.ts';
import { logPaths } from '../../site/contract/log.ts';
import { audit } from '../../site/log/audit.ts';
import { printVerifierKey, readNote } from '../../site/log/note.ts';
import { inconsistency, type SeenLog } from '../../site/log/published-log.ts';
import { toSigner } from '../../site/log/signer.ts';
import { folder, liveSite } from '../log/live-site.ts';
import { TestWitness } from '../log/running-witness.ts';
import { entry, KEY, Shop } from '../log/shop.ts';

export interface KillReport {
  readonly kills: number;
  /** Checkpoints that were published, and those that the witness cosigned. */
  readonly published: number;
  readonly cosigned: number;
}

/** Kills builds of a site with a log and a witness. Anyone who looks at the log in between must never see a different past. */
class KillLoop {
  readonly #random: () => number;
  readonly #shop: Shop;
  readonly #witness: TestWitness;
  readonly #url: string;
  #seen: SeenLog | undefined;
  #published = 0;
  #kills = 0;
  /** How long a build takes if it isn't killed. */
  #buildMs = 0;

  constructor(random: () => number, shop: Shop, witness: TestWitness, url: string) {
    this.#random = random;
    this.#shop = shop;
    this.#witness = witness;
    this.#url = url;
  }

  async run(rounds: number): Promise<KillReport> {
    await this.#edit(0);
    await this.#build();
    await this.#look();
    for (let round = 1; round <= rounds; round++) {
      await this.#edit(round);
      await this.#buildAndKill();
      await this.#look();
      if (round % 10 === 0) await this.#finish();
    }
    await this.#finish();
    return { kills: this.#kills, published: this.#published, cosigned: this.#witness.cosigned.length };
  }

  /** Adds, changes and removes some reviews. */
  async #edit(round: number): Promise<void> {
    const names = Array.from({ length: 12 }, (_, index) => `r${index}`).filter(() => this.#random() < 0.7);
    await this.#shop.write(names.map((name) => entry(name, { text: this.#random() < 0.3 ? `Round ${round}.` : `Words of ${name}.` })));
  }

  async #start() {
    const variables = this.#shop.variables({ BASE_URL: this.#url, WITNESSES: await this.#witness.setting() });
    return startChild(new URL('./log-build.ts', import.meta.url), variables);
  }

  async #build(): Promise<void> {
    const from = performance.now();
    const child = await this.#start();
    const code = await child.ended;
    if (code !== 0) throw new Error(`a build after ${this.#kills} kills ended with ${code}`);
    this.#buildMs = performance.now() - from;
  }

  async #buildAndKill(): Promise<void> {
    const child = await this.#start();
    await Promise.race([wait(this.#random() * this.#buildMs * 1.1), child.ended]);
    await child.end('SIGKILL');
    this.#kills += 1;
  }

  /** Checks that readers still see what they saw before, and perhaps more. */
  async #look(): Promise<void> {
    const { log } = await audit(folderReader(this.#shop.dist));
    const problem = this.#seen && (await inconsistency(this.#seen, log));
    if (problem !== undefined) throw new Error(`after ${this.#kills} kills: ${problem}`);
    if (this.#seen?.checkpoint !== log.checkpoint.note) this.#published += 1;
    this.#seen = { key: printVerifierKey(log.key), checkpoint: log.checkpoint.note };
  }

  /** Runs a build to its end. It must succeed, and the witness, which has seen what killed builds signed, must cosign it. */
  async #finish(): Promise<void> {
    await this.#build();
    await this.#look();
    const { signatures } = readNote(await readFile(path.join(this.#shop.dist, logPaths.checkpoint), 'utf8'));
    if (!signatures.some(({ name }) => name === this.#witness.name))
      throw new Error(`after ${this.#kills} kills: the witness didn't cosign`);
  }
}

/** Kills a build of a site with a log `rounds` times at random moments. Rejects with the first sign of a fork. */
export async function killBuilds(rounds: number, random: () => number = Math.random): Promise<KillReport> {
  await using shop = await Shop.open({ LOG_KEY: KEY });
  await using live = await liveSite(folder(shop.dist));
  const { key } = await toSigner(`${new URL(live.publicUrl).host}/log`, Buffer.from(KEY, 'base64'));
  await using witness = await new TestWitness(printVerifierKey(key)).start();
  return await new KillLoop(random, shop, witness, live.publicUrl).run(rounds);
}

if (import.meta.main) {
  const { kills, published, cosigned } = await killBuilds(Number(process.argv[2] ?? 200));
  console.log(`${kills} kills -9 of a build: ${published} checkpoints published and ${cosigned} cosigned, each the past of the next`);
}
