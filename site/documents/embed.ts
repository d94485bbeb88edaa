import { z } from 'zod';
import type { Dataset } from '../content/dataset.ts';
import type { SchemeColor, Theme } from '../content/theme.ts';
import { limits } from '../contract/limits.ts';
import { machinePaths, pagePaths, reviewPagePath } from '../contract/paths.ts';
import { averageOf } from '../insights/averages.ts';
import { messagesOf } from '../messages/messages.ts';
import type { Publication } from '../publication.ts';
import { escapeHtml, escapeXml } from '../shared/escape.ts';
import { truncateWords } from '../shared/text.ts';
import { discloseIn } from '../views/entry-shape.ts';
import { changesOf, disclosuresOf, verificationLabel } from '../views/verification.ts';
import { typefaces } from './theme.ts';

/** How a site shows the widget. */
export interface WidgetChoices {
  /** How many reviews it shows. */
  readonly count: number;
  /** Without one, it follows the visitor's light or dark mode. */
  readonly theme?: 'light' | 'dark' | undefined;
}

/** The size of the badge in pixels. */
export const badgeSize = { width: 216, height: 60 } as const;

/** How many reviews the widget shows if its code doesn't set a number. */
export const WIDGET_REVIEWS = 3;

/** Whether the widget can show this many reviews. */
export const isWidgetCount = (count: number): boolean => Number.isInteger(count) && count >= 0 && count <= limits.widgetReviews;

/** The HTML that shows the badge on another site. `alt` is its text for people who can't see it. */
export function badgeCode(baseUrl: string, alt: string): string {
  const [reviews, badge] = [pagePaths.reviews, machinePaths.badge].map((path) => escapeHtml(baseUrl + path));
  return `<a href="${reviews}"><img src="${badge}" width="${badgeSize.width}" height="${badgeSize.height}" alt="${escapeHtml(alt)}"></a>`;
}

/** The HTML that shows the widget on another site. `link` is the text of the link that visitors see without JavaScript. */
export function widgetCode(baseUrl: string, link: string, { count, theme }: WidgetChoices): string {
  const [reviews, script] = [pagePaths.reviews, machinePaths.embedScript].map((path) => escapeHtml(baseUrl + path));
  return `<script type="module" src="${script}"></script>
<verified-reviews count="${count}"${theme === undefined ? '' : ` theme="${theme}"`}>
  <a href="${reviews}">${escapeHtml(link)}</a>
</verified-reviews>`;
}

/** `/embed.json`: the data of the widget. */
export const embedDocument = z.object({
  name: z.string(),
  url: z.url().describe('The page with all reviews'),
  rating_value: z.number().nullable(),
  review_count: z.int(),
  language: z.string().describe('The language of `words` and of dates (BCP 47)'),
  words: z
    .object({
      title: z.string(),
      rating: z.string().nullable().describe('The average with one decimal; null with fewer than five reviews'),
      count: z.string(),
      all: z.string(),
      stars: z.string().describe('With {value} for the number of stars'),
    })
    .describe('The widget’s texts, in the language of the site'),
  reviews: z
    .array(
      z.object({
        url: z.url(),
        author: z.string(),
        rating: z.int(),
        date: z.string(),
        day: z.string().describe('The date in the language of the site'),
        text: z.string().describe(`Shortened to ${limits.widgetTextCharacters} characters`),
        verification: z.string().describe('How it was verified, in words'),
        disclosed: z
          .string()
          .nullable()
          .describe('That something was offered for it, or that staff or a relative wrote it, in a few words; null if it says neither'),
        changed: z.string().nullable().describe('What the business changed after import, in words; null if nothing'),
      }),
    )
    .describe(`The ${limits.widgetReviews} newest reviews with text`),
  style: z.record(z.string(), z.string()).describe('The colors and typefaces of the business as CSS properties of the widget'),
});

/** The bytes of `/embed.json`. */
export function printEmbedData({ dataset, baseUrl }: Publication): string {
  const { business, aggregateRating, reviews } = dataset;
  const messages = messagesOf(dataset);
  const { say } = messages;
  const average = averageOf(aggregateRating.distribution);
  const document: z.infer<typeof embedDocument> = {
    name: business.name,
    url: `${baseUrl}/reviews/`,
    rating_value: aggregateRating.rating_value,
    review_count: aggregateRating.review_count,
    language: messages.language,
    words: {
      title: say('frame.title'),
      rating: average === null ? null : messages.average(average),
      count: say('computed.badge_count', { count: aggregateRating.review_count }),
      all: say('frame.read_all'),
      stars: say('computed.stars_of', { stars: '{value}' }),
    },
    reviews: reviews
      .filter(({ text }) => text !== null)
      .slice(0, limits.widgetReviews)
      .map((review) => ({
        url: baseUrl + reviewPagePath(review.id),
        author: review.author,
        rating: review.rating,
        date: review.date,
        day: messages.date(review.date),
        text: truncateWords(review.text ?? '', limits.widgetTextCharacters),
        verification: verificationLabel(review, dataset, messages),
        disclosed: discloseIn(disclosuresOf(review, messages))?.labels ?? null,
        changed: changesOf(review, messages) ?? null,
      })),
    style: styleOf(dataset.theme),
  };
  return `${JSON.stringify(document)}\n`;
}

/** The properties of the widget that a theme changes. */
function styleOf({ scheme, type, accent, star }: Theme): Record<string, string> {
  const { sans, serif = sans } = typefaces[type];
  const both = (color: SchemeColor | undefined) => color && `light-dark(${color.light}, ${color.dark})`;
  const properties = {
    'color-scheme': scheme === 'auto' ? undefined : scheme,
    '--vr-link': both(accent),
    '--vr-star': both(star),
    '--vr-font': sans,
    '--vr-words': serif === 'var(--sans)' ? sans : serif,
  };
  return Object.fromEntries(Object.entries(properties).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

const star = (x: number) => `M${x} 11l2.35 4.9 5.35.75-3.9 3.75.95 5.35L${x} 23.2l-4.75 2.55.95-5.35-3.9-3.75 5.35-.75z`;
const STARS = [0, 1, 2, 3, 4].map((place) => star(60 + place * 17)).join('');

/** The bytes of `/badge.svg`: the rating as a small picture, legible on light and on dark. */
export function printBadge(dataset: Dataset): string {
  const { business, aggregateRating, theme } = dataset;
  const { ground, text, quiet, line, star: gold } = theme.band;
  const { rating_value, review_count, distribution } = aggregateRating;
  const { say, average: print } = messagesOf(dataset);
  const average = averageOf(distribution);
  /** Stars without a number stand where it would be. */
  const value = average === null ? (rating_value === null ? '–' : '') : print(average);
  const counted = say('computed.badge_count', { count: review_count });
  const label =
    average === null ? `${business.name}: ${counted}` : say('computed.badge', { name: business.name, average: value, count: review_count });
  const filled = Math.round((rating_value ?? 0) * 17 * 100) / 100;
  const { width, height } = badgeSize;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeXml(label)}">
<title>${escapeXml(label)}</title>
<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8" fill="${ground.light}" stroke="${line.light}"/>
<g font-family="system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif" fill="${text.light}"${value === '' ? ' transform="translate(-46 0)"' : ''}>
${value === '' ? '' : `<text x="30" y="37" font-size="21" font-weight="700" text-anchor="middle" textLength="${value.length * 10.5}" lengthAdjust="spacingAndGlyphs">${value}</text>`}
<clipPath id="f"><rect x="60" y="8" width="${filled}" height="22"/></clipPath>
<path transform="translate(8.5 0)" d="${STARS}" fill="${line.light}"/>
<g clip-path="url(#f)"><path transform="translate(8.5 0)" d="${STARS}" fill="${gold.light}"/></g>
<text x="60" y="44" font-size="12" fill="${quiet.light}" textLength="${Math.min(144, counted.length * 6.4)}" lengthAdjust="spacingAndGlyphs">${escapeXml(counted)}</text>
</g>
</svg>
`;
}
