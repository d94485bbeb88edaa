import { readFile } from 'node:fs/promises';

/** Bodies of files, kept in memory up to a budget; the one used longest ago goes first. */
export interface FileBodies {
  /** The body where it is in memory. */
  cached(file: string): Buffer | undefined;
  /** Reads the file, once however many ask at the same time. Rejects where it can't be read. */
  read(file: string): Promise<Buffer>;
}

export function fileBodies(budgetBytes: number): FileBodies {
  const bodies = new Map<string, Buffer>();
  const reading = new Map<string, Promise<Buffer>>();
  let held = 0;

  const keep = (file: string, body: Buffer) => {
    if (body.length > budgetBytes / 4) return;
    bodies.set(file, body);
    held += body.length;
    for (const [oldest, { length }] of bodies) {
      if (held <= budgetBytes) break;
      bodies.delete(oldest);
      held -= length;
    }
  };
  const load = async (file: string) => {
    const body = await readFile(file);
    keep(file, body);
    return body;
  };
  return {
    cached: (file) => {
      const body = bodies.get(file);
      if (body) {
        bodies.delete(file);
        bodies.set(file, body);
      }
      return body;
    },
    read: (file) => {
      const known = reading.get(file) ?? load(file).finally(() => reading.delete(file));
      reading.set(file, known);
      return known;
    },
  };
}
