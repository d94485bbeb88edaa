import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Response, Router } from 'express';
import { fileName } from '../../../site/contract/generation.ts';
import { limits } from '../../../site/contract/limits.ts';
import { machinePaths } from '../../../site/contract/paths.ts';
import { badgeCode, badgeSize, isWidgetCount, WIDGET_REVIEWS, type WidgetChoices, widgetCode } from '../../../site/documents/embed.ts';
import { readPublishedTree } from '../../build/last-publication.ts';
import { isTrial } from '../../log/state.ts';
import type { Desk } from '../desk.ts';
import { fieldOf, radios } from '../fields.ts';
import { type Html, html } from '../html.ts';
import { sendPage } from '../page.ts';
import { type Say, speak } from '../words.ts';

/** The widget's script comes from this program, so the desk never runs a file of the published site. */
const SCRIPT = fileURLToPath(new URL('../../../site/browser/embed.js', import.meta.url));

/** The screen "Put it on your website": the badge and the widget as they were last published, and the code to copy. */
export function website(desk: Desk): Router {
  const router = Router({ strict: true });
  const { settings } = desk;

  router.get('/', async (request, response) => {
    const { name, language } = await desk.business();
    const say = speak('website', language);
    const isPublished = (await readPublishedTree(settings.DIST_DIR)) !== undefined;
    const choices = readChoices(request.query);
    const address = isTrial(settings) ? undefined : settings.BASE_URL;
    const [alt, link] = [say('badge_alt', { name }), say('widget_link', { name })];
    const notes = html`<p>${say('lead')}</p>
${address === undefined ? html`<p class="warn">${say('no_address')} <a href="/publish/host">${say('host_link')}</a></p>` : !isPublished && html`<p class="warn">${say('not_published')} <a href="/publish">${say('publish_link')}</a></p>`}`;
    const isEmpty = address === undefined && !isPublished;
    const body = isEmpty
      ? html`${notes}<p>${say('nothing_yet')}</p>`
      : html`${notes}<section><h2>${say('badge')}</h2><p>${say('badge_help')}</p>
${isPublished && html`<p><img src="/website${machinePaths.badge}" width="${badgeSize.width}" height="${badgeSize.height}" alt="${alt}"></p>`}
${address !== undefined && codePart('badge-code', badgeCode(address, alt), say)}</section>
<section><h2 id="widget">${say('widget')}</h2><p>${say('widget_help')}</p>
${choicesForm(choices, say)}
${isPublished && html`<verified-reviews count="${choices.count}"${choices.theme && html` theme="${choices.theme}"`}><p>${say('no_script')}</p></verified-reviews><script type="module" src="/website${machinePaths.embedScript}"></script>`}
${address !== undefined && codePart('widget-code', widgetCode(address, link, choices), say)}</section>
${isPublished && html`<p class="help">${say('as_published')}</p>`}`;
    await sendPage(response, desk, { title: say('title'), screen: 'publish', body });
  });

  router.get(machinePaths.embedScript, (_request, response) => response.sendFile(SCRIPT));
  router.get(machinePaths.embedData, (_request, response, next) => sendPublished(machinePaths.embedData, 'json', response).catch(next));
  router.get(machinePaths.badge, (_request, response, next) => sendPublished(machinePaths.badge, 'svg', response).catch(next));

  async function sendPublished(name: string, type: string, response: Response): Promise<void> {
    const tree = await readPublishedTree(settings.DIST_DIR);
    if (tree === undefined) return void response.status(404).type('text').send('Nothing has been published yet.\n');
    response.type(type).send(await readFile(path.join(tree.folder, fileName(name))));
  }
  return router;
}

/** The choices in the address; those that the widget doesn't have are left out. */
function readChoices({ count, theme }: Readonly<Record<string, unknown>>): WidgetChoices {
  const number = typeof count === 'string' && /^\d+$/.test(count) ? Number(count) : Number.NaN;
  return { count: isWidgetCount(number) ? number : WIDGET_REVIEWS, theme: theme === 'light' || theme === 'dark' ? theme : undefined };
}

function choicesForm({ count, theme }: WidgetChoices, say: Say<'website'>): Html {
  const number = fieldOf(
    'count',
    { label: say('count') },
    (attributes) => html`<input type="number" ${attributes} min="0" max="${limits.widgetReviews}" value="${count}">`,
  );
  const themes = (['auto', 'light', 'dark'] as const).map((one) => [one, say(`theme_${one}`)] as const);
  return html`<form method="get" action="/website#widget">${number}${radios('theme', say('theme'), themes, theme ?? 'auto')}<p><button class="plain">${say('show')}</button></p></form>`;
}

/** Code to copy. The button is added by script. */
function codePart(id: string, code: string, say: Say<'website'>): Html {
  return html`<div class="field"><label for="${id}">${say('code')}</label><textarea class="code" id="${id}" readonly rows="${code.split('\n').length + 2}" spellcheck="false" data-copy="${say('copy')}" data-copied="${say('copied')}">\n${code}</textarea></div>`;
}
