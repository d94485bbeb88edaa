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
  const practice = path.join(folder, 'practice');
  const files = readdirSync(practice)
    .filter((name) => name.endsWith('.jsonl'))
    .sort();
  const voices = files.flatMap((name) => tag(path.basename(name, '.jsonl'), readItemsOf(path.join(practice, name)) ?? []));
  return [...voices, ...tag(DEVELOPMENT, readGold(folder, 'development') ?? [])];
}

/** The voice of the development half. The phrases were written with its texts in view, so nothing is judged by it. */
export const DEVELOPMENT = 'development';

const tag = (voice: string, items: readonly GoldItem[]): PracticeItem[] => items.map((item) => ({ ...item, voice }));
