import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { readEnvironment } from '../../../site/contract/environment.ts';
import { build } from '../../build/build.ts';
import { benchBuild } from './build.ts';
import { benchDocuments } from './documents.ts';
import { generateContent } from './generate.ts';
import { hasCommand } from './load.ts';
import { benchSearch } from './search.ts';
import { benchStartUp } from './start-up.ts';

/**
 * `node scripts/lab/bench/dataset.ts [counts]`: building, starting, searching and downloading, each compared with a baseline or a peer in
 * the same run.
 */
async function benchDataset(count: number): Promise<void> {
  const label = `${count.toLocaleString('en')} reviews`;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'bench-site-'));
  const [content, dist] = [path.join(folder, 'content'), path.join(folder, 'dist')];
  await generateContent(content, count);
  const environment = readEnvironment({
    CONTENT_DIR: content,
    DIST_DIR: dist,
    DATA_DIR: path.join(folder, 'data'),
    BASE_URL: 'http://reviews.localhost:9',
  });
  await build({ environment, now: Date.now, onProgress: () => {} });
  await benchBuild(content, dist, label);
  await benchStartUp(dist, label);
  const missing = await missingCommands(['wrk', 'taskset', 'nginx']);
  if (missing.length > 0) return console.log(`search and downloads, ${label}: skipped, not installed: ${missing.join(', ')}`);
  await benchSearch(dist, label);
  await benchDocuments(dist, label);
}

async function missingCommands(commands: readonly string[]): Promise<string[]> {
  const found = await Promise.all(commands.map(hasCommand));
  return commands.filter((_, index) => !found[index]);
}

for (const count of process.argv
  .slice(2)
  .map(Number)
  .concat(process.argv.length > 2 ? [] : [1000, 10_000]))
  await benchDataset(count);
