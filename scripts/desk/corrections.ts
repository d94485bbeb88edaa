import { readFile } from 'node:fs/promises';
import type { AspectCorrections } from '../../site/content/dataset.ts';
import { namedFile, readNamed } from '../../site/content/read/named-file.ts';
import { insertItem, removeItem, setKeys } from '../content/change-data.ts';
import { withContentLock } from '../content/lock.ts';
import { removeFile, writeWhole } from '../content/write-file.ts';

/** The corrections of the analysis of a review. @throws ContentError */
export async function readCorrections(contentDir: string, id: string): Promise<AspectCorrections> {
  const corrections = await readNamed(contentDir, 'corrections');
  return corrections.find(({ review }) => review === id)?.aspects ?? {};
}

/** Replaces the corrections of aspects of a review, and leaves its other corrections and comments as they are. @throws ContentError */
export function correctAnalysis(contentDir: string, id: string, aspects: AspectCorrections): Promise<void> {
  return withContentLock(contentDir, async () => {
    const name = namedFile(contentDir, 'corrections');
    const all = await readNamed(contentDir, 'corrections');
    const text = await readFile(name, 'utf8').catch(() => '');
    const index = all.findIndex(({ review }) => review === id);
    const isEmpty = Object.keys(aspects).length === 0;
    const known = all[index];
    if (known === undefined) {
      if (!isEmpty) await writeWhole(name, insertItem({ name, text }, all.length, { review: id, aspects }));
      return;
    }
    const isNeeded = !isEmpty || known.mentions !== undefined || known.note !== undefined;
    if (isNeeded) await writeWhole(name, setKeys({ name, text }, [index], { aspects }));
    else if (all.length === 1) await removeFile(name);
    else await writeWhole(name, removeItem({ name, text }, [index]));
  });
}
