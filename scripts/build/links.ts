import { copyFile, link, symlink } from 'node:fs/promises';

/** The two kinds of links of a file system; each function rejects where it has no such links. */
export interface Links {
  readonly link: (existing: string, fresh: string) => Promise<void>;
  readonly symlink: (target: string, fresh: string) => Promise<void>;
}

export const systemLinks: Links = { link, symlink: (target, fresh) => symlink(target, fresh, 'dir') };

/** Makes a hard link, or a copy where the file system has no hard links, or no more of them for this file. */
export async function linkOrCopy({ link }: Links, existing: string, fresh: string): Promise<void> {
  await link(existing, fresh).catch(() => copyFile(existing, fresh));
}
