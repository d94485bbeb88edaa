import { copyFileSync, linkSync, symlinkSync } from 'node:fs';

/** Hard and symbolic links; each function throws if the file system doesn't support them. Synchronous, which is faster for thousands of small files. */
export interface Links {
  readonly link: (existing: string, fresh: string) => void;
  readonly symlink: (target: string, fresh: string) => void;
}

export const systemLinks: Links = { link: linkSync, symlink: (target, fresh) => symlinkSync(target, fresh, 'dir') };

/** Makes a hard link, or a copy if the file system has no hard links or no more of them for this file. */
export function linkOrCopy({ link }: Links, existing: string, fresh: string): void {
  try {
    link(existing, fresh);
  } catch {
    copyFileSync(existing, fresh);
  }
}
