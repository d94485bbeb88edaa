import { closeSync, openSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';
import type { Dataset, Picture } from '../dataset.ts';
import { showValue } from '../problems.ts';
import type { businessFile, techniciansFile } from '../schemas.ts';
import type { Placed, Report } from './placed.ts';

const FOLDER = 'pictures';

/**
 * The pictures that the business and its people name, with the paths of their files. A name that isn't one of a file in
 * `content/pictures/`, and a file that is no JPEG, PNG or WebP by its first bytes, are reported.
 */
export function findPictures(
  contentDir: string,
  business: Placed<z.output<typeof businessFile>> | undefined,
  technicians: Placed<z.output<typeof techniciansFile>> | undefined,
  report: Report,
): NonNullable<Dataset['pictures']> {
  const folder = path.join(contentDir, FOLDER);
  const find = ({ file, alt }: Picture, at: ReturnType<Placed<unknown>['at']>): Picture[] => {
    const found = path.join(folder, file);
    const problem = pictureProblem(file, found);
    if (problem === undefined) return [{ file: found, alt }];
    report({ ...at, ...problem });
    return [];
  };
  const own = business?.value.pictures.flatMap((picture, index) => find(picture, business.at(['pictures', index, 'file']))) ?? [];
  const people = technicians?.value.flatMap(({ name, picture }, index) =>
    picture ? find(picture, technicians.at([index, 'picture', 'file'])).map((found) => [name, found] as const) : [],
  );
  return { business: own, people: new Map(people) };
}

function pictureProblem(name: string, file: string): { found: string; write: string } | undefined {
  const found = showValue(name);
  if (path.basename(name) !== name) return { found, write: `write the name of a file in ${FOLDER}/, without a folder` };
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    return { found: `${found}, which isn't in ${FOLDER}/`, write: 'put the file there, or write the name of one that is' };
  if (isPicture(firstBytes(file))) return undefined;
  return { found: `${found}, which is no JPEG, PNG or WebP inside`, write: 'save the picture as one of these' };
}

function firstBytes(file: string): Buffer {
  const bytes = Buffer.alloc(12);
  const descriptor = openSync(file, 'r');
  readSync(descriptor, bytes);
  closeSync(descriptor);
  return bytes;
}

/** By the signatures of the formats: JPEG's start of image, PNG's eight bytes, WebP's RIFF header. */
function isPicture(bytes: Buffer): boolean {
  const text = bytes.toString('latin1');
  return text.startsWith('\xff\xd8\xff') || text.startsWith('\x89PNG\r\n\x1a\n') || (text.startsWith('RIFF') && text.slice(8) === 'WEBP');
}
