import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'zod';
import { type FileData, type FileName, fileSchemas } from '../record-schemas.ts';
import { parseFile } from './parse-file.ts';
import type { Placed } from './placed.ts';

/** The path of a content file such as `takedowns`: the existing file, or the one to create as YAML. */
export function namedFile(contentDir: string, name: FileName): string {
  const files = ['yaml', 'yml', 'json'].map((extension) => path.join(contentDir, `${name}.${extension}`));
  return files.find((file) => existsSync(file)) ?? path.join(contentDir, `${name}.yaml`);
}

/** Reads a content file; one that doesn't exist counts as empty. @throws ContentError */
export async function readContentFile<T extends z.ZodType>(file: string, schema: T): Promise<Placed<z.output<T>>> {
  return parseFile({ name: file, bytes: await readFile(file).catch(() => new Uint8Array()) }, schema);
}

/** The data of the content file with a name, such as `takedowns`. @throws ContentError */
export async function readNamed<Name extends FileName>(contentDir: string, name: Name): Promise<FileData<Name>> {
  return (await readContentFile(namedFile(contentDir, name), fileSchemas[name])).value as FileData<Name>;
}
