import { readdirSync } from 'node:fs';
import path from 'node:path';
import { type GoldItem, readGold, readItemsOf } from '../eval/gold.ts';

/** One labelled text and the voice that wrote it. */
export interface PracticeItem extends GoldItem {
  readonly voice: string;
}

const FOLDER = 'test/gold';

/** The texts that are for learning: the practice texts by voice, and the development half. Never the sealed one. */
export function readPractice(folder = FOLDER): PracticeItem[] {
  const voices = readVoices(path.join(folder, 'practice'), readItemsOf);
  return [...voices, ...tag(DEVELOPMENT, readGold(folder, 'development') ?? [])];
}

/** The voice of the development half. The phrases were written with its texts in view, so nothing is judged by it. */
export const DEVELOPMENT = 'development';

/** The items of each file of a folder, in the order of their names; a file is what one voice wrote, and named after it. */
export function readVoices<T extends object>(folder: string, read: (file: string) => T[] | undefined) {
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  return files.sort().flatMap((name) => tag(path.basename(name, '.jsonl'), read(path.join(folder, name)) ?? []));
}

const tag = <T extends object>(voice: string, items: readonly T[]) => items.map((item) => ({ ...item, voice }));
