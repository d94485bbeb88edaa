import { copyFileSync, linkSync, symlinkSync } from 'node:fs';

/**
 * The two kinds of links of a file system; each function throws where it has no such links. Synchronous, since a build makes one for each page,
 * and a thread would take longer to be told.
 */
export interface Links {
  readonly link: (existing: string, fresh: string) => void;
  readonly symlink: (target: string, fresh: string) => void;
}

export const systemLinks: Links = { link: linkSync, symlink: (target, fresh) => symlinkSync(target, fresh, 'dir') };

/** Makes a hard link, or a copy where the file system has no hard links, or no more of them for this file. Throws where neither can be made. */
export function linkOrCopy({ link }: Links, existing: string, fresh: string): void {
  try {
    link(existing, fresh);
  } catch {
    copyFileSync(existing, fresh);
  }
}
