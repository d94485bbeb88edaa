import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { reviewId } from '../../../site/content/identity.ts';
import { readDataset } from '../../../site/content/read/read.ts';
import { isCompressible } from '../../../site/contract/paths.ts';
import { newestFirst, type Review } from '../../../site/contract/review.ts';
import { equal, utf8 } from '../../../site/log/bytes.ts';
import { beginLog, extendLog, type LogSoFar } from '../../../site/log/extend.ts';
import { printChanges, printLog, printProofs, type SignedTree, signTree } from '../../../site/log/print.ts';
import { toSigner } from '../../../site/log/signer.ts';
import { compressVariants } from '../../build/files.ts';

const ORIGIN = 'reviews.example.com/log';
const DAY_MS = 86_400_000;
const signer = await toSigner(ORIGIN, new Uint8Array(32).fill(1));

/** Reviews over thirty years, made from the demo's. */
function makeReviews(count: number): Review[] {
  const demo = readDataset('content').reviews;
  return Array.from({ length: count }, (_, index) => {
    const date = new Date(Date.UTC(1996, 0, 1) + Math.floor((index * 10_950) / count) * DAY_MS).toISOString().slice(0, 10);
    return { ...(demo[index % demo.length] as Review), date, id: reviewId(date, 'bench', String(index)) };
  }).sort(newestFirst);
}

type Files = ReadonlyMap<string, string | Uint8Array>;

interface Published {
  readonly log: LogSoFar;
  readonly tree: SignedTree;
  readonly files: Files;
}

async function publish(log: LogSoFar, reviews: readonly Review[], before: Files): Promise<Published> {
  const now = { reviews, absences: new Map(), before: new Map(), date: '2026-01-01' };
  const next = await extendLog(log, now, signer);
  const tree = await signTree(next, [signer]);
  const files = printLog(next, tree, signer, new Set(before.keys()));
  return { log: next, tree, files: new Map([...files, ...printChanges(next, reviews)]) };
}

async function write(folder: string, files: Files): Promise<void> {
  for (const [publicPath, body] of files) {
    const file = path.join(folder, publicPath);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, body);
  }
}

const bytesOf = (body: string | Uint8Array) => (typeof body === 'string' ? utf8(body) : body);
const kb = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;

async function sentBytes(publicPath: string, body: Uint8Array): Promise<number> {
  if (!isCompressible(publicPath)) return body.length;
  return (await compressVariants(body)).br?.length ?? body.length;
}

/** Begins a log of many reviews, changes one of them, and proves one. */
async function benchLog(count: number): Promise<void> {
  const label = `log, ${count.toLocaleString('en')} reviews`;
  const reviews = makeReviews(count);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'bench-log-'));
  const [from, cpu] = [performance.now(), process.cpuUsage()];
  const first = await publish(beginLog(ORIGIN, '2026-01-01'), reviews, new Map());
  await write(folder, first.files);
  const used = process.cpuUsage(cpu);
  const seconds = (performance.now() - from) / 1000;
  console.log(
    `${label}: made and written in ${seconds.toFixed(1)} s (processor ${((used.user + used.system) / 1e6).toFixed(1)} s), ${first.files.size} files`,
  );
  await rm(folder, { recursive: true });

  const middle = count >> 1;
  const second = await publish(first.log, reviews.with(middle, { ...(reviews[middle] as Review), text: 'Another text.' }), first.files);
  const changed = [...second.files].filter(([name, body]) => !equal(bytesOf(body), bytesOf(first.files.get(name) ?? '')));
  const ofLog = changed.filter(([name]) => name.startsWith('/log/'));
  const sent = await Promise.all(ofLog.map(async ([name, body]) => sentBytes(name, bytesOf(body))));
  console.log(
    `${label}: one changed review writes ${changed.length} files, ${ofLog.length} of them below /log/, the largest ${kb(Math.max(...sent))} as sent, ${kb(Math.max(...ofLog.map(([, body]) => bytesOf(body).length)))} on disk`,
  );

  for await (const [, proof] of printProofs(second.log, second.tree.levels, second.tree.note, reviews)) {
    console.log(`${label}: the proof of a review takes ${kb(proof.length)}`);
    break;
  }
}

await benchLog(Number(process.argv[2] ?? 100_000));
