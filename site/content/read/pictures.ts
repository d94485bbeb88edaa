import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';
import type { Dataset, Picture } from '../dataset.ts';
import { showValue } from '../problems.ts';
import type { businessFile, techniciansFile } from '../schemas.ts';
import type { Placed, Report } from './placed.ts';

const FOLDER = 'pictures';

/**
 * The pictures that the business and its people name. A name that isn't one of a file in `content/pictures/`, and a file that is no JPEG,
 * PNG or WebP by its first bytes, are reported.
 */
export function readPictures(
  contentDir: string,
  business: Placed<z.output<typeof businessFile>> | undefined,
  technicians: Placed<z.output<typeof techniciansFile>> | undefined,
  report: Report,
): NonNullable<Dataset['pictures']> {
  const read = ({ file, alt }: { readonly file: string; readonly alt: string }, at: ReturnType<Placed<unknown>['at']>): Picture[] => {
    const found = readPicture(path.join(contentDir, FOLDER), file);
    if (Buffer.isBuffer(found)) return [{ body: found, alt }];
    report({ ...at, ...found });
    return [];
  };
  const own = business?.value.pictures.flatMap((picture, index) => read(picture, business.at(['pictures', index, 'file']))) ?? [];
  const people = technicians?.value.flatMap(({ name, picture }, index) =>
    picture ? read(picture, technicians.at([index, 'picture', 'file'])).map((found) => [name, found] as const) : [],
  );
  return { business: own, people: new Map(people) };
}

/** The bytes of a picture, or what is wrong with its name or file. */
function readPicture(folder: string, name: string): Buffer | { readonly found: string; readonly write: string } {
  const found = showValue(name);
  const file = path.join(folder, name);
  if (path.basename(name) !== name) return { found, write: `write the name of a file in ${FOLDER}/, without a folder` };
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    return { found: `${found}, which isn't in ${FOLDER}/`, write: 'put the file there, or write the name of one that is' };
  const body = readFileSync(file);
  if (isPicture(body.toString('latin1', 0, 12))) return body;
  return { found: `${found}, which is no JPEG, PNG or WebP inside`, write: 'save the picture as one of these' };
}

/** By the signatures of the formats: JPEG's start of image, PNG's eight bytes, WebP's RIFF header. */
function isPicture(start: string): boolean {
  return start.startsWith('\xff\xd8\xff') || start.startsWith('\x89PNG\r\n\x1a\n') || (start.startsWith('RIFF') && start.endsWith('WEBP'));
}
