import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { z } from 'zod';
import { aspectId, polarity } from '../../../site/contract/insights.ts';

const mention = z.object({ aspect: aspectId, polarity, span: z.string() });
const goldItem = z.object({ id: z.string(), stars: z.int().min(1).max(5), text: z.string(), mentions: z.array(mention) });
export type GoldItem = z.infer<typeof goldItem>;

const labelsOfOne = z.object({ id: z.string(), mentions: z.array(mention.partial({ span: true })) });
export type OtherLabels = z.infer<typeof labelsOfOne>;

/** The items of `development.jsonl` or `sealed.jsonl`; undefined if the file is missing. @throws Error with file and line */
export function readGold(folder: string, half: 'development' | 'sealed'): GoldItem[] | undefined {
  return readItemsOf(path.join(folder, `${half}.jsonl`));
}

/** The labeled texts of one file, one per line; undefined if it's missing. @throws Error with file and line */
export function readItemsOf(file: string): GoldItem[] | undefined {
  return readLines(file, goldItem);
}

/** The second annotator's labels; undefined if the file is missing. */
export function readSecondLabels(folder: string): OtherLabels[] | undefined {
  return readLines(path.join(folder, 'labels-b.jsonl.br'), labelsOfOne);
}

/** The text of a file, plain or packed with Brotli (`.br`). */
export function readText(file: string): string {
  const bytes = readFileSync(file);
  return (file.endsWith('.br') ? brotliDecompressSync(bytes) : bytes).toString('utf8');
}

/**
 * Reads the lines of a JSONL file, plain or packed; undefined if it's missing. @throws Error with file and line if a line doesn't match the
 * schema
 */
export function readLines<T extends z.ZodType>(file: string, schema: T): z.output<T>[] | undefined {
  if (!existsSync(file)) return undefined;
  return readText(file)
    .split('\n')
    .flatMap((line, index) => {
      if (line.trim() === '') return [];
      const parsed = schema.safeParse(JSON.parse(line));
      if (!parsed.success) throw new Error(`${file}:${index + 1}: ${z.prettifyError(parsed.error)}`);
      return [parsed.data];
    });
}
