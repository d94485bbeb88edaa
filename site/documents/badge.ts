import type { Dataset } from '../content/dataset.ts';
import { averageOf } from '../insights/averages.ts';
import { messagesOf } from '../messages/messages.ts';
import { escapeXml } from '../shared/escape.ts';
import { badgeSize } from '../views/embed-code.ts';

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
