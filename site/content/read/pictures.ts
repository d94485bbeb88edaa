import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { imageSize } from 'image-size';
import { limits } from '../../contract/limits.ts';
import { paths } from '../../contract/paths.ts';
import type { Photo } from '../../contract/review.ts';
import { type FileFault, fileKind, readOrExplain } from '../../shared/regular-file.ts';
import type { Dataset, Logo, PhotoFile, Picture } from '../dataset.ts';
import { ContentError, type ContentProblem, type Placed, type Report, showValue } from '../problems.ts';
import type { FileData } from '../record-schemas.ts';

export const PICTURES = 'pictures';

/** The pictures of the business and its people. Reports missing files, and files that aren't JPEG, PNG or WebP by their first bytes. */
export function readPictures(
  contentDir: string,
  business: Placed<FileData<'business'>> | undefined,
  technicians: readonly Placed<FileData<'technicians'>[number]>[],
  report: Report,
): NonNullable<Dataset['pictures']> {
  const read = ({ file, alt }: { readonly file: string; readonly alt: string }, at: ReturnType<Placed<unknown>['at']>): Picture[] => {
    const found = readPicture(path.join(contentDir, PICTURES), file);
    if (Buffer.isBuffer(found)) return [{ body: found, alt, at: { ...at, name: file } }];
    report({ ...at, ...found });
    return [];
  };
  const own = business?.value.pictures.flatMap((picture, index) => read(picture, business.at(['pictures', index, 'file']))) ?? [];
  const people = technicians.flatMap(({ value: { name, picture }, at }) =>
    picture ? read(picture, at(['picture', 'file'])).map((found) => [name, found] as const) : [],
  );
  return { business: own, people: new Map(people) };
}

/** The bytes of a picture, or the problem with its name or file. */
export function readPicture(folder: string, name: string): Buffer | { readonly found: string; readonly write: string } {
  const found = showValue(name);
  const file = path.join(folder, name);
  if (path.basename(name) !== name) return { found, write: `write the name of a file in ${PICTURES}/, without a folder` };
  const kind = fileKind(file);
  if (kind === 'missing')
    return { found: `${found}, which isn't in ${PICTURES}/`, write: 'put the file there, or write the name of one that is' };
  if (kind === 'file' && statSync(file).size > limits.pictureBytes)
    return { found: `${found}, which has ${statSync(file).size} bytes`, write: `make it smaller than ${limits.pictureBytes} bytes` };
  const body = readOrExplain(file) ?? GONE;
  if (!Buffer.isBuffer(body)) return { found: `${found}, which is ${body.found}`, write: body.write };
  const start = body.toString('latin1', 0, 12);
  if (isPicture(start)) return body;
  if (HEIC.test(start)) return { found: `${found}, which is a HEIC picture`, write: 'save it as JPEG; most browsers can’t show HEIC' };
  return { found: `${found}, which is not a JPEG, PNG or WebP`, write: 'save the picture in one of these formats' };
}

/** A file that somebody removed meanwhile. */
const GONE: FileFault = { found: 'missing', write: 'run the command again' };

/** Detects the signatures of JPEG (start of image), PNG (eight bytes) and WebP (RIFF header). */
function isPicture(start: string): boolean {
  return start.startsWith('\xff\xd8\xff') || start.startsWith('\x89PNG\r\n\x1a\n') || (start.startsWith('RIFF') && start.endsWith('WEBP'));
}

/** The signatures of HEIC, in which phones save photos: a box `ftyp` with the brand of the format (ISO/IEC 23008-12). */
const HEIC = /^.{4}ftyp(?:hei[cmsx]|hev[cmsx]|mif1|msf1)/s;

/** The width, in pixels, to which a picture is scaled to find out whether all of it can be read. */
const SMALL = 64;

/** Opens every picture, photo and logo. @throws ContentError if one of them is truncated, too large or damaged */
export async function checkPictures({ logo, pictures, photos }: Pick<Dataset, 'logo' | 'pictures' | 'photos'>): Promise<void> {
  const named = [...(pictures?.business ?? []), ...(pictures?.people.values() ?? [])];
  const opened = [
    ...named.flatMap(({ body, at }) => (at ? [{ body, at }] : [])),
    ...(logo?.file && logo.mediaType !== 'image/svg+xml'
      ? [{ body: logo.bytes, at: { file: logo.file, place: '', name: path.basename(logo.file) } }]
      : []),
    ...Array.from(photos?.values() ?? [], ({ file, at, width, height }) => ({ body: file, at, shape: width / height })),
  ];
  const problems: ContentProblem[] = [];
  // One at a time, since there may be many photos.
  for (const { body, at, ...photo } of opened) {
    const problem = await whyUnreadable(typeof body === 'string' ? await readFile(body) : body, 'shape' in photo ? photo.shape : undefined);
    const { name, ...place } = at;
    if (problem) problems.push({ ...place, found: `${showValue(name)}, ${problem.found}`, write: problem.write });
  }
  if (problems.length > 0) throw new ContentError(problems);
}

/** The problem with a picture's bytes; undefined if there is none. `shape` is a photo's width divided by its height, from its header. */
async function whyUnreadable(body: Buffer, shape?: number): Promise<Pick<ContentProblem, 'found' | 'write'> | undefined> {
  // A native module, loaded only for businesses with pictures.
  const { default: sharp } = await import('sharp');
  try {
    const { info } = await sharp(body).autoOrient().resize(SMALL).webp().toBuffer({ resolveWithObject: true });
    if (shape === undefined || Math.abs(info.height - SMALL / shape) <= 1) return undefined;
    return { found: 'whose rotation metadata can’t be read', write: 'open it, turn it upright and save it again' };
  } catch (error) {
    const { message } = error as Error;
    if (/pixel limit|too large|exceeds/i.test(message))
      return { found: 'which has too many pixels', write: 'make it smaller; 2000 pixels wide is enough' };
    if (/premature|truncated|corrupt|end of|unexpected|load|read error/i.test(message))
      return { found: 'which is damaged or incomplete', write: 'export or copy the picture again' };
    return { found: `which can't be opened (${message.split('\n')[0]})`, write: 'save it again as JPEG, PNG or WebP' };
  }
}

/** The format and size in a picture's header; undefined if it can't be read. */
function sizeOf(bytes: Buffer): ReturnType<typeof imageSize> | undefined {
  try {
    return imageSize(bytes);
  } catch {
    return undefined;
  }
}

const mediaTypes: Readonly<Record<string, string>> = { svg: 'image/svg+xml', png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' };

/** The maximum size of a logo, which is part of every page. */
const MOST_BYTES = 100_000;

/** Threshold: a logo is as high as a line of text, so a wider one doesn't fit next to the name. */
const WIDEST = 15;

/** Reads the logo. Reports it if it's too large or too wide, or if it isn't a picture. */
export function readLogo(file: string | undefined, report: Report): Logo | undefined {
  if (file === undefined) return undefined;
  const problem = (found: string, write: string) => report({ file, place: '', found, write });
  const bytes = readOrExplain(file) ?? GONE;
  if (!Buffer.isBuffer(bytes)) {
    problem(bytes.found, bytes.write);
    return undefined;
  }
  if (bytes.length > MOST_BYTES) {
    problem(`${bytes.length} bytes`, `make it smaller than ${MOST_BYTES} bytes, because it is on every page`);
    return undefined;
  }
  const { type = '', width = 0, height = 0 } = sizeOf(bytes) ?? {};
  const mediaType = mediaTypes[type];
  const isReadable = mediaType !== undefined && width > 0 && height > 0;
  if (isReadable && width <= height * WIDEST) return { file, bytes, mediaType, width, height };
  if (isReadable) problem(`${width} x ${height}`, `make it at most ${WIDEST} times as wide as high, because it is next to the name`);
  else problem('an unreadable picture', 'use a PNG, a JPEG, a WebP, or an SVG with width and height or a viewBox');
  return undefined;
}

/**
 * Reads the photos that reviews name, without decoding them: the size is in the header, and the published name is a hash of the file.
 * Reports missing files, other formats and photos with too many pixels. `files` has the photos that were read, by their published path.
 */
export function photoReader(contentDir: string, report: Report) {
  const files = new Map<string, PhotoFile>();
  const read = (names: readonly string[], at: Placed<unknown>['at']): Photo[] =>
    names.flatMap((name, index) => {
      const place = at(['photos', index]);
      const body = readPicture(path.join(contentDir, PICTURES), name);
      const size = Buffer.isBuffer(body) ? publishedSize(body, name) : body;
      if (!Buffer.isBuffer(body) || 'found' in size) {
        report({ ...place, ...(size as Problem) });
        return [];
      }
      const published = `${paths.photos}${createHash('sha256').update(body).digest('hex').slice(0, 16)}.webp`;
      files.set(published, { file: path.join(contentDir, PICTURES, name), ...size, at: { ...place, name } });
      return [{ path: published, ...size }];
    });
  return { files, read };
}

type Problem = Pick<ContentProblem, 'found' | 'write'>;
type Size = Omit<Photo, 'path'>;

/** The size of a photo in pixels, upright and scaled down to the longest side, or the problem with the photo. */
function publishedSize(body: Buffer, name: string): Size | Problem {
  const size = uprightSize(body);
  const found = showValue(name);
  if (!size) return { found: `${found}, which is damaged or incomplete`, write: 'export or copy the photo again' };
  const { width, height } = size;
  if (width * height > limits.photoPixels)
    return {
      found: `${found}, which has ${width} x ${height} pixels`,
      write: `make it smaller; ${limits.photoSidePixels} pixels on the longest side are enough`,
    };
  const scale = Math.min(1, limits.photoSidePixels / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** The size in the header. Exif orientations 5 to 8 swap width and height. */
function uprightSize(body: Buffer): Size | undefined {
  const { width, height, orientation = 1 } = sizeOf(body) ?? {};
  if (!width || !height) return undefined;
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}
