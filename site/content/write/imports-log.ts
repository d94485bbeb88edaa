import path from 'node:path';
import type { z } from 'zod';
import { laterOf, toInstant } from '../instant.ts';
import { namedFile, readContentFile } from '../read/named-file.ts';
import { importsFile } from '../schemas.ts';
import { replaceFile } from './imported-file.ts';

export type ImportEntry = z.output<typeof importsFile>[number];

/** Reads content/imports.json, oldest import first. Throws a ContentError where it is invalid. */
export async function readImports(contentDir: string): Promise<readonly ImportEntry[]> {
  return (await readContentFile(namedFile(contentDir, 'imports'), importsFile))?.value ?? [];
}

/** By scope, when the newest complete export was made. */
export function newestExports(imports: readonly ImportEntry[]): Map<string, string> {
  const newest = new Map<string, string>();
  for (const { scope, exported_at } of imports.flatMap(({ complete = [] }) => complete))
    newest.set(scope, laterOf(newest.get(scope), toInstant(exported_at)) ?? exported_at);
  return newest;
}

/**
 * The imports with one added; an import of the same files replaces its earlier record. Undefined where the import needs no record: it
 * changed nothing, and isn't the first to say when an export was complete.
 */
export function withImport(imports: readonly ImportEntry[], entry: ImportEntry): ImportEntry[] | undefined {
  const { added, changed, removed, complete = [] } = entry;
  const known = new Set(imports.flatMap((one) => (one.complete ?? []).map(printExport)));
  if (added + changed + removed === 0 && complete.every((one) => known.has(printExport(one)))) return undefined;
  const before = imports.find(({ id }) => id === entry.id)?.complete ?? [];
  const all = [...before.filter(({ scope }) => !complete.some((one) => one.scope === scope)), ...complete];
  return [...imports.filter(({ id }) => id !== entry.id), { ...entry, ...(all.length > 0 ? { complete: all } : {}) }];
}

const printExport = ({ scope, exported_at }: { readonly scope: string; readonly exported_at: string }) => `${scope} ${exported_at}`;

/** Replaces content/imports.json atomically. */
export async function writeImports(contentDir: string, imports: readonly ImportEntry[]): Promise<void> {
  await replaceFile(path.join(contentDir, 'imports.json'), `[\n${imports.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n`);
}
