import { existsSync } from 'node:fs';
import { appendFile, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { publishFolder } from '../content/own-folders.ts';
import { writeWhole } from '../content/write-file.ts';

const JOURNAL = 'upload.ndjson';

/** Whether an upload was interrupted and hasn't been continued. */
export const isUnfinished = (dataDir: string): boolean => existsSync(path.join(publishFolder(dataDir), JOURNAL));

/** A line of the journal: a file at the host. */
const fileAtHost = z.object({ name: z.string(), sha256: z.string() });
/** Instead of a hash: the file may be there, whatever its bytes. */
export const UNKNOWN = '';

/** Where an upload goes, and the generation that the host's record is of. */
const origin = z.object({ place: z.string(), after: z.string().nullable() });

/**
 * Opens the record of an upload on this machine, which says which files an interrupted upload to the same place has sent. It has names and
 * hashes, no texts. If it's lost, everything that changed travels again. If the host has another record since, somebody else has published,
 * so the hashes don't count any more.
 */
export async function openJournal(folder: string, now: z.infer<typeof origin>) {
  const file = path.join(folder, JOURNAL);
  const [first = '', ...lines] = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  const then = origin.safeParse(parseLine(first)).data;
  const sent = new Map<string, string>();
  for (const line of then?.place === now.place ? lines : []) {
    const found = fileAtHost.safeParse(parseLine(line)).data;
    if (found) sent.set(found.name, then?.after === now.after ? found.sha256 : UNKNOWN);
  }
  const print = ({ name, sha256 }: z.infer<typeof fileAtHost>) => `${JSON.stringify({ name, sha256 })}\n`;
  const kept = [...sent].map(([name, sha256]) => print({ name, sha256 }));
  await writeWhole(file, `${JSON.stringify(now)}\n${kept.join('')}`);
  return {
    sent,
    add: ({ name, sha256 }: z.infer<typeof fileAtHost>) => appendFile(file, print({ name, sha256 })),
    end: () => rm(file),
  };
}

/** The last line is incomplete if the upload was killed while writing it. */
function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
