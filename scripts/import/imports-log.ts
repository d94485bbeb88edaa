import path from 'node:path';
import type { z } from 'zod';
import { importsFile } from '../../site/dataset/content-files.ts';
import { readContentFile } from './content-file.ts';
import { replaceFile } from './content-store.ts';
import { laterOf, toInstant } from './instant.ts';

export type ImportEntry = z.output<typeof importsFile>[number];

/** Reads content/imports.json, the oldest import first. Throws a ContentError where it isn't sound. */
export function readImports(contentDir: string): readonly ImportEntry[] {
  return readContentFile(contentDir, 'imports', importsFile) ?? [];
}

/** When the newest complete export of each scope was made. */
export function newestExports(imports: readonly ImportEntry[]): Map<string, string> {
  const newest = new Map<string, string>();
  for (const { scope, exported_at } of imports.flatMap(({ complete = [] }) => complete))
    newest.set(scope, laterOf(newest.get(scope), toInstant(exported_at)) ?? exported_at);
  return newest;
}

/** The imports with one more; the same files again take the place of what was said of them before. */
export function withImport(imports: readonly ImportEntry[], entry: ImportEntry): ImportEntry[] {
  return [...imports.filter(({ id }) => id !== entry.id), entry];
}

/** Replaces content/imports.json in one step. */
export async function writeImports(contentDir: string, imports: readonly ImportEntry[]): Promise<void> {
  await replaceFile(path.join(contentDir, 'imports.json'), [`[\n${imports.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n`]);
}
