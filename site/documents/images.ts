import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { create, type Font } from 'fontkitten';
import type { Dataset } from '../content/dataset.ts';
import { limits } from '../contract/limits.ts';
import { paths } from '../contract/paths.ts';
import type { Review } from '../contract/review.ts';
import type { WordFieldName } from '../contract/review-fields.ts';
import { averageOf } from '../insights/averages.ts';
import { messagesOf } from '../messages/messages.ts';
import { oncePer } from '../shared/algorithms.ts';
import { escapeXml } from '../shared/escape.ts';
import { truncateWords, withEllipsis } from '../shared/text.ts';
import { disclosuresOf } from '../views/verification.ts';

/** The rest of the path of a star after its highest point. */
const STAR = 'l13 27.5 30 4-22 21 5.5 30L0 68l-26.5 14.5 5.5-30-22-21 30-4z';

/** The width of a bar at 100% of the reviews. */
const BAR = 390;

/** The preview image of links to this site, `/og.png`, 1200 by 630: name, rating and distribution. As SVG. */
export function drawImage(dataset: Dataset): string {
  const { business, aggregateRating, theme } = dataset;
  const { say, average: print } = messagesOf(dataset);
  const { rating_value, review_count, distribution } = aggregateRating;
  const { ground, text, quiet, line, star } = theme.band;
  const average = averageOf(distribution);
  const counts = (['5', '4', '3', '2', '1'] as const).map((stars) => ({ stars, count: distribution[stars] }));
  const stars = (fill: string) =>
    [0, 1, 2, 3, 4].map((place) => `<path transform="translate(${118 + place * 96} 322)" d="M0 0${STAR}" fill="${fill}"/>`).join('');
  const rows = counts.map(
    ({ stars: label, count }, place) =>
      `<text x="690" y="${338 + place * 46}" font-size="26" fill="${quiet.light}">${label}</text><rect x="726" y="${322 + place * 46}" width="${BAR}" height="14" rx="3" fill="${line.light}"/><rect x="726" y="${322 + place * 46}" width="${Math.round((count / Math.max(1, review_count)) * BAR)}" height="14" rx="3" fill="${star.light}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630" font-family="DejaVu Sans">
<rect width="1200" height="630" fill="${ground.light}"/>
<text x="72" y="130" font-size="30" fill="${quiet.light}">${escapeXml(say('computed.image_lead'))}</text>
<text x="70" y="204" font-size="58" font-weight="700" fill="${text.light}">${escapeXml(truncateWords(business.name, 32))}</text>
<clipPath id="f"><rect x="70" y="300" width="${Math.round((rating_value ?? 0) * 96)}" height="140"/></clipPath>
${stars(line.light)}<g clip-path="url(#f)">${stars(star.light)}</g>
<text x="70" y="505" font-size="64" font-weight="700" fill="${text.light}">${average === null ? '' : print(average)}</text>
<text x="72" y="552" font-size="30" fill="${quiet.light}">${escapeXml(say(average === null ? 'computed.badge_count' : 'computed.image_count', { count: review_count }))}</text>
${rows.join('')}
</svg>`;
}

/** The size of a review's image, in pixels. It is drawn on 1200 by 630, like the image of the business. */
export const reviewImageSize = { width: 800, height: 420 } as const;

const LEFT = 72;
const RIGHT = 1200 - LEFT;
/** Short texts are large; long ones are cut after the last small line. */
const LARGE = { size: 64, most: 3 };
const SMALL = { size: 44, most: 5 };

/**
 * The preview images of links to the newest reviews with a text, by the review's id. A review has none if the font lacks a letter of the
 * image. The path has a hash of the image's content, so sites that keep a copy load a changed image again.
 */
export const reviewImagesOf = oncePer((dataset: Dataset) => {
  const images = new Map<string, { readonly path: string; readonly print: () => Promise<Uint8Array<ArrayBuffer>> }>();
  for (const { text, ...review } of dataset.reviews.filter(({ text }) => text !== null).slice(0, limits.reviewImages)) {
    if (text === null || ![text, review.author, dataset.business.name].every(isDrawable)) continue;
    const svg = drawReviewImage({ ...review, text }, dataset);
    const name = createHash('sha256').update(svg).digest('hex').slice(0, 16);
    images.set(review.id, { path: `${paths.previews}${name}.png`, print: () => renderPng(svg, reviewImageSize.width) });
  }
  return images;
});

/** The stars, the text, the author, what readers have to know and the business, in its colors. As SVG. */
function drawReviewImage(
  { text, author, rating, ...review }: Pick<Review, 'author' | 'rating' | WordFieldName> & { readonly text: string },
  dataset: Dataset,
) {
  const { business, theme } = dataset;
  // Before the name, which may be cut.
  const labels = disclosuresOf(review, messagesOf(dataset)).map(({ label }) => label);
  const { ground, text: ink, quiet, line, star } = theme.band;
  const place = wrap(text, LARGE.size).length <= LARGE.most ? LARGE : SMALL;
  const write = (y: number, { size, most }: typeof SMALL, fill: string, words: string) => {
    const isRightToLeft = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(words);
    return wrap(words, size, most).map((shown, index) => {
      const at = `y="${y + index * size * 1.35}" font-size="${size}" fill="${fill}"`;
      // The renderer ignores the direction attribute, but supports the marks of Unicode's bidirectional algorithm.
      if (isRightToLeft) return `<text x="${RIGHT}" text-anchor="end" ${at}>\u202b${escapeXml(shown)}\u202c</text>`;
      return `<text x="${LEFT}" ${at}>${escapeXml(shown)}</text>`;
    });
  };
  const stars = [0, 1, 2, 3, 4].map(
    (index) =>
      `<path transform="translate(${LEFT + 26 + index * 62} 72) scale(.6)" d="M0 0${STAR}" fill="${(index < rating ? star : line).light}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" font-family="DejaVu Sans">
<rect width="1200" height="630" fill="${ground.light}"/>
${[
  ...stars,
  ...write(214, place, ink.light, text),
  ...write(540, { size: 34, most: 1 }, ink.light, author),
  ...write(582, { size: 28, most: 1 }, quiet.light, [...labels, business.name].join(' · ')),
].join('\n')}
</svg>`;
}

/** The lines of a text, each no wider than the image. If there are more than `most`, the last one ends in an ellipsis. */
function wrap(text: string, size: number, most = Number.POSITIVE_INFINITY): string[] {
  const fits = (line: string) => widthOf(`${line.trimEnd()}…`) * size <= RIGHT - LEFT;
  const words = truncateWords([...text].filter(isKnown).join(''), 500).match(/\S+\s?/g) ?? [];
  const lines: string[] = [];
  for (const piece of words.flatMap((word) => (fits(word) ? [word] : [...word]))) {
    const line = (lines.at(-1) ?? '') + piece;
    if (lines.length > 0 && fits(line)) lines[lines.length - 1] = line;
    else lines.push(piece);
  }
  const shown = lines.slice(0, most).map((line) => line.trimEnd());
  return lines.length > most ? shown.with(-1, withEllipsis(shown.at(-1) ?? '')) : shown;
}

let opened: Font | undefined;
function font(): Font {
  opened ??= create(readFileSync(fonts.regular)) as Font;
  return opened;
}

/** The width of a line without kerning, in ems. */
const widthOf = (line: string) =>
  [...line].reduce((width, character) => width + font().glyphForCodePoint(codeOf(character)).advanceWidth, 0) / font().unitsPerEm;

const codeOf = (character: string) => character.codePointAt(0) ?? 0;
const isKnown = (character: string) => /\s/.test(character) || font().hasGlyphForCodePoint(codeOf(character));
/** Whether the font has every letter and digit; other characters that it lacks, such as some emoji, are left out. */
const isDrawable = (text: string) => (text.match(/[\p{L}\p{M}\p{N}]/gu) ?? []).every(isKnown);

const { resolve } = createRequire(import.meta.url);
/** The font files for pictures. */
const fonts = { regular: resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'), bold: resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf') };

let ready: Promise<Buffer[]> | undefined;

/** How many pictures a process keeps: drawing takes 15 ms, and the desk and `npm run dev` print the same ones again and again. */
const KEPT = 64;
/** The pictures that were drawn last, by width and SVG, the oldest first. */
const drawn = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

/**
 * Renders an SVG as PNG, `width` pixels wide or in its own width. The bytes are the same on every machine: the renderer is WebAssembly and
 * uses no system fonts. Don't change them: they may be used again.
 */
export function renderPng(svg: string, width?: number): Promise<Uint8Array<ArrayBuffer>> {
  const key = `${width} ${svg}`;
  const png = drawn.get(key) ?? draw(svg, width);
  drawn.delete(key);
  drawn.set(key, png);
  const [oldest = ''] = drawn.keys();
  if (drawn.size > KEPT) drawn.delete(oldest);
  return png;
}

async function draw(svg: string, width?: number): Promise<Uint8Array<ArrayBuffer>> {
  ready ??= initialize();
  const fontBuffers = await ready;
  const fitTo = width === undefined ? ({ mode: 'original' } as const) : ({ mode: 'width', value: width } as const);
  const drawing = new Resvg(svg, { fitTo, font: { fontBuffers, defaultFontFamily: 'DejaVu Sans' } });
  const image = drawing.render();
  const png = new Uint8Array(image.asPng());
  // Their WebAssembly memory isn't garbage-collected.
  image.free();
  drawing.free();
  return png;
}

/** Vite makes a copy of this module after each edit in `npm run dev`, but the renderer can only be initialized once per process. */
async function initialize(): Promise<Buffer[]> {
  await initWasm(await readFile(resolve('@resvg/resvg-wasm/index_bg.wasm'))).catch((error: Error) => {
    if (!error.message.startsWith('Already initialized')) throw error;
  });
  return Promise.all(Object.values(fonts).map((font) => readFile(font)));
}
