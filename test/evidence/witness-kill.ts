import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { originHash } from '../../scripts/witness/server.ts';
import { type Bytes, toBase64, utf8 } from '../../site/log/bytes.ts';
import { consistencyProof } from '../../site/log/merkle.ts';
import { printVerifierKey, readCheckpoint } from '../../site/log/note.ts';
import { signTree } from '../../site/log/print.ts';
import type { Signer } from '../../site/log/signer.ts';
import { signerOf } from '../log/site-in-memory.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const PROGRAM = fileURLToPath(new URL('../../scripts/open-reviews.ts', import.meta.url));

export interface WitnessKills {
  /** Signed checkpoints that clients received, and those that contradict another one. */
  readonly signed: number;
  readonly inconsistent: number;
}

/** A log whose owner signs any history, to get two of them cosigned. */
class TwoFacedLog {
  readonly origin: string;
  readonly signer: Signer;
  /** Every tree that it has signed, by root. */
  readonly trees = new Map<string, readonly string[]>();
  /** The roots that the witness has signed, as received. */
  readonly signed = new Set<string>();

  constructor(origin: string, signer: Signer) {
    this.origin = origin;
    this.signer = signer;
  }

  async submit(url: string, entries: readonly string[], old: number): Promise<void> {
    const bytes: Bytes[] = entries.map(utf8);
    const { levels, root, note } = await signTree({ origin: this.origin, entries: bytes, openings: new Map() }, [this.signer]);
    this.trees.set(toBase64(root), entries);
    const proof = await consistencyProof(levels, Math.min(old, entries.length), entries.length);
    const body = `old ${old}\n${proof.map((hash) => `${toBase64(hash)}\n`).join('')}\n${note}`;
    const response = await fetch(`${url}/add-checkpoint`, { method: 'POST', body });
    if (response.ok && (await response.text()).endsWith('\n')) this.signed.add(toBase64(root));
  }

  /** The entries of the checkpoint that the witness publishes. */
  async current(url: string): Promise<readonly string[]> {
    const response = await fetch(`${url}/${originHash(this.origin)}/checkpoint`);
    if (response.status === 404) return [];
    const root = toBase64(readCheckpoint(await response.text()).root);
    this.signed.add(root);
    return this.trees.get(root) ?? [];
  }

  /** How many signed trees aren't the beginning of `now` or the other way around. */
  contradictions(now: readonly string[]): number {
    const trees = [...this.signed].map((root) => this.trees.get(root) ?? []);
    return trees.filter((tree) => tree.length > now.length || tree.some((entry, index) => entry !== now[index])).length;
  }
}

/** Starts `open-reviews witness` in a folder, and returns its address. */
async function start(folder: string): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], CALLBACK_ALLOW_CIDRS: '127.0.0.0/8' };
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', PROGRAM, '--root', folder, 'witness'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  for await (const part of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    printed += part;
    const url = / on (http:\S+);/.exec(printed)?.[1];
    if (url !== undefined) return { child, url };
  }
  throw new Error(`the witness ended: ${printed}`);
}

/** Kills a witness `kills` times while logs submit contradicting checkpoints. Each must then continue all that it signed. */
export async function killWitness(kills: number, random: () => number = Math.random): Promise<WitnessKills> {
  const folder = temporaryFolder();
  const logs = await Promise.all(
    Array.from({ length: 8 }, async (_, index) => new TwoFacedLog(`k${index}.example/log`, await signerOf(index, `k${index}.example/log`))),
  );
  const listed = logs.map(({ signer }) => `  - address: https://127.0.0.1:1\n    key: ${printVerifierKey(signer.key)}\n`);
  await writeFile(path.join(folder, 'witness.yaml'), `name: killed.example\nport: 0\nlogs:\n${listed.join('')}`);
  let inconsistent = 0;
  for (let round = 0; round <= kills; round++) {
    const { child, url } = await start(folder);
    const tries: Promise<void>[] = [];
    for (const log of logs) {
      const now = await log.current(url);
      inconsistent += log.contradictions(now);
      const grown = (side: string, count: number) => [...now, ...Array.from({ length: count }, (_, index) => `${side} ${round} ${index}`)];
      const branches = [grown('left', 1), grown('right', 2), [...now.slice(0, -1), ...grown('other', 4).slice(now.length)]];
      if (round < kills) tries.push(...branches.map((entries) => log.submit(url, entries, now.length).catch(() => {})));
    }
    await wait(random() * 60);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await Promise.all(tries);
  }
  return { signed: logs.reduce((sum, { signed }) => sum + signed.size, 0), inconsistent };
}
