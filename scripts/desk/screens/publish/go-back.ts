import type { Router } from 'express';
import { readWrittenReviews } from '../../../../site/content/read/read.ts';
import type { WrittenReview } from '../../../../site/content/read/written-reviews.ts';
import { takedownFinder } from '../../../../site/content/takedowns.ts';
import { readTakedowns } from '../../../content/takedown-files.ts';
import { compareReviews, entriesOf } from '../../changes.ts';
import { type Desk, outsideWords } from '../../desk.ts';
import type { ListedEntry } from '../../history.ts';
import { type Html, html } from '../../html.ts';
import { done, fieldsOf, form, sendPage } from '../../page.ts';
import { dateWords, type Say } from '../../words.ts';
import { listReviews } from './report.ts';

/** The pages that undo an action or go back to a publication, after showing what that changes. */
export function goBackRoutes(
  router: Router,
  desk: Desk,
  words: () => Promise<{ readonly language: string; readonly say: Say<'publish'> }>,
): void {
  /** Finds the line of the history that an address names, and the later lines, newest first. */
  const find = async (state: string, line: unknown) => {
    const entries = await desk.history.list();
    const index = entries.length - Number(line);
    const entry = entries[index];
    if (!entry?.canGoBack || String(targetOf(entry)) !== state) return undefined;
    return { entry, later: entries.slice(0, index) };
  };

  router.get('/back/:state', async (request, response) => {
    const { say, language } = await words();
    const seen = await desk.history.current(await outsideWords(desk));
    const found = await find(request.params.state, request.query['line']);
    if (found === undefined) return done(response, desk, '/publish', say('moved'));
    const { entry, later } = found;
    const date = dateWords(new Date(entry.at), language);
    const undone = undoneWith(later);
    const changes = await describeChanges(desk, await desk.history.changes(targetOf(entry)), say, language);
    const body = html`${undone.length > 0 && !entry.published && html`<p>${say('undone_too')}</p><ul>${undone.map(({ did }) => html`<li>${did}</li>`)}</ul>`}
<section><h2>${say('would')}</h2>${changes ?? html`<p>${say('would_nothing')}</p>`}</section>
<p>${say('stays')} ${say('not_published')}</p>
${goBackForm(desk, request.originalUrl, seen, changes && say(entry.published ? 'back_button' : 'undo_button'), say('cancel'))}`;
    await sendPage(response, desk, { title: titleOf(entry, date, say), screen: 'publish', body });
  });

  router.post('/back/:state', async (request, response) => {
    const { say, language } = await words();
    const found = await find(request.params.state, request.query['line']);
    if (found === undefined) return done(response, desk, '/publish', say('moved'));
    const { entry, later } = found;
    const date = dateWords(new Date(entry.at), language);
    const did = entry.published ? say('back_did', { date }) : say('undo_did', { did: entry.did, later: undoneWith(later).length });
    const seen = Number(fieldsOf(request)['seen']);
    await desk.history.goBack(targetOf(entry), seen, { outside: await outsideWords(desk), did, changed: say('moved') });
    done(response, desk, '/publish', entry.published ? say('went_back', { date }) : say('undone', { did: entry.did }));
  });
}

/** The button to go back, if that changes anything, and a link to cancel. */
export function goBackForm(desk: Desk, action: string, seen: number, button: Html | string | undefined, cancel: string): Html {
  const link = html`<a href="${action.replace(/(?<=^\/\w+)\/.*/, '')}">${cancel}</a>`;
  if (button === undefined) return html`<p>${link}</p>`;
  return form(
    desk,
    action,
    html`<input type="hidden" name="seen" value="${seen}"><div class="buttons"><button>${button}</button>${link}</div>`,
  );
}

/** The later actions that are undone together with an action. */
const undoneWith = (later: readonly ListedEntry[]) => later.filter(({ final, published }) => !final && !published);

function titleOf({ did, published }: ListedEntry, date: string, say: Say<'publish'>): string {
  return published ? say('back_title', { date }) : say('undo_title', { did });
}

/** Describes what changes in the content if the files `names` are restored from `place`; undefined if nothing does. */
export async function describeChanges(
  desk: Desk,
  { place, names }: { readonly place: string; readonly names: readonly string[] },
  say: Say<'publish'>,
  language: string,
): Promise<Html | undefined> {
  if (names.length === 0) return undefined;
  const list = (files: readonly string[]) => html`<ul>${files.map((name) => html`<li>${name}</li>`)}</ul>`;
  try {
    const takedownOf = takedownFinder(await readTakedowns(desk.settings.CONTENT_DIR));
    const [now, then] = [desk.settings.CONTENT_DIR, place].map((folder) => readWrittenReviews(folder)) as [
      WrittenReview[],
      WrittenReview[],
    ];
    // A backup may have reviews that were taken down since.
    const restored = then.filter(({ entry }) => takedownOf(entry) === undefined);
    const { added, removed, changed } = compareReviews(entriesOf(now), entriesOf(restored));
    const others = names.filter((name) => !/^(?:reviews\/|\.imports\/|imports\.json$)/.test(name));
    return html`${listReviews(say('comes_back', { count: added.length }), added, say, language)}
${listReviews(say('goes_away', { count: removed.length }), removed, say, language)}
${listReviews(say('becomes', { count: changed.length }), changed, say, language)}
${others.length > 0 && html`<p>${say('parts')}</p>${list([...new Set(others.map((name) => say('part', { name: partOf(name) })))])}`}`;
  } catch {
    return html`<p>${say('unreadable')}</p>${list(names)}`;
  }
}

/** The part of the content that a file belongs to, as the message `part` names it. */
const partOf = (name: string) => (/^[a-z]+/.exec(name.replace('service-areas', 'areas'))?.[0] ?? '').replace('verdicts', 'other');

/** How many earlier publications are shown. */
const SHOWN = 20;

/** The state that a line of the history leads back to. */
const targetOf = ({ published, from, to }: ListedEntry): number => (published ? to : from);

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
