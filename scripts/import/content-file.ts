import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';
import { parseFile } from '../../site/dataset/parse-file.ts';
import { ContentError } from '../../site/dataset/problems.ts';

/** Reads `name` (.yaml, .yml or .json) of the content against its schema; undefined without one. Throws a ContentError. */
export function readContentFile<T extends z.ZodType>(contentDir: string, name: string, schema: T): z.output<T> | undefined {
  const file = ['yaml', 'yml', 'json']
    .map((extension) => path.join(contentDir, `${name}.${extension}`))
    .find((candidate) => existsSync(candidate));
  if (file === undefined) return undefined;
  const parsed = parseFile({ name: file, bytes: readFileSync(file) }, schema);
  if (parsed.problems) throw new ContentError(parsed.problems);
  return parsed.value;
}
