import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkitten';
import type { Dataset } from '../content/dataset.ts';
import { limits } from '../contract/limits.ts';
import { paths } from '../contract/paths.ts';
import type { Review } from '../contract/review.ts';
import type { WordFieldName } from '../contract/review-fields.ts';
import { messagesOf } from '../messages/messages.ts';
import { oncePer } from '../shared/algorithms.ts';
import { escapeXml } from '../shared/escape.ts';
import { truncateWords, withEllipsis } from '../shared/text.ts';
import { disclosuresOf } from '../views/verification.ts';
import { STAR } from './image.ts';
import { fonts, renderPng } from './render-png.ts';

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
