import type { Desk } from '../../desk.ts';
import type { ListedEntry } from '../../history.ts';
import { type Html, html } from '../../html.ts';
import { dateWords, type Say } from '../../words.ts';

/** How many earlier publications are shown. */
const SHOWN = 20;

/** The state that a line of the history leads back to. */
export const targetOf = ({ published, from, to }: ListedEntry): number => (published ? to : from);

/** Lists the actions since the last publication, with links to undo them, and the publications to go back to. */
export async function historyPart(desk: Desk, say: Say<'publish'>, language: string, state: number): Promise<Html> {
  const entries = await desk.history.list();
  const end = entries.findIndex(({ published }) => published);
  const since = end === -1 ? entries : entries.slice(0, end);
  // Going back to the current state wouldn't change anything.
  const canGoBack = (one: ListedEntry) => one.canGoBack && targetOf(one) !== state;
  const publications = entries.filter((one) => one.published).slice(0, SHOWN);
  const at = (one: ListedEntry) => dateWords(new Date(one.at), language);
  const link = (one: ListedEntry, word: 'undo' | 'back', name: string) =>
    html`<a href="/publish/back/${targetOf(one)}?line=${entries.length - entries.indexOf(one)}" aria-label="${say(word)}: ${name}">${say(word)}</a>`;
  const done = since.map(
    (one) =>
      html`<li><span class="help">${at(one)}</span> ${one.did} ${one.canGoBack ? canGoBack(one) && link(one, 'undo', one.did) : html`<span class="help">(${say('final')})</span>`}</li>`,
  );
  const earlier = publications.filter(canGoBack).map((one) => html`<li>${at(one)} ${link(one, 'back', at(one))}</li>`);
  return html`<section id="history"><h2>${say('history')}</h2>
${done.length === 0 ? html`<p>${say('history_none')}</p>` : html`<p class="help">${say('history_lead')}</p><ol class="plain">${done}</ol>`}</section>
${earlier.length > 0 && html`<section><h2>${say('earlier')}</h2><p class="help">${say('earlier_lead')}</p><ol class="plain">${earlier}</ol></section>`}`;
}
