import path from 'node:path';
import { logPaths } from '../../../../site/contract/log.ts';
import { pagePaths, reviewPagePath } from '../../../../site/contract/paths.ts';
import { truncateWords } from '../../../../site/shared/text.ts';
import type { Delivery } from '../../../publish/deliver.ts';
import { readPublished } from '../../build/older-versions.ts';
import type { BuildReport } from '../../build/run-build.ts';
import { compareReviews, type ShownReview } from '../../changes.ts';
import type { Desk } from '../../desk.ts';
import { type Html, html } from '../../html.ts';
import { form } from '../../page.ts';
import { dayWords, type Say, speak } from '../../words.ts';
import { hasPlace, keyOffer } from './host.ts';

/** How many reviews or files of a list are shown. */
const SHOWN = 20;

/** Describes a step of a build in the desk's words. */
export function stepWords(step: string, say: Say<'publish'>): string {
  const [, verb, done, all] = /^(describing|sending) file (\d+) of (\d+)$/.exec(step) ?? [];
  if (verb !== undefined) return say(verb === 'sending' ? 'step_send' : 'step_files', { part: Number(done) / Number(all) });
  const keys = {
    'reading the content': 'step_reading',
    'extending the log': 'step_log',
    'printing pages and documents': 'step_pages',
    'dating files': 'step_dates',
    'signing in': 'step_sign_in',
    'looking at the site': 'step_look',
  } as const;
  return step in keys ? say(keys[step as keyof typeof keys]) : step;
}

/** A summary that unfolds into a list of the reviews, with links if there is a `preview`; undefined if there are none. */
export function listReviews(
  summary: string,
  reviews: readonly ShownReview[],
  say: Say<'publish'>,
  language: string,
  preview?: string,
): Html | undefined {
  if (reviews.length === 0) return undefined;
  const lines = reviews.slice(0, SHOWN).map((review) => {
    const words = reviewWords(review, say, language);
    const name = preview === undefined ? words : pageLink(preview + reviewPagePath(review.id), words);
    return html`<li>${name}${review.text !== null && html`<br><span class="help">${truncateWords(review.text, 100)}</span>`}</li>`;
  });
  return folded(summary, lines, reviews.length, say);
}

const reviewWords = ({ rating, author, date }: ShownReview, say: Say<'publish'>, language: string) =>
  say('review', { stars: rating, author, date: dayWords(date, language) });

/** A link that opens in a new tab, next to the desk. */
const pageLink = (address: string, words: string) => html`<a href="${address}" target="_blank">${words}</a>`;

const folded = (summary: string, lines: readonly Html[], count: number, say: Say<'publish'>) =>
  html`<details><summary>${summary}</summary><ul>${lines}${count > SHOWN && html`<li>${say('more', { count: count - SHOWN })}</li>`}</ul></details>`;

/** Reports what a build changed, or what it would change if it was a preview of the content in `state`. */
export async function reportPart(
  desk: Desk,
  report: BuildReport,
  state: number | undefined,
  say: Say<'publish'>,
  language: string,
): Promise<Html> {
  const isPreview = state !== undefined;
  const { changes, logged, warnings, hub, delivery } = report;
  const isLinked = !isPreview && (await desk.site.isServed());
  const preview = isPreview ? desk.preview.address : undefined;
  const linkTo = (name: string) => {
    if (preview !== undefined) return pageLink(preview + name, name);
    return isLinked ? html`<a href="${desk.settings.BASE_URL}${name}">${name}</a>` : name;
  };
  const parts = (['pages', 'documents'] as const).map((kind) => {
    const lists = (['added', 'changed', 'removed'] as const).map((key) => {
      const files = changes[key].filter((name) => kindOf(name) === kind);
      if (files.length === 0) return undefined;
      const lines = files.slice(0, SHOWN).map((name) => html`<li>${key === 'removed' ? name : linkTo(name)}</li>`);
      return folded(say(`files_${kind}_${key}`, { count: files.length }), lines, files.length, say);
    });
    return lists.some(Boolean) && html`<section><h2>${say(kind)}</h2>${lists}</section>`;
  });
  const entries =
    logged.length > 0 &&
    html`<section><h2>${say('entries')}</h2><ul>${logged.map(({ type, count }) => html`<li>${say('entry', { type, count })}</li>`)}</ul></section>`;
  return html`${!report.changed && html`<p>${say(isPreview ? 'nothing' : 'nothing_done')}</p>`}
${warnings.map((warning) => html`<p class="warn">${warning}</p>`)}
${
  isPreview
    ? html`<div class="buttons">${publishForm(desk, state, say)}
<a href="/publish">${say('cancel')}</a></div>
${preview === undefined ? html`<p>${say('preview_ended')}</p>` : await previewPart(desk, preview, say, language)}`
    : html`${delivery ? html`${deliveryPart(desk, delivery, language)}${keyOffer(desk, speak('host', language))}` : lookPart(desk, isLinked, say, speak('host', language))}
${hub !== undefined && html`<p>${say(`hub_${hub}`, { command: desk.settings.commandLine('npm run build') })}</p>`}`
}
${parts}${entries}`;
}

/** Links to the preview: the home page, one review, and the pages of all reviews that would change. */
async function previewPart(desk: Desk, preview: string, say: Say<'publish'>, language: string): Promise<Html> {
  const shown = (await desk.preview.reviews())?.reviews ?? [];
  const { added, changed, removed } = compareReviews((await readPublished(desk.settings))?.reviews ?? [], shown);
  const example = changed[0] ?? added[0] ?? shown[0];
  return html`<section id="preview"><h2>${say('preview_title')}</h2><ul>
<li>${pageLink(`${preview}${pagePaths.home}`, say('preview_home'))}</li>
${example && html`<li>${pageLink(preview + reviewPagePath(example.id), say('preview_review'))} (${reviewWords(example, say, language)})</li>`}</ul>
${listReviews(say('added', { count: added.length }), added, say, language, preview)}
${listReviews(say('changed', { count: changed.length }), changed, say, language, preview)}
${listReviews(say('removed', { count: removed.length }), removed, say, language, preview)}
<p class="help">${say('preview_private')}</p></section>`;
}

/** The button that publishes the content, if it's still in `state`. */
export function publishForm(desk: Desk, state: number, say: Say<'publish'>): Html {
  const button = hasPlace(desk) ? html`<button>${say('publish')}</button>` : html`<button class="plain">${say('publish_trial')}</button>`;
  return form(desk, '/publish', html`<input type="hidden" name="state" value="${state}">${button}`);
}

/** What was done at the host, and what visitors see. */
function deliveryPart({ settings }: Desk, delivery: Delivery, language: string): Html {
  const say = speak('host', language);
  if (delivery.target === 'github') return html`<p>${say(delivery.isPushed ? 'pushed' : 'not_pushed')}</p>`;
  if (delivery.target === 'zip')
    return html`<p><a class="button" href="/publish/zip" download>${say('download')}</a></p><p class="help">${say('download_help')}</p>`;
  const { bytes, address, seen } = delivery;
  const words = say(`seen_${seen.shows}`, { address, ...(seen.shows === 'nothing' && { why: seen.why, status: seen.status }) });
  return html`<p class="${seen.shows === 'this' ? 'done' : 'warn'}">${words} ${seen.shows === 'this' && html`<a href="${settings.BASE_URL}/">${speak('publish', language)('look')}</a>`}</p>
<p>${say('sent', { size: Math.round(bytes / 100_000) / 10 })}</p>`;
}

/** Where to see the site. */
function lookPart(desk: Desk, isServed: boolean, say: Say<'publish'>, sayHost: Say<'host'>): Html {
  const { settings, site } = desk;
  const address = settings.BASE_URL;
  const trial = html`<p class="help">${say('trial')} <a href="/publish/host">${sayHost('choose')}</a></p>`;
  if (isServed && site.isHere) return html`<p><a href="${address}/">${say('look')}</a></p>${trial}`;
  if (!site.isHere) return html`<p>${say('look_public', { address })} <a href="${address}/">${say('look')}</a></p>`;
  return html`<p>${say('serve_help', { address })}</p>${form(desk, '/publish/site', html`<button>${say('serve')}</button>`)}${trial}`;
}

/** Pages are for people, documents for programs. Files of the log aren't listed, because its entries are. */
function kindOf(file: string): 'pages' | 'documents' | 'log' {
  if (/(?:\/|\.html)$/.test(file)) return 'pages';
  return file.startsWith(`${path.posix.dirname(logPaths.checkpoint)}/`) ? 'log' : 'documents';
}
