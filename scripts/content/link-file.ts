import { copyFileSync, linkSync, statSync, utimesSync } from 'node:fs';

/**
 * Makes a function that gives files the bytes and times of other files: as hard links, or as a copy if the file system can't create another
 * link. Later files with the same bytes are links to that copy, since file systems limit the links of one file (EMLINK): to 65,000 on ext4
 * and 1,024 on NTFS. Synchronous: faster for thousands of small files.
 */
export function fileLinker(link: typeof linkSync = linkSync): (existing: string, fresh: string) => void {
  const copies = new Map<string, string>();
  return (existing, fresh) => {
    try {
      link(copies.get(existing) ?? existing, fresh);
    } catch {
      copyFileSync(existing, fresh);
      const { atime, mtime } = statSync(existing);
      utimesSync(fresh, atime, mtime);
      copies.set(existing, fresh);
    }
  };
}
