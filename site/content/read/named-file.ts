import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'zod';
import { ContentError } from '../problems.ts';
import { type Locate, parseFile } from './parse-file.ts';

/** The path of a content file such as `takedowns`: the existing file, or the one to create as YAML. */
export function namedFile(contentDir: string, name: string): string {
  const files = ['yaml', 'yml', 'json'].map((extension) => path.join(contentDir, `${name}.${extension}`));
  return files.find((file) => existsSync(file)) ?? path.join(contentDir, `${name}.yaml`);
}

export interface ReadFile<T> {
  readonly value: T;
  readonly locate: Locate;
}

/** Reads a content file; undefined if it doesn't exist. @throws ContentError */
export async function readContentFile<T extends z.ZodType>(file: string, schema: T): Promise<ReadFile<z.output<T>> | undefined> {
  const bytes = await readFile(file).catch(() => undefined);
  if (!bytes) return undefined;
  const parsed = parseFile({ name: file, bytes }, schema);
  if (parsed.problems) throw new ContentError(parsed.problems);
  return parsed;
}
