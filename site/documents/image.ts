import type { Dataset } from '../content/dataset.ts';
import { averageOf } from '../insights/averages.ts';
import { messagesOf } from '../messages/messages.ts';
import { escapeXml } from '../shared/escape.ts';
import { truncateWords } from '../shared/text.ts';

/** The rest of the path of a star after its highest point. */
export const STAR = 'l13 27.5 30 4-22 21 5.5 30L0 68l-26.5 14.5 5.5-30-22-21 30-4z';

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
