import { type Response, Router } from 'express';
import { capitalize } from '../../../site/messages/spelling.ts';
import { type UnlistedName, unlistedPeople, unlistedServices } from '../../check-content/unlisted-names.ts';
import type { Desk } from '../desk.ts';
import { type Html, html } from '../html.ts';
import { done, form, type Page, sendPage } from '../page.ts';
import { type Say, speak } from '../words.ts';
import { type Part, type PartName, parts, readPart, suggestionsFor, type WrittenPart, writePart } from './business/content.ts';
import { type Data, isObject, mergeInto } from './business/fields.ts';
import {
  type Body,
  changeRows,
  type FormView,
  fromForm,
  readForm,
  showChoices,
  showGroup,
  textsOf,
  toForm,
  wordsOf,
} from './business/form.ts';
import { pictureForms, pictures } from './business/pictures.ts';
import { previewOf, themeStyles } from './business/preview.ts';
import { findProblems, type Problems } from './business/problems.ts';

/** The forms for the business, its services, people, areas and questions, the policy and the look. */
export function business(desk: Desk): Router {
  const router = Router({ strict: true });
  router.get('/theme.css', (request, response) => {
    response.type('css').send(themeStyles(request.query));
  });
  router.post('/preview', async (request, response) => {
    const part = parts[request.query['part'] as PartName] ?? parts.business;
    response.type('html').send((await previewOf(desk, part, await enteredIn(desk, part, request.body))).text);
  });
  router.use(
    pictures(desk, async (response, problem, status) => {
      const written = await readPart(desk, parts.look);
      const problems = { fields: new Map(), labels: new Map(), others: [problem] };
      const shown = toForm(parts.look.field, written.data);
      await sendForm(response, desk, { part: parts.look, written, shown, seen: written.fingerprint, problems, status });
    }),
  );
  for (const part of Object.values(parts)) {
    router.get(part.path, async (_request, response) => {
      const written = await readPart(desk, part);
      await sendForm(response, desk, { part, written, shown: toForm(part.field, written.data), seen: written.fingerprint });
    });
    router.post(part.path, (request, response) => receive(response, desk, part, request.body));
  }
  return router;
}

/** The entered values, merged into the part's current data. */
async function enteredIn(desk: Desk, part: Part, body: Body): Promise<Data> {
  const entered = fromForm(part.field, (readForm(part.field, '', body, (await desk.business()).language) ?? {}) as Data);
  return (mergeInto(part.field, part.complete(entered), (await readPart(desk, part)).data) ?? {}) as Data;
}

async function receive(response: Response, desk: Desk, part: Part, body: Body): Promise<void> {
  const written = await readPart(desk, part);
  const { language } = await desk.business();
  const action = String(body['do'] ?? '');
  const shown = part.complete(withUnlisted((readForm(part.field, '', body, language) ?? {}) as Data, action));
  const seen = String(body['seen'] ?? '');
  const rows = changeRows(shown, action);
  if (rows) return sendForm(response, desk, { part, written, shown: rows.data, seen, focus: rows.focus });
  if (seen !== written.fingerprint) return sendBothVersions(response, desk, { part, written, body, shown });
  const wanted = (mergeInto(part.field, fromForm(part.field, shown), written.data) ?? {}) as Data;
  const problems = await findProblems(desk, part, { shown, wanted, written });
  if (problems) return sendForm(response, desk, { part, written, shown, seen, problems });
  const say = speak('business', language);
  const hasChanged = await writePart(desk, part, written, wanted, say('did', { part: say(part.name) }));
  // This form may have changed the desk's language.
  const after = speak('business', (await desk.business()).language);
  done(response, desk, `/business${part.path}`.replace(/\/$/, ''), after(hasChanged ? 'saved' : 'same'));
}

interface Shown {
  readonly part: Part;
  readonly written: WrittenPart;
  readonly shown: Data;
  /** The fingerprint of the file that the form was made from. */
  readonly seen: string;
  readonly problems?: Problems;
  readonly focus?: string;
  readonly status?: number;
}

async function sendForm(response: Response, desk: Desk, { part, written, shown, seen, problems, focus, status }: Shown): Promise<void> {
  const { language } = await desk.business();
  const say = speak('business', language);
  const errors = problems?.fields ?? new Map<string, string>();
  const suggestions = await suggestionsFor(desk);
  const view = { say, language, errors, focus, suggestions };
  const summary =
    problems &&
    html`<div class="problem" role="alert" tabindex="-1" autofocus><h2>${say('not_saved')}</h2><ul>${[...errors].map(
      ([name, text]) => html`<li><a href="#${name}">${problems.labels.get(name) ?? say('here')}</a>: ${text}</li>`,
    )}${problems.others.map((text) => html`<li>${text}</li>`)}</ul></div>`;
  const fields = html`<input type="hidden" name="seen" value="${seen}"><button class="hidden" tabindex="-1" aria-hidden="true" name="do" value="save" formnovalidate>${say('save')}</button>
${await showUnlisted(desk, part, say)}${showPart(part, shown, view)}
<p class="buttons save"><button name="do" value="save" formnovalidate>${say('save')}</button></p>`;
  const lists = showChoices(part.field, view);
  const wanted = (mergeInto(part.field, fromForm(part.field, shown), written.data) ?? {}) as Data;
  const body = html`${summary}${subNavigation(part, say)}<p>${say(`about_${part.name}`)}</p>
<div class="with-preview"><div class="edited" data-preview="/business/preview?part=${part.name}">${form(desk, `/business${part.path}`.replace(/\/$/, ''), fields)}${part.name === 'look' && (await pictureForms(desk, language))}</div>${await previewOf(desk, part, wanted)}</div>${lists}`;
  await sendPage(response, desk, pageOf(say(part.name), body, status ?? (problems ? 422 : 200)));
}

/** The fields of a part: those that most owners need, and the others folded. */
function showPart({ field, first }: Part, shown: Data, view: FormView): Html {
  if (first === undefined) return showGroup(field, '', shown, view);
  const some = (isShown: (key: string) => boolean) => ({
    ...field,
    fields: Object.fromEntries(Object.entries(field.fields).filter(([key]) => isShown(key))),
  });
  const named = [...view.errors.keys(), view.focus?.replace(/^add:/, '') ?? ''].map((name) => name.split('.')[0] ?? '');
  const others = some((key) => !first.includes(key));
  const isOpen = named.some((key) => Object.hasOwn(others.fields, key));
  return html`${showGroup(
    some((key) => first.includes(key)),
    '',
    shown,
    view,
  )}
<details class="more"${isOpen && html` open`}><summary>${view.say('more_fields')}</summary>${showGroup(others, '', shown, view)}</details>`;
}

const pageOf = (title: string, body: Page['body'], status: number): Page => ({ title, screen: 'business', body, status });

function subNavigation(current: Part, say: Say<'business'>) {
  const links = Object.values(parts).map(
    ({ name, path }) =>
      html`<li><a href="/business${path.replace(/^\/$/, '')}"${name === current.name && html` aria-current="page"`}>${say(name)}</a></li>`,
  );
  return html`<nav class="parts" aria-label="${say('parts')}"><ul>${links}</ul></nav>`;
}

/** If the file has changed since the form was opened, shows the entered and the current version side by side. */
async function sendBothVersions(
  response: Response,
  desk: Desk,
  { part, written, body, shown }: Omit<Shown, 'seen'> & { readonly body: Body },
) {
  const { language } = await desk.business();
  const say = speak('business', language);
  const entered = fromForm(part.field, shown);
  const different = Object.entries(part.field.fields).flatMap(([key, field]) => {
    const [mine, theirs] = [entered[key], written.data[key] ?? undefined].map((value) =>
      textsOf(field, value ?? field.default, { language }).join('\n'),
    ) as [string, string];
    return mine === theirs ? [] : [{ label: wordsOf(language, field.path).label, mine, theirs }];
  });
  const versions = different.map(
    ({ label, mine, theirs }) =>
      html`<section><h2>${label}</h2><div class="versions">${[['yours', mine] as const, ['theirs', theirs] as const].map(
        ([whose, text]) => html`<div><h3>${say(whose)}</h3><p class="lines">${text || say('nothing')}</p></div>`,
      )}</div></section>`,
  );
  const kept = Object.entries(body).filter(([name]) => !['token', 'seen', 'do'].includes(name));
  const hidden = kept.flatMap(([name, values]) =>
    [values ?? []].flat().map((value) => html`<input type="hidden" name="${name}" value="${value}">`),
  );
  const path = `/business${part.path}`.replace(/\/$/, '');
  const buttons = html`<p class="buttons"><button name="do" value="save">${say('keep_yours')}</button><a class="button plain" href="${path}">${say('keep_theirs')}</a></p>`;
  const content = html`<p>${say('changed_advice')}</p>${versions}${form(desk, path, html`<input type="hidden" name="seen" value="${written.fingerprint}">${hidden}${buttons}`)}`;
  await sendPage(response, desk, pageOf(say('changed'), content, 409));
}

/** Before the name in the value of the button that adds it. */
const ADD = 'add-unlisted:';

/** What looks like a person or a service in reviews and isn't in the list of the part; nothing while the content has problems. */
async function unlistedIn(desk: Desk, { name }: Part): Promise<readonly UnlistedName[]> {
  if (name !== 'people' && name !== 'services') return [];
  const { view } = await desk.content().then((checked) => ('view' in checked ? checked : { view: undefined }));
  if (view === undefined) return [];
  if (name === 'people') return unlistedPeople(view.dataset);
  return unlistedServices(view.dataset).map((service) => ({ ...service, name: capitalize(service.name) }));
}

/** Buttons inside a part's form that save it with another entry each. */
async function showUnlisted(desk: Desk, part: Part, say: Say<'business'>): Promise<Html | ''> {
  const unlisted = await unlistedIn(desk, part);
  if (unlisted.length === 0) return '';
  const items = unlisted.map(
    ({ name, reviews }) =>
      html`<li>${say('unlisted', { name, count: reviews })} <button class="plain" name="do" value="${ADD}${name}" formnovalidate>${say('add_named', { name })}</button></li>`,
  );
  return html`<section class="unlisted"><h2>${say('not_listed')}</h2><p>${say(part.name === 'people' ? 'unlisted_people' : 'unlisted_services')}</p><ul>${items}</ul></section>`;
}

/** The entered values, with the entry that a button of `showUnlisted` adds. */
function withUnlisted(entered: Data, action: string): Data {
  if (!action.startsWith(ADD)) return entered;
  const items = (Array.isArray(entered['items']) ? entered['items'] : []).filter(isObject);
  return { ...entered, items: [...items, { name: action.slice(ADD.length) }] };
}
