import { lstat } from 'node:fs/promises';
import { publishesTakenDown, readPublished } from '../../build/older-versions.ts';
import { compareReviews } from '../../changes.ts';
import type { Desk } from '../../desk.ts';
import { type Html, html } from '../../html.ts';
import { form } from '../../page.ts';
import { problemsSection } from '../../problems.ts';
import { dateWords, type Say } from '../../words.ts';
import { listReviews, publishForm } from './report.ts';

/** The time of the last publication, the changes since then, and the buttons. */
export async function statusPart(desk: Desk, say: Say<'publish'>, language: string, state: number): Promise<Html> {
  const [published, checked] = [await readPublished(desk.settings), await desk.content()];
  // Each publication creates a new link to the published files.
  const time = (await lstat(desk.settings.DIST_DIR).catch(() => undefined))?.mtime;
  const last = html`<p>${published && time ? say('last', { date: dateWords(time, language) }) : say('never')}</p>`;
  if (checked.problems) return html`${last}${await problemsSection(desk, checked.problems)}`;
  const { reviews, business } = checked.view.dataset;
  const { added, changed, removed } = compareReviews(published?.reviews ?? [], reviews);
  const isOther = published !== undefined && JSON.stringify(published.business) !== JSON.stringify(business);
  const count = added.length + changed.length + removed.length;
  const lists = [
    listReviews(say('added', { count: added.length }), added, say, language),
    listReviews(say('changed', { count: changed.length }), changed, say, language),
    listReviews(say('removed', { count: removed.length }), removed, say, language),
    isOther && html`<p>${say('business')}</p>`,
    count === 0 && published !== undefined && html`<p>${say(isOther ? 'same_reviews' : 'same')}</p>`,
  ];
  return html`${last}<section><h2>${say(published === undefined ? 'previewed' : 'changes')}</h2>${lists}
${published !== undefined && html`<p class="help">${say('other_pages')}</p>`}
${(await publishesTakenDown(desk.settings)) && html`<p class="warn">${say('taken_down')}</p>`}
<div class="buttons">${publishForm(desk, state, say)}
${form(desk, '/publish/preview', html`<button class="plain" aria-describedby="preview-help">${say('preview')}</button>`)}</div>
<p class="help" id="preview-help">${say('preview_help')}</p></section>`;
}
