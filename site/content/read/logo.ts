import { readFileSync } from 'node:fs';
import { imageSize } from 'image-size';
import type { Report } from './placed.ts';

/** The business's logo: its bytes, and its size in pixels. */
export interface Logo {
  /** The path of the file, for messages. */
  readonly file?: string;
  readonly bytes: Buffer;
  readonly mediaType: string;
  readonly width: number;
  readonly height: number;
}

const mediaTypes: Readonly<Record<string, string>> = { svg: 'image/svg+xml', png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' };

/** It is part of every page, so it is kept small. */
const MOST_BYTES = 100_000;

/** Reads `logo.svg`, `.png`, `.jpg` or `.webp`; reports what is no picture or too large. */
export function readLogo(file: string | undefined, report: Report): Logo | undefined {
  if (file === undefined) return undefined;
  const bytes = readFileSync(file);
  const problem = (found: string, write: string) => report({ file, place: '', found, write });
  if (bytes.length > MOST_BYTES) {
    problem(`${bytes.length} bytes`, `make it smaller than ${MOST_BYTES} bytes: a logo is on every page`);
    return undefined;
  }
  try {
    const { type, width, height } = imageSize(bytes);
    const mediaType = mediaTypes[type ?? ''];
    if (mediaType !== undefined) return { file, bytes, mediaType, width, height };
  } catch {}
  problem('no picture that can be read', 'write an SVG with a width and height or a viewBox, a PNG, a JPEG or a WebP');
  return undefined;
}
