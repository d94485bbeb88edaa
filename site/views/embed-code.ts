import { limits } from '../contract/limits.ts';
import { machinePaths, pagePaths } from '../contract/paths.ts';
import { escapeHtml } from '../shared/escape.ts';

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
