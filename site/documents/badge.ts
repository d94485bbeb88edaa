import type { Dataset } from '../content/dataset.ts';
import { escapeHtml } from '../messages/escape-html.ts';
import { counted } from '../views/words.ts';

const star = (x: number) => `M${x} 11l2.35 4.9 5.35.75-3.9 3.75.95 5.35L${x} 23.2l-4.75 2.55.95-5.35-3.9-3.75 5.35-.75z`;
const STARS = [0, 1, 2, 3, 4].map((place) => star(60 + place * 17)).join('');

/** The bytes of `/badge.svg`: the rating as a small picture, legible on light and on dark. */
export function printBadge({ business, aggregateRating, theme }: Dataset): string {
  const { rating_value, review_count } = aggregateRating;
  const { ground, text, quiet, line, star: gold } = theme.band;
  const value = rating_value === null ? '–' : rating_value.toFixed(2);
  const label =
    rating_value === null
      ? `${business.name}: no reviews yet`
      : `${business.name}: ${value} out of 5 over ${counted(review_count, 'verified review')}`;
  const filled = Math.round((rating_value ?? 0) * 17 * 100) / 100;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="216" height="60" viewBox="0 0 216 60" role="img" aria-label="${escapeHtml(label)}">
<title>${escapeHtml(label)}</title>
<rect x=".5" y=".5" width="215" height="59" rx="8" fill="${ground.light}" stroke="${line.light}"/>
<g font-family="system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif" fill="${text.light}">
<text x="30" y="37" font-size="21" font-weight="700" text-anchor="middle" textLength="${value.length > 1 ? 42 : 10}" lengthAdjust="spacingAndGlyphs">${value}</text>
<clipPath id="f"><rect x="60" y="8" width="${filled}" height="22"/></clipPath>
<path transform="translate(8.5 0)" d="${STARS}" fill="${line.light}"/>
<g clip-path="url(#f)"><path transform="translate(8.5 0)" d="${STARS}" fill="${gold.light}"/></g>
<text x="60" y="44" font-size="12" fill="${quiet.light}" textLength="${Math.min(144, counted(review_count, 'verified review').length * 6.4)}" lengthAdjust="spacingAndGlyphs">${counted(review_count, 'verified review')}</text>
</g>
</svg>
`;
}
