import path from 'node:path';
import type { z } from 'zod';
import { fileKind, readRegularFile, UnreadableFile } from '../../shared/regular-file.ts';
import { ContentError } from '../problems.ts';
import { type FileData, type FileName, fileSchemas } from '../record-schemas.ts';
import { parseFile } from './parse-file.ts';
import type { Placed } from './placed.ts';

/** The path of a content file such as `takedowns`: the existing file, or the one to create as YAML. */
export function namedFile(contentDir: string, name: FileName): string {
  const files = ['yaml', 'yml', 'json'].map((extension) => path.join(contentDir, `${name}.${extension}`));
  return files.find((file) => fileKind(file) !== 'missing') ?? path.join(contentDir, `${name}.yaml`);
}

/** The bytes of a content file; none if it doesn't exist. @throws ContentError */
export function readBytes(file: string): Buffer<ArrayBuffer> {
  try {
    return readRegularFile(file) ?? Buffer.alloc(0);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    throw new ContentError([{ file, place: '', ...error.fault }]);
  }
}

/** Reads a content file; one that doesn't exist counts as empty. @throws ContentError */
export async function readContentFile<T extends z.ZodType>(file: string, schema: T): Promise<Placed<z.output<T>>> {
  return parseFile({ name: file, bytes: readBytes(file) }, schema);
}

/** The data of the content file with a name, such as `takedowns`. @throws ContentError */
export async function readNamed<Name extends FileName>(contentDir: string, name: Name): Promise<FileData<Name>> {
  return (await readContentFile(namedFile(contentDir, name), fileSchemas[name])).value as FileData<Name>;
}
