import { capitalize } from '../../../../site/messages/spelling.ts';
import { type UnlistedName, unlistedPeople, unlistedServices } from '../../../check-content/unlisted-names.ts';
import type { Desk } from '../../desk.ts';
import { type Html, html } from '../../html.ts';
import type { Say } from '../../words.ts';
import type { Part } from './content.ts';
import { type Data, isObject } from './fields.ts';

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
export async function showUnlisted(desk: Desk, part: Part, say: Say<'business'>): Promise<Html | ''> {
  const unlisted = await unlistedIn(desk, part);
  if (unlisted.length === 0) return '';
  const items = unlisted.map(
    ({ name, reviews }) =>
      html`<li>${say('unlisted', { name, count: reviews })} <button class="plain" name="do" value="${ADD}${name}" formnovalidate>${say('add_named', { name })}</button></li>`,
  );
  return html`<section class="unlisted"><h2>${say('not_listed')}</h2><p>${say(part.name === 'people' ? 'unlisted_people' : 'unlisted_services')}</p><ul>${items}</ul></section>`;
}

/** The entered values, with the entry that a button of `showUnlisted` adds. */
export function withUnlisted(entered: Data, action: string): Data {
  if (!action.startsWith(ADD)) return entered;
  const items = (Array.isArray(entered['items']) ? entered['items'] : []).filter(isObject);
  return { ...entered, items: [...items, { name: action.slice(ADD.length) }] };
}
