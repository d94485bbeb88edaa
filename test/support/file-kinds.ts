import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

/** Everything that can have a name in a folder. Each makes one at `place`; those that have a text get `text`. */
export const fileKinds = {
  'a file': (place, text) => writeFileSync(place, text),
  'an empty file': (place) => writeFileSync(place, ''),
  'a link to a file': (place, text) => {
    const file = path.join(mkdtempSync(path.join(temporaryFolder(), 'elsewhere ')), path.basename(place));
    writeFileSync(file, text);
    symlinkSync(file, place);
  },
  'a folder': (place) => mkdirSync(place),
  'a link to a folder': (place) => symlinkSync(temporaryFolder(), place),
  'a link to nothing': (place) => symlinkSync('nothing', place),
  'a link to itself': (place) => symlinkSync(path.basename(place), place),
  'a named pipe': (place) => void execFileSync('mkfifo', [place]),
  'a socket': async (place) => {
    const server = createServer().listen(place);
    await once(server, 'listening');
    onTestFinished(() => void server.close());
  },
} as const satisfies Readonly<Record<string, (place: string, text: string) => void | Promise<void>>>;
export type FileKindName = keyof typeof fileKinds;

/** How messages describe what can't be read as a file. */
export const faults: Readonly<Partial<Record<FileKindName, string>>> = {
  'a folder': 'found a folder; replace it with a file, or remove it',
  'a link to a folder': 'found a folder; replace it with a file, or remove it',
  'a link to nothing': "found a link to nothing, which doesn't exist; link to something that exists, or remove the link",
  'a link to itself': 'found a link that leads back to itself; link to something that exists, or remove the link',
  'a named pipe': 'found a named pipe; replace it with a file, or remove it',
  'a socket': 'found a socket; replace it with a file, or remove it',
};
