import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { seeded } from '../../scripts/lab/bench/generate.ts';
import { readBundle } from '../../site/documents/bundle.ts';
import { printVerifierKey } from '../../site/log/note.ts';
import { printProofs } from '../../site/log/print.ts';
import { readLog } from '../../site/log/published-log.ts';
import { callVerifier } from '../log/call-verifier.ts';
import { type Cosigner, cosignerOf } from '../log/cosigner.ts';
import { judgeProof, type Told } from '../log/second-verifier.ts';
import { ORIGIN, publish, readerOf, reviewOf, signerOf } from '../log/site-in-memory.ts';

// node test/evidence/proofs.ts [PROOFS] [SEED]: verify.mjs and the second verifier agree on random proofs, cosignatures and policies.

/** How many proofs had each exit code: valid, wrong and undecided. */
export type ProofReport = Readonly<Record<0 | 1 | 2, number>>;

/** A proof with the arguments for verify.mjs, and the same for the second verifier. */
interface Case {
  readonly proof: string;
  readonly told: Told;
  readonly witnesses?: readonly string[];
}

const TIME = 1_794_614_400n;
/** A key of a type that nobody has assigned. */
const FUTURE = `future.example+01020304+${Buffer.from([0x63, 1, 2, 3]).toString('base64')}`;

class CaseMaker {
  readonly #random: () => number;
  readonly #cosigners: readonly Cosigner[] = ['a', 'b', 'c', 'd'].flatMap((name, index) => [
    cosignerOf(`${name}.example`, 'ed25519', index + 1),
    cosignerOf(`${name}.example`, 'mldsa', index + 1),
  ]);

  constructor(random: () => number) {
    this.#random = random;
  }

  async make(): Promise<Case> {
    const { proof, text } = await this.#proof();
    const lines = this.#cosigners.filter(() => this.#chance(0.5)).map((cosigner) => this.#cosignature(cosigner, text));
    if (this.#chance(0.2)) lines.push(`\u2014 future.example ${Buffer.from([1, 2, 3, 4, 9]).toString('base64')}\n`);
    const changed = this.#chance(0.1) ? this.#damage(proof + lines.join('')) : proof + lines.join('');
    const key = await this.#logKey(this.#chance(0.1) ? 2 : 1);
    const unknown = new Set(this.#chance(0.4) ? [6] : []);
    const kind = this.#random();
    if (kind < 0.15) return { proof: changed, told: { key, unknown } };
    const witnesses = this.#cosigners.filter(() => this.#chance(0.2)).map((cosigner) => cosigner.key);
    if (kind < 0.3 && witnesses.length > 0)
      return { proof: changed, told: { key, unknown, policy: Buffer.from(policyOfAll(witnesses)) }, witnesses };
    const policy = Buffer.from(await this.#policy());
    return { proof: changed, told: { unknown, policy, ...(this.#chance(0.3) ? { key } : {}) } };
  }

  async #proof(): Promise<{ proof: string; text: string }> {
    const reviews = Array.from({ length: 1 + this.#below(6) }, (_, index) => reviewOf(`r${index}`, `text ${this.#below(1000)}`));
    const log = await readLog(readerOf(await publish(new Map(), { reviews }, await signerOf(1))));
    if (!log) throw new Error('no log');
    const { note } = log.checkpoint;
    const proofs = printProofs({ ...log, origin: ORIGIN }, log.levels, note, [this.#pick(reviews)]);
    for await (const [, proof] of proofs) return { proof: String(proof), text: note.slice(0, note.indexOf('\n\n') + 1) };
    throw new Error('no proof');
  }

  /** Mostly valid; otherwise for another tree, damaged, or with an impossible time. */
  #cosignature(cosigner: Cosigner, text: string): string {
    const chance = this.#random();
    if (chance < 0.03) return cosigner.cosign(text.replace(/\n\d+\n/, '\n77\n'), TIME);
    if (chance < 0.06) return this.#damage(cosigner.cosign(text, TIME));
    if (chance < 0.08) return cosigner.cosign(text, 2n ** 63n);
    return cosigner.cosign(text, chance < 0.2 ? 0n : TIME);
  }

  /** Witnesses and groups of them, each a member once, and a quorum; sometimes with a mistake. */
  async #policy(): Promise<string> {
    const lines: string[] = [];
    if (this.#chance(0.85)) lines.push(`log ${await this.#logKey(1)}`);
    if (this.#chance(0.3)) lines.push(`log ${await this.#logKey(2)} https://log.example`);
    const free: string[] = [];
    for (const { key, name } of this.#cosigners.filter(() => this.#chance(0.4))) {
      const line = `w${lines.length}-${name}`;
      lines.push(`witness ${line} ${key}`);
      free.push(line);
    }
    if (this.#chance(0.2)) {
      lines.push(`witness future ${FUTURE}`);
      free.push('future');
    }
    while (free.length > 1 && this.#chance(0.8)) {
      const members = free.splice(0, 1 + this.#below(free.length));
      const name = `g${lines.length}`;
      lines.push(`group ${name} ${this.#pick(['any', 'all', `${1 + this.#below(members.length)}`])} ${members.join('\t')}`);
      free.push(name);
    }
    lines.push(`quorum ${this.#chance(0.05) ? 'none' : (free.at(-1) ?? 'none')}`);
    if (this.#chance(0.08)) lines.splice(this.#below(lines.length), 1);
    if (this.#chance(0.05)) lines.push(this.#pick(lines));
    return `# a policy\n${lines.join(this.#chance(0.02) ? '\r\n' : '\n')}\n`;
  }

  async #logKey(byte: number): Promise<string> {
    return printVerifierKey((await signerOf(byte)).key);
  }

  /** Changes one character. */
  #damage(text: string): string {
    const at = this.#below(text.length);
    return `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;
  }

  #chance(share: number): boolean {
    return this.#random() < share;
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #pick<T>(values: readonly [T, ...T[]] | readonly T[]): T {
    const value = values[this.#below(values.length)];
    if (value === undefined) throw new Error('nothing to pick from');
    return value;
  }
}

/** The policy that `--witness` stands for: all of them, each with any of its keys. */
function policyOfAll(keys: readonly string[]): string {
  const names = [...new Set(keys.map((key) => key.split('+')[0]))];
  const groups = names.map(
    (name) => `group of-${name} any ${keys.flatMap((key, index) => (key.startsWith(`${name}+`) ? [`w${index}`] : [])).join(' ')}`,
  );
  const witnesses = keys.map((key, index) => `witness w${index} ${key}`);
  return [...witnesses, ...groups, `group all all ${names.map((name) => `of-${name}`).join(' ')}`, 'quorum all', ''].join('\n');
}

/** Checks random proofs with both verifiers. Rejects with the first one on which they differ. */
export async function compareVerifiers(count: number, seed: number): Promise<ProofReport> {
  const folder = await mkdtemp(path.join(tmpdir(), 'proofs-'));
  try {
    const maker = new CaseMaker(seeded(seed));
    const [program, file, policyFile] = ['verify.mjs', 'one.tlog-proof', 'policy'].map((name) => path.join(folder, name)) as [
      string,
      string,
      string,
    ];
    await writeFile(program, await readBundle('log/verify'));
    const report = { 0: 0, 1: 0, 2: 0 };
    for (let index = 0; index < count; index++) {
      const { proof, told, witnesses } = await maker.make();
      await writeFile(file, proof);
      if (told.policy) await writeFile(policyFile, told.policy);
      const { key, unknown } = told;
      const args = [
        file,
        ...(key === undefined ? [] : ['--key', key]),
        ...(witnesses ? witnesses.flatMap((text) => ['--witness', text]) : told.policy ? ['--policy', policyFile] : []),
      ];
      const { code, stdout } = await callVerifier(program, args, { hasMldsa: !unknown?.has(6) });
      const second = judgeProof(proof, told);
      if (code !== second)
        throw new Error(
          `proof ${index} of seed ${seed}: verify.mjs exits with ${code}, the second verifier says ${second}\n${stdout}\n${args.join(' ')}\n${told.policy}\n${proof}`,
        );
      report[second]++;
    }
    return report;
  } finally {
    await rm(folder, { recursive: true });
  }
}

if (import.meta.main) {
  const [count = 300, seed = 1] = process.argv.slice(2).map(Number);
  const { 0: valid, 1: wrong, 2: undecided } = await compareVerifiers(count, seed);
  console.log(
    `${count} proofs of seed ${seed}, on which verify.mjs and a second verifier agree: ${valid} valid, ${wrong} wrong, ${undecided} not decided`,
  );
}
