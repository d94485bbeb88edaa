import { createHash } from 'node:crypto';
import path from 'node:path';
import { limits } from '../../contract/limits.ts';
import { paths } from '../../contract/paths.ts';
import type { Photo } from '../../contract/review.ts';
import type { PhotoFile } from '../dataset.ts';
import { type ContentProblem, showValue } from '../problems.ts';
import { PICTURES, readPicture, sizeOf } from './pictures.ts';
import type { Placed, Report } from './placed.ts';

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
