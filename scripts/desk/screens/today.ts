import { lstat, stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Router } from 'express';
import { leftOutCount } from '../../../site/content/dataset.ts';
import type { ContentProblem } from '../../../site/content/problems.ts';
import { listContent } from '../../../site/content/read/folder-listing.ts';
import { SOON_DAYS } from '../../../site/views/practice.ts';
import { type LastPublication, readLastPublication } from '../../build/last-publication.ts';
import { remindersFor } from '../../check-content/reminders.ts';
import { MOST_UNLISTED, unlistedPeople, unlistedServices } from '../../check-content/unlisted-names.ts';
import type { ContentView } from '../../check-content/view.ts';
import { readImports } from '../../content/imports-log.ts';
import { publishesTakenDown, readPublished } from '../build/older-versions.ts';
import { compareReviews } from '../changes.ts';
import { type Desk, outsideWords } from '../desk.ts';
import { type Html, html } from '../html.ts';
import { sendPage } from '../page.ts';
import { listHints, problemsSection } from '../problems.ts';
import { ageOf, type Say, speak } from '../words.ts';
import { hasPlace } from './publish/host.ts';
import { scorePart } from './today/score.ts';
import { asidePages, reviewLine, waitingPart } from './today/waiting.ts';

/** How many of the newest reviews are shown. */
const SHOWN = 3;

/** How long the page waits for the public site. */
const PATIENCE_MS = 500;

/** The Today screen: the score, what needs attention, the newest reviews and the last publication. */
export function today(desk: Desk): Router {
  const router = Router({ strict: true });
  const site = publicSite(desk);
  asidePages(router, desk);
  router.get('/', async (_request, response) => {
    const { language } = await desk.business();
    const say = speak('today', language);
    const state = await desk.history.current(await outsideWords(desk));
    const [checked, publication] = await Promise.all([desk.content(), site()]);
    const isNew = !checked.problems && checked.view.written.length === 0;
    const parts = checked.problems
      ? [await problemsSection(desk, checked.problems)]
      : isNew
        ? [startPart(say), await historyPart(desk, say)]
        : [
            await takenDownPart(desk, say),
            scorePart(checked.view, say),
            await reviewsPart(desk, checked.view, say),
            newestPart(checked.view, say),
            await publicationPart(desk, checked.view, publication, state, say),
            await importPart(desk, language, say),
            unlistedPart(checked.view, say),
            await historyPart(desk, say),
            await doubtsPart(checked.warnings, checked.view, desk, say),
            remindersPart(checked.view, language, say),
          ];
    await sendPage(response, desk, {
      title: say('title'),
      screen: 'today',
      isWaiting: !checked.problems && !isNew && publication === 'checking',
      body: html`<p>${say(isNew ? 'no_reviews' : 'lead')}</p>${parts}`,
    });
  });
  return router;
}

/** Checks what the public site shows, at most once a minute. A page doesn't wait long for it. */
function publicSite(desk: Desk): () => Promise<LastPublication | 'checking'> {
  let asked: { readonly at: number; readonly answer: Promise<LastPublication> } | undefined;
  return async () => {
    const at = desk.now().getTime();
    if (asked === undefined || at - asked.at > 60_000) asked = { at, answer: readLastPublication(desk.settings) };
    return Promise.race([asked.answer, wait(PATIENCE_MS, 'checking' as const, { ref: false })]);
  };
}

/** The first steps for a new business. */
function startPart(say: Say<'today'>): Html {
  const step = (screen: 'import' | 'business' | 'publish') =>
    html`<li><a href="/${screen}">${say(`start_${screen}`)}</a><br><span class="help">${say(`start_${screen}_help`)}</span></li>`;
  return html`<section><h2>${say('start')}</h2><ol class="steps">${(['import', 'business', 'publish'] as const).map(step)}</ol></section>`;
}

async function reviewsPart(desk: Desk, view: ContentView, say: Say<'today'>): Promise<Html> {
  const unverified = leftOutCount(view.dataset.leftOut, 'not verified');
  const waiting = await waitingPart(desk, view, say);
  return html`<section><h2>${say('attention')}</h2>
${waiting}
${unverified > 0 && html`<p>${say('unverified', { count: unverified })} <a href="/reviews?show=unverified">${say('unverified_link')}</a></p>`}
${waiting === undefined && unverified === 0 && html`<p>${say('nothing')}</p>`}</section>`;
}

function newestPart(view: ContentView, say: Say<'today'>): Html | undefined {
  const newest = view.dataset.reviews.slice(0, SHOWN);
  if (newest.length === 0) return undefined;
  return html`<section><h2>${say('newest')}</h2><ul class="plain">${newest.map((review) => html`<li>${reviewLine(review, view, say)}</li>`)}</ul>
<p><a href="/reviews">${say('all_reviews')}</a></p></section>`;
}

/** Publishing in the desk also deletes older versions that have such a review; a watched import doesn't. */
async function takenDownPart(desk: Desk, say: Say<'today'>): Promise<Html | undefined> {
  if (!(await publishesTakenDown(desk.settings))) return undefined;
  return html`<p class="warn">${say('taken_down')} <a href="/publish">${say('publish_link')}</a></p>`;
}

async function importPart(desk: Desk, language: string, say: Say<'today'>): Promise<Html> {
  const imports = (await readImports(desk.settings.CONTENT_DIR)).filter(({ undone }) => undone === undefined);
  const last = imports.at(-1)?.at;
  const words = last === undefined ? say('import_never') : say('import_age', { age: ageOf(new Date(last), desk.now(), language) });
  return html`<section><h2>${say('import_link')}</h2><p>${words} <a href="/import">${say('import_link')}</a></p></section>`;
}

async function publicationPart(
  desk: Desk,
  { dataset: { reviews, language } }: ContentView,
  publication: LastPublication | 'checking',
  state: number,
  say: Say<'today'>,
): Promise<Html> {
  const { BASE_URL, CONTENT_DIR, DIST_DIR } = desk.settings;
  // A build's files are dated by their content; the link to them has the time of publication.
  const inHistory = (await desk.history.list()).find((one) => one.published);
  const times = [await timeOf(DIST_DIR), inHistory && Date.parse(inHistory.at)].filter((time) => typeof time === 'number');
  const published = times.length === 0 ? undefined : Math.max(...times);
  const changed = Math.max(0, ...(await Promise.all(listContent(CONTENT_DIR).map(changeTimeOf))));
  // A takedown also deletes the review from the state that was published, so states can't tell.
  const isRemoved = compareReviews((await readPublished(desk.settings))?.reviews ?? [], reviews).removed.length > 0;
  const isChanged = isRemoved || (published !== undefined && changed > published && inHistory?.to !== state);
  const local =
    published === undefined
      ? say('publish_never')
      : `${say('publish_age', { age: ageOf(new Date(published), desk.now(), language) })} ${say(isChanged ? 'publish_changed' : 'publish_same')}`;
  return html`<section><h2>${say('publish_link')}</h2><p>${local} ${hasPlace(desk) ? html`<a href="/publish">${say('publish_link')}</a>` : html`<a href="/publish/host">${say('choose_place')}</a>`}${published !== undefined && !desk.site.isHere && html` · <a href="${BASE_URL}/">${say('publish_open', { address: BASE_URL.replace(/^\w+:\/\//, '') })}</a>`}</p>
${published === undefined && html`<p><a href="/business">${say('start_business')}</a> <span class="help">${say('start_business_help')}</span></p>`}
<p><a href="/website">${say('website_link')}</a></p>
${published !== undefined && html`<p class="progress">${say(desk.site.isHere ? 'site_here' : stateOf(publication), { address: BASE_URL })}</p>`}</section>`;
}

function stateOf(publication: LastPublication | 'checking') {
  if (publication === 'checking') return 'site_checking';
  const { disk, served, live } = publication;
  if (live !== 'found') return live === 'none' ? 'site_none' : 'site_unreachable';
  return served.at(-1)?.generation === disk?.document.generation ? 'site_same' : 'site_other';
}

async function historyPart(desk: Desk, say: Say<'today'>): Promise<Html | undefined> {
  const [last] = await desk.history.list();
  if (last === undefined || last.published) return undefined;
  return html`<p>${say('last_done', { did: last.did })} ${last.canGoBack && html`<a href="/publish#history">${say('undo_link')}</a>`}</p>`;
}

/** What reviews mention and Business doesn't list, with links to the lists that propose it. */
function unlistedPart({ dataset }: ContentView, say: Say<'today'>): Html | undefined {
  const [services, people] = [unlistedServices(dataset).length, unlistedPeople(dataset).length];
  if (services + people === 0) return undefined;
  const which = services === 0 ? 'people' : people === 0 ? 'services' : 'both';
  // There may be more than are proposed.
  const words = Math.max(services, people) < MOST_UNLISTED ? say(`unlisted_${which}`, { services, people }) : say('unlisted_many');
  return html`<section><h2>${say('unlisted_title')}</h2><p>${words} ${services > 0 && html`<a href="/business/services">${say('unlisted_services_link')}</a>`}${which === 'both' && ' · '}${people > 0 && html`<a href="/business/people">${say('unlisted_people_link')}</a>`}</p></section>`;
}

/** What looks wrong, without the unlisted names, which have their own part. */
async function doubtsPart(
  warnings: readonly ContentProblem[],
  { lists }: ContentView,
  desk: Desk,
  say: Say<'today'>,
): Promise<Html | undefined> {
  const doubts = warnings.filter(({ file, place }) => place !== '' || !Object.values(lists).includes(file));
  if (doubts.length === 0) return undefined;
  return html`<details><summary>${say('doubts', { count: doubts.length })}</summary><p>${say('doubts_lead')}</p>${await listHints(desk, doubts)}</details>`;
}

/** What the rules of the country ask. */
function remindersPart({ dataset, today: day }: ContentView, language: string, say: Say<'today'>): Html | undefined {
  const reminders = remindersFor(dataset, day);
  if (reminders.length === 0) return undefined;
  const sayRule = speak('reminders', language);
  const lines = reminders.map(
    ({ rule, ask, count, url }) =>
      html`<li><p>${sayRule(`ask_${ask}`, { count, days: SOON_DAYS })} <span class="help">${sayRule(`rule_${rule}`)}: <a href="${url}">${say('reminders_source')}</a></span></p></li>`,
  );
  return html`<details><summary>${say('reminders', { count: reminders.length })}</summary><p>${say('reminders_lead')}</p><ul class="plain">${lines}</ul></details>`;
}

const changeTimeOf = async (file: string) => (await stat(file).catch(() => undefined))?.mtimeMs ?? 0;
const timeOf = async (file: string) => (await lstat(file).catch(() => undefined))?.mtimeMs;
