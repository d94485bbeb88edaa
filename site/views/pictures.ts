import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { PhotoFile, Picture } from '../content/dataset.ts';
import { limits } from '../contract/limits.ts';
import { paths } from '../contract/paths.ts';
import type { Publication } from '../publication.ts';

/** The widths, in pixels, of pictures of the work and of people's faces, which are cropped to a square. */
const widths = { work: [480, 960], face: [112, 224] } as const;
type Use = keyof typeof widths;

/** The quality of WebP files, from 1 to 100. */
const QUALITY = 78;

/** One size of a picture, as WebP; the name has a hash of the bytes, so caches can keep it forever. */
export interface PictureFile {
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly body: Uint8Array<ArrayBuffer>;
}

export interface SmallPicture {
  readonly alt: string;
  /** Smallest first: one or two, depending on the size of the original. */
  readonly sizes: readonly PictureFile[];
}

const made = new Map<string, Promise<readonly PictureFile[]>>();

/** Pictures as pages show them: upright, small, and without the camera's metadata. */
export function smallPictures(pictures: readonly Picture[], use: Use): Promise<SmallPicture[]> {
  return Promise.all(pictures.map(async ({ body, alt }) => ({ alt, sizes: await sizesOf(body, use) })));
}

/** Every file of a publication's pictures by its path. */
export async function pictureFiles({ dataset }: Pick<Publication, 'dataset'>): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const { business = [], people = new Map<string, Picture>() } = dataset.pictures ?? {};
  const all = [...(await smallPictures(business, 'work')), ...(await smallPictures([...people.values()], 'face'))];
  return new Map(all.flatMap(({ sizes }) => sizes.map(({ path, body }) => [path, body])));
}

/** The bytes of a customer's photo as pages show it: upright, small, and without the camera's metadata. */
export async function printPhoto({ file, width, height }: PhotoFile): Promise<Uint8Array<ArrayBuffer>> {
  const { default: sharp } = await import('sharp');
  const upright = sharp(await readFile(file), { limitInputPixels: limits.photoPixels }).autoOrient();
  return new Uint8Array(await upright.resize({ width, height, fit: 'fill' }).webp({ quality: QUALITY }).toBuffer());
}

/** Cached, because pages and files need the same sizes. */
function sizesOf(original: Buffer, use: Use): Promise<readonly PictureFile[]> {
  const key = `${use} ${hashOf(original)}`;
  const known = made.get(key) ?? shrink(original, use);
  made.set(key, known);
  return known;
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 16);

async function shrink(original: Buffer, use: Use): Promise<readonly PictureFile[]> {
  // Loaded only if there are pictures: few businesses have any, and it is a native module.
  const { default: sharp } = await import('sharp');
  const { autoOrient } = await sharp(original).metadata();
  const [small, large] = widths[use];
  const widest = use === 'face' ? Math.min(autoOrient.width, autoOrient.height) : autoOrient.width;
  const wanted = widest > small ? [small, Math.min(large, widest)] : [widest];
  return Promise.all(
    wanted.map(async (width) => {
      const size = use === 'face' ? { width, height: width, fit: 'cover' as const, position: 'attention' } : { width };
      const { data, info } = await sharp(original)
        .autoOrient()
        .resize(size)
        .webp({ quality: QUALITY })
        .toBuffer({ resolveWithObject: true });
      return { path: `${paths.assets}${hashOf(data)}.webp`, width: info.width, height: info.height, body: new Uint8Array(data) };
    }),
  );
}
