import { chmod, readdir, readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';

/** Returns the path and modification time of everything in a folder. */
export async function describeFolder(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true });
  return Promise.all(names.map(async (name) => `${name} ${(await stat(path.join(folder, name))).mtimeMs}`));
}

/** Lets the owner of a folder and of everything in it write there, or nobody. */
export async function makeWritable(folder: string, isWritable: boolean): Promise<void> {
  for (const name of ['', ...(await readdir(folder, { recursive: true }))]) {
    const { mode } = await stat(path.join(folder, name));
    await chmod(path.join(folder, name), isWritable ? mode | 0o200 : mode & 0o555);
  }
}

/** Returns the bytes of each file of a build, or '' if the file is signed or part of the verifier, whose bundle contains module names. */
export async function bytesOf(dist: string): Promise<ReadonlyMap<string, string>> {
  const tree = await realpath(dist);
  const entries = await readdir(tree, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const named = files.map(async (file) => {
    const name = path.relative(tree, file);
    return [name, /^(?:log\/|generation|verify)|\.tlog-proof$/.test(name) ? '' : await readFile(file, 'latin1')] as const;
  });
  return new Map((await Promise.all(named)).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
