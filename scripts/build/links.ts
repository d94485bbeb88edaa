import { copyFile, link, symlink } from 'node:fs/promises';

/** The two ways of a file system to give a file or a folder a second name; each rejects where there is no such thing. */
export interface Links {
  readonly link: (existing: string, fresh: string) => Promise<void>;
  readonly symlink: (target: string, fresh: string) => Promise<void>;
}

export const systemLinks: Links = { link, symlink: (target, fresh) => symlink(target, fresh, 'dir') };

/** Gives a file a second name. Where the file system has no hard links, or no more of them for this file, it becomes a copy. */
export async function linkOrCopy({ link }: Links, existing: string, fresh: string): Promise<void> {
  await link(existing, fresh).catch(() => copyFile(existing, fresh));
}
