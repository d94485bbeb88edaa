import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Container } from './document.ts';

/** A folder as a container, with its subfolders. */
export function openFolder(folder: string): Container {
  const pathsOf = async () => {
    const found = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = found.filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
    return files.map(({ parentPath, name }) => path.join(parentPath, name)).sort();
  };
  return {
    list: async () => Promise.all((await pathsOf()).map(async (file) => ({ path: file, modified: (await stat(file)).mtime }))),
    async *read(wanted) {
      for (const file of await pathsOf()) {
        if (wanted.has(file)) yield { path: file, modified: (await stat(file)).mtime, bytes: createReadStream(file) };
      }
    },
  };
}
