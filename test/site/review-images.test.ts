import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { fileOf } from '../../scripts/build/files.ts';
import { reviewId } from '../../site/content/identity.ts';
import { limits } from '../../site/contract/limits.ts';
import { buildSite } from '../support/build-site.ts';
import { NOBODY } from '../support/run-script.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
const dist = path.join(folder, 'dist');
const BRAND = '#8a1c3c';

const texts = {
  long: `${'W'.repeat(200)} ${'They came on time and explained every step. '.repeat(60)}`,
  arabic: 'خدمة ممتازة جدا، وصلوا في الموعد المحدد وأصلحوا كل شيء بسرعة. أنصح بهم بشدة لكل من يحتاج إلى كهربائي موثوق به.',
  emoji: 'Lovely 🫠 people.',
  chinese: '服务很好，师傅准时。',
  wordless: null,
};
type Name = keyof typeof texts;

const review = (source_id: string, text: string | null, more = {}) => ({
  source: 'google',
  source_id,
  date: '2026-05-04',
  rating: 4,
  author: 'Ann Becker',
  text,
  verified: true,
  ...more,
});
const newest = [
  ...Object.entries(texts).map(([name, text]) => review(name, text)),
  ...['ann@example.com', 'bob@example.com'].map((author) => review(author, 'Very pleased.', { author })),
];
const older = [1, 2, 3].map((number) => review(`old ${number}`, `Good, number ${number}.`, { date: '2020-01-01' }));
async function build(reviews: readonly unknown[], takedowns = ''): Promise<void> {
  const content = path.join(folder, 'content');
  await mkdir(path.join(content, 'reviews'), { recursive: true });
  await writeFile(path.join(content, 'business.yaml'), `name: The ${'Very '.repeat(30)}Long Bakery\ntheme: { brand: "${BRAND}" }\n`);
  await writeFile(path.join(content, 'takedowns.yaml'), takedowns);
  await writeFile(path.join(content, 'reviews/all.json'), JSON.stringify(reviews));
  await buildSite(content, dist, { DATA_DIR: path.join(folder, 'data') });
}

const all = [...newest, ...older];
const idOf = (name: string) => reviewId(all.find(({ source_id }) => source_id === name)?.date ?? '', 'google', name);
const imageOf = (name: string) => imageOn(`/reviews/${idOf(name)}/`);

/** Returns the path of a page's preview image. Checks that the image exists and has the size that the page declares. */
function imageOn(page: string): string {
  const html = readFileSync(fileOf(dist, page), 'utf8');
  const value = (property: string) => new RegExp(`<meta property="og:image${property}" content="([^"]*)"`).exec(html)?.[1] ?? '';
  const file = value('').replace(NOBODY, '');
  const png = readFileSync(fileOf(dist, file));
  // PNG 5.6: the header chunk comes first, with width and height.
  expect([value(':width'), value(':height')]).toEqual([String(png.readUInt32BE(16)), String(png.readUInt32BE(20))]);
  return file;
}

/** Returns the colors in the margins of an image: a single one if nothing is drawn there. */
async function marginsOf(file: string): Promise<Set<string>> {
  const { data, info } = await sharp(fileOf(dist, file)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const colors = new Set<string>();
  for (let x = 0; x < info.width; x++) {
    for (let y = 0; y < info.height; y++) {
      if (x >= 46 && x < info.width - 46 && y >= 24 && y < info.height - 24) continue;
      const at = (y * info.width + x) * 3;
      colors.add(data.toString('hex', at, at + 3));
    }
  }
  return colors;
}

const own = /^\/previews\/[\da-f]{16}\.png$/;
beforeAll(() => build(all));

describe('the preview image of a review', () => {
  test.each<Name>(['long', 'arabic', 'emoji'])('is its own image, with nothing in the margins: %s', async (name) => {
    expect(imageOf(name)).toMatch(own);
    expect(await marginsOf(imageOf(name))).toEqual(new Set([BRAND.slice(1)]));
  });

  test.each<Name>(['wordless', 'chinese'])('is the business’s image if there is no text or no font for it: %s', (name) => {
    expect(imageOf(name)).toBe('/og.png');
  });

  test('only exists for the newest reviews with text; other reviews and the home page have the business’s image', () => {
    expect(newest.filter(({ text }) => text !== null)).toHaveLength(limits.reviewImages);
    expect(older.map(({ source_id }) => imageOf(source_id))).toEqual(['/og.png', '/og.png', '/og.png']);
    expect(imageOn('/')).toBe('/og.png');
  });

  test('is the same for two names with the same mask', () => {
    expect(imageOf('ann@example.com')).toMatch(own);
    expect(imageOf('ann@example.com')).toBe(imageOf('bob@example.com'));
  });
});

test('a changed review gets a new image, and a takedown deletes the image', async () => {
  const [emoji, long, arabic] = [imageOf('emoji'), imageOf('long'), imageOf('arabic')];
  const changes: Readonly<Record<string, object>> = { emoji: { rating: 2 }, 'bob@example.com': { incentive: 'offered' } };
  const edited = all.map((one) => ({ ...one, ...changes[one.source_id] }));
  await build(edited, `- { review: ${idOf('long')}, date: 2026-06-01 }\n`);
  expect(imageOf('emoji')).toMatch(own);
  expect(imageOf('emoji')).not.toBe(emoji);
  expect(imageOf('arabic')).toBe(arabic);
  // They only differ in the label.
  expect(imageOf('bob@example.com')).toMatch(own);
  expect(imageOf('bob@example.com')).not.toBe(imageOf('ann@example.com'));
  expect([emoji, long, arabic].map((file) => existsSync(fileOf(dist, file)))).toEqual([false, false, true]);
  // Caches must drop the text in images as soon as the text in documents.
  const rule = /^\/previews\/\*\n {2}Content-Type: image\/png\n {2}Cache-Control: public, max-age=30,/m;
  expect(readFileSync(path.join(dist, '_headers'), 'utf8')).toMatch(rule);
});
