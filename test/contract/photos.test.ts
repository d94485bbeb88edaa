import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Review } from '../../site/contract/review.ts';
import { buildDocuments, callScript } from '../support/call-command.ts';
import { NOBODY } from '../support/run-script.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const noise = Buffer.from(Array.from({ length: 90_000 }, (_, index) => (index * 7919) % 251));
const picture = sharp(noise, { raw: { width: 200, height: 150, channels: 3 } });
/** A portrait photo from a phone, with orientation, artist and GPS position in its metadata. */
const camera = await picture
  .clone()
  .resize(2000, 1500)
  .withExif({ IFD0: { Artist: 'Ann Baker' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 7/1 30/1' } })
  .withMetadata({ orientation: 6 })
  .jpeg()
  .toBuffer();
const small = await picture.clone().png().toBuffer();
/** A PNG whose header declares more pixels than fit in memory. */
const bomb = Buffer.from(small);
bomb.writeUInt32BE(60_000, 16);
bomb.writeUInt32BE(60_000, 20);
const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(1000)]);
const turned = await picture.clone().withMetadata({ orientation: 6 }).webp().toBuffer();

let folder: string;
let content: string;
let dist: string;
beforeEach(async () => {
  folder = temporaryFolder();
  [content, dist] = [path.join(folder, 'content'), path.join(folder, 'dist')];
  await write({ 'business.yaml': 'name: Acme\naddress: { country: US }\n', 'pictures/camera.jpg': camera, 'pictures/small.png': small });
});

async function write(files: Readonly<Record<string, string | Buffer>>): Promise<void> {
  for (const [name, body] of Object.entries(files)) {
    const file = path.join(content, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, body);
  }
}

const TEXT = 'They fixed the panel in a day and swept up.';
const ANN = { source_id: 'ann', date: '2025-03-14', rating: 5, author: 'Ann', text: TEXT, verified: true };
const BEN = { source_id: 'ben', date: '2025-03-13', rating: 4, author: 'Ben', verified: true };
const reviews = (...list: readonly object[]) => write({ 'reviews/all.json': JSON.stringify(list, null, 1) });
const build = () => buildDocuments(content, dist, { DATA_DIR: path.join(folder, 'data') });
const published = async () =>
  (JSON.parse(await readFile(path.join(dist, 'reviews.json'), 'utf8')) as { reviews: readonly Review[] }).reviews;
const photosIn = (place: string) => readdir(path.join(place, 'photos')).catch(() => []);
const check = async () => (await callScript('check-content', { CONTENT_DIR: content })).stdout;

test('a photo is published resized, upright and without the camera’s metadata', async () => {
  expect((await sharp(camera).metadata()).exif?.includes('Ann Baker')).toBe(true);
  await reviews({ ...ANN, photos: ['camera.jpg', 'small.png'] }, BEN);
  await build();
  const [ann, ben] = await published();
  expect(ann?.photos).toEqual([
    { path: expect.stringMatching(/^\/photos\/[0-9a-f]{16}\.webp$/), width: 900, height: 1200 },
    { path: expect.stringMatching(/^\/photos\/[0-9a-f]{16}\.webp$/), width: 200, height: 150 },
  ]);
  expect(ben?.photos).toEqual([]);
  const body = await readFile(path.join(dist, ann?.photos[0]?.path ?? ''));
  const { format, width, height, exif, xmp, iptc, icc, orientation } = await sharp(body).metadata();
  expect({ format, width, height, exif, xmp, iptc, icc, orientation }).toEqual({ format: 'webp', width: 900, height: 1200 });
  expect(body.includes('Ann Baker')).toBe(false);
});

test('the JSON feed and the CSV list the photos, and _headers limits their caching to 30 seconds', async () => {
  await reviews({ ...ANN, photos: ['small.png'] }, BEN);
  await build();
  const [{ photos: [photo] = [] } = {}] = await published();
  const feed = JSON.parse(await readFile(path.join(dist, 'api/feed.json'), 'utf8'));
  expect(feed.items.map((item: { attachments?: unknown }) => item.attachments)).toEqual([
    [{ url: NOBODY + photo?.path, mime_type: 'image/webp' }],
    undefined,
  ]);
  const [header, row] = (await readFile(path.join(dist, 'reviews.csv'), 'utf8')).split('\r\n');
  expect(row?.split(',').at(header?.split(',').indexOf('photos') ?? -1)).toBe(photo?.path);
  const rule = /^\/photos\/\*\n {2}Content-Type: image\/webp\n {2}Cache-Control: public, max-age=30,/m;
  expect(await readFile(path.join(dist, '_headers'), 'utf8')).toMatch(rule);
});

describe('the policy', () => {
  const google = { ...ANN, source: 'google', photos: ['camera.jpg'] };
  const direct = { ...BEN, photos: ['small.png'] };
  test.each([
    ['', [0, 1]],
    ['photos: first_party\n', [0, 1]],
    ['photos: all\n', [1, 1]],
    ['photos: none\n', [0, 0]],
    ['sources: { google: { rights: Asked., first_party: true } }\n', [1, 1]],
  ])('controls whose photos are published: %j', async (policy, counts) => {
    await write({ 'policy.yaml': policy });
    await reviews(google, direct);
    await build();
    expect((await published()).map(({ photos }) => photos.length)).toEqual(counts);
    expect(await photosIn(dist)).toHaveLength(counts.reduce((sum, count) => sum + count, 0));
  });

  test('check reports a photo that it withholds', async () => {
    await reviews(google, direct);
    expect(await check()).toContain(
      'reviews/all.json:2 [0]: found 1 photo, not published because the review is from google; if the customer and the source allow it, write "photos: all" in policy.yaml',
    );
  });

  test('photos of unpublished reviews aren’t published', async () => {
    await reviews({ ...ANN, verified: false, photos: ['camera.jpg'] }, BEN);
    await build();
    expect(await photosIn(dist)).toEqual([]);
  });
});

test('a takedown removes photos from the content and the build, except those that other reviews use', async () => {
  await reviews({ ...ANN, photos: ['camera.jpg', 'small.png'] }, { ...BEN, photos: ['small.png'] });
  await build();
  expect(await photosIn(dist)).toHaveLength(2);
  const command = ['takedown', 'swept up', '--reason', 'asked'];
  const dry = await callScript('review', { CONTENT_DIR: content }, [...command, '--dry-run']);
  expect(dry.stdout).toContain('camera.jpg: the photo is removed');
  expect(existsSync(path.join(content, 'pictures/camera.jpg'))).toBe(true);
  expect((await callScript('review', { CONTENT_DIR: content }, command)).code).toBe(0);
  expect(await readdir(path.join(content, 'pictures'))).toEqual(['small.png']);
  await build();
  const [ben] = await published();
  expect((await photosIn(dist)).map((name) => `/photos/${name}`)).toEqual(ben?.photos.map(({ path }) => path));
});

describe('a photo that can’t be published stops the build', () => {
  test.each<readonly [string, string, Buffer | undefined, string]>([
    ['a missing file', 'gone.jpg', undefined, '"gone.jpg", which isn\'t in pictures/; put the file there'],
    [
      'a file outside the folder',
      '../../secret.jpg',
      camera,
      '"../../secret.jpg"; write the name of a file in pictures/, without a folder',
    ],
    ['the folder itself', '..', undefined, '".."'],
    ['a picture too large for memory', 'bomb.png', bomb, '"bomb.png", which has 60000 x 60000 pixels; make it smaller; 1200 pixels'],
    ['a file with too many bytes', 'large.jpg', Buffer.concat([camera, Buffer.alloc(25_000_000)]), '"large.jpg", which has 25'],
    ['a format that browsers don’t show', 'IMG_1.HEIC', heic, '"IMG_1.HEIC", which is a HEIC picture; save it as JPEG'],
    ['a text file', 'text.jpg', Buffer.from('a picture'), '"text.jpg", which is not a JPEG, PNG or WebP; save the picture'],
    ['a truncated picture', 'cut.jpg', camera.subarray(0, camera.length / 2), '"cut.jpg", which is damaged or incomplete; export or copy'],
    ['only a header', 'header.jpg', camera.subarray(0, 20), '"header.jpg", which is damaged or incomplete; export or copy'],
    [
      'a picture rotated by metadata that we don’t read',
      'turned.webp',
      turned,
      '"turned.webp", whose rotation metadata can’t be read; open it',
    ],
  ])('%s', async (_title, name, body, message) => {
    if (body) await write({ [`pictures/${name}`]: body });
    await reviews({ ...ANN, photos: [name] });
    await expect(build()).rejects.toThrow(`reviews/all.json:10 [0].photos[0]: found ${message}`);
    expect(existsSync(dist)).toBe(false);
    expect(await check()).toContain(`[0].photos[0]: found ${message}`);
  });

  test('photos that aren’t a list', async () => {
    await reviews({ ...ANN, photos: 'camera.jpg' });
    await expect(build()).rejects.toThrow('write the names of files in pictures/ as a list, such as [kitchen.jpg]');
  });
});

test('photos that the owner adds to imported reviews survive the next import', async () => {
  const csv = path.join(folder, 'export.csv');
  await writeFile(csv, 'source_id,date,rating,author,text\na,2025-03-14,5,Ann,On time.\n');
  const importAgain = () => callScript('import', { CONTENT_DIR: content }, [csv, '--yes']);
  expect((await importAgain()).stdout).toContain('1 added');
  const file = path.join(content, 'reviews/imported.json');
  await writeFile(`${file}.new`, (await readFile(file, 'utf8')).replace('"text":', '"photos":["small.png"],"text":'));
  await rename(`${file}.new`, file);
  await writeFile(csv, 'source_id,date,rating,author,text\na,2025-03-14,4,Ann,On time.\n');
  expect((await importAgain()).stdout).toContain('1 changed');
  await build();
  expect(await published()).toMatchObject([{ rating: 4, photos: [{ width: 200, height: 150 }], changed_by_business: [] }]);
});

describe('an export that links to photos', () => {
  const link = 'https://photos.example/1=s400';
  const google = {
    name: 'accounts/1/locations/2/reviews/3',
    reviewer: { displayName: 'Ann' },
    starRating: 'FIVE',
    createTime: '2025-03-14T08:00:00Z',
    reviewMediaItems: [{ thumbnailUrl: link }],
  };
  const own = { ...ANN, photos: [{ path: '/photos/0123456789abcdef.webp', width: 10, height: 10 }] };
  test.each([
    ['Google', [google, { ...google, name: 'accounts/1/locations/2/reviews/4', reviewMediaItems: [] }]],
    ['this service', [own, { ...own, source_id: 'ben', photos: [] }]],
  ])('is imported without them and with a note: %s', async (_source, list) => {
    const file = path.join(folder, 'export.json');
    await writeFile(file, JSON.stringify({ reviews: list }));
    const { stdout, code } = await callScript('import', { CONTENT_DIR: content }, [file, '--yes']);
    expect(stdout).toContain(
      'note: 1 review with photos, which the export only links to, so they aren\'t imported; save those you may publish in pictures/ and list them under "photos"',
    );
    expect([code, /^2 added/m.test(stdout)]).toEqual([0, true]);
    await build();
    expect((await published()).map(({ photos }) => photos)).toEqual([[], []]);
    expect(await readFile(path.join(content, 'reviews/imported.json'), 'utf8')).not.toMatch(/photos/);
  });
});
