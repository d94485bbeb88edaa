import { stat } from 'node:fs/promises';
import { listContent } from '../../site/content/read/content-files.ts';
import { daysAt } from '../../site/shared/dates.ts';
import { type CheckedContent, checkContent } from '../check-content/warnings.ts';

/** Only reads the content again if one of its files or the day has changed: with thousands of reviews, that takes a second. */
export function contentReader(contentDir: string, now: () => Date): () => Promise<CheckedContent> {
  let last: { readonly of: string; readonly checked: Promise<CheckedContent> } | undefined;
  return async () => {
    const { latest } = daysAt(now());
    const files = await Promise.all(
      listContent(contentDir).map(async (file) => {
        const { mtimeMs = 0, size = 0 } = (await stat(file).catch(() => undefined)) ?? {};
        return [file, mtimeMs, size];
      }),
    );
    const of = JSON.stringify([latest, files]);
    if (last?.of !== of) last = { of, checked: checkContent(contentDir, latest) };
    return last.checked;
  };
}
