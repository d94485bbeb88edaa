import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { namedFile, readContentFile } from '../../site/content/read/named-file.ts';
import { setKeys } from '../../site/content/write/edit-text.ts';
import { parseSource } from '../../site/content/write/list-text.ts';
import { writeWhole } from '../../site/content/write/write-file.ts';
import type { Choice } from '../cli/terminal.ts';

/** What to do with reviews that their source no longer has: `removed_at_source` in policy.yaml. */
export type RemovedChoice = 'leave_out' | 'publish';

/** Whether policy.yaml has an answer. @throws ContentError */
export async function isRemovedDecided(contentDir: string): Promise<boolean> {
  const policy = await readContentFile(namedFile(contentDir, 'policy'), z.looseObject({}));
  return policy?.value['removed_at_source'] !== undefined;
}

/** Writes the answer into policy.yaml, and keeps everything else in it. @throws EditError if the file has an unusual form */
export async function rememberRemoved(contentDir: string, choice: RemovedChoice): Promise<void> {
  const file = namedFile(contentDir, 'policy');
  const text = await readFile(file, 'utf8').catch(() => '');
  const isEmpty = parseSource(text.replace(/^\uFEFF/, '')).document.contents === null;
  const answer = { removed_at_source: choice };
  await writeWhole(file, isEmpty ? `${text}removed_at_source: ${choice}\n` : setKeys({ name: file, text }, [], answer));
}

/** The question, in plain words. */
export const removedQuestion = (count: number): string =>
  `${count === 1 ? '1 review is' : `${count} reviews are`} no longer at ${count === 1 ? 'its' : 'their'} source: the author or the platform removed ${count === 1 ? 'it' : 'them'}. What should your site do with such reviews?`;

/** Its answers, the recommended one first. */
export const removedChoices: readonly Choice<RemovedChoice>[] = [
  {
    value: 'leave_out',
    label: 'leave them out',
    hint: 'recommended: the author may have taken the words back; your site still shows how many were removed, and when',
  },
  {
    value: 'publish',
    label: 'keep them, each with a note that its source no longer has it',
    hint: 'hides nothing, but may repeat words that somebody took back',
  },
];
