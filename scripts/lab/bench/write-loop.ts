import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** The baseline of a build: a plain loop that copies every distinct body of a folder. */
const from = process.argv[2] ?? '';
const to = await mkdtemp(path.join(os.tmpdir(), 'bench-loop-'));
const written = new Set<string>();
for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  const body = await readFile(path.join(entry.parentPath, entry.name));
  const target = path.join(to, path.relative(from, entry.parentPath), entry.name);
  const key = `${body.length}:${body.subarray(-64).toString('base64')}`;
  if (entry.parentPath.endsWith('/since') && written.has(key)) continue;
  written.add(key);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, body);
}
