import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { entryPublisher } from '../../site/content/privacy/published-entry.ts';
import { readNamed } from '../../site/content/read/named-file.ts';
import { readWrittenReviews } from '../../site/content/read/read.ts';
import { parseEntry } from '../../site/content/write/entry-line.ts';
import { importedFile } from '../../site/content/write/imported-file.ts';
import { splitLines } from './input/json-records.ts';
import { decodeText } from './input/records.ts';
import type { Publish } from './merge.ts';
import type { Staging } from './staging.ts';

/** Reads all reviews of the content into `staging`. @throws ContentError if the content is invalid */
export async function stageContent(contentDir: string, staging: Staging): Promise<void> {
  const own = importedFile(contentDir);
  for (const { entry, file, line, place } of readWrittenReviews(contentDir, own))
    staging.addStored(entry, [line === undefined ? file : `${file}:${line}`, place].filter(Boolean).join(' '));
  if (await stageLines(own, staging)) return;
  // The file was edited by hand: the full parser reads every form, and reports what is wrong with it.
  staging.forgetOwn();
  for (const { entry, file } of readWrittenReviews(contentDir)) if (file === own) staging.addStored(entry, undefined);
}

/** Fast path: reads the imported file line by line. Returns false if it isn't in the format that imports write. */
async function stageLines(file: string, staging: Staging): Promise<boolean> {
  if ((await stat(file).catch(() => undefined)) === undefined) return true;
  let expected = '[';
  try {
    for await (const line of splitLines(decodeText(file, createReadStream(file)))) {
      const entry = expected === '[' || line === ']' ? undefined : parseEntry(line.replace(/,$/, ''));
      if (entry === undefined && line !== expected) return false;
      expected = line === ']' ? '' : ']';
      if (entry !== undefined) staging.addStored(entry, undefined);
    }
  } catch {
    // Not UTF-8, or a duplicate id.
    return false;
  }
  return expected === '';
}

/** Makes the function that applies the content's policy to reviews. @throws ContentError if a file that it needs is invalid */
export async function readPublisher(contentDir: string): Promise<Publish> {
  const catalogue = await Promise.all((['services', 'technicians', 'service-areas'] as const).map((name) => readNamed(contentDir, name)));
  return entryPublisher(await readNamed(contentDir, 'policy'), await readNamed(contentDir, 'business'), catalogue.flat());
}
