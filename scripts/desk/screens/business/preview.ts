import type { z } from 'zod';
import { entryPublisher } from '../../../../site/content/privacy/published-entry.ts';
import {
  businessFile,
  faqFile,
  policyFile,
  reviewEntry,
  serviceAreasFile,
  servicesFile,
  techniciansFile,
} from '../../../../site/content/schemas.ts';
import { type GivenTheme, standardTheme, toTheme } from '../../../../site/content/theme.ts';
import { printTheme } from '../../../../site/documents/theme.ts';
import { languageOf } from '../../../../site/messages/languages.ts';
import { messagesOf } from '../../../../site/messages/messages.ts';
import { toContact } from '../../../../site/views/contact.ts';
import type { JsonValue } from '../../../content/edit-text.ts';
import type { Desk } from '../../desk.ts';
import { type Html, html } from '../../html.ts';
import { speak } from '../../words.ts';
import { type Part, parts, readPart } from './content.ts';
import { type Data, isObject } from './fields.ts';

type Business = z.output<typeof businessFile>;

/** Previews the valid values of a part in the theme's colors. */
export async function previewOf(desk: Desk, part: Part, data: Data): Promise<Html> {
  const { language } = await desk.business();
  const say = speak('business', language);
  const business = validKeys(businessFile, part.file === 'business' ? data : (await readPart(desk, parts.business)).data, { name: '…' });
  const theme = { ...business.theme };
  const query = new URLSearchParams(Object.entries(theme).map(([key, value]) => [key, String(value)]));
  const isThemed = part.file === 'business';
  const schemes = theme.scheme === 'light' || theme.scheme === 'dark' ? [theme.scheme] : (['light', 'dark'] as const);
  const content = contentOf(part, data, business);
  return html`<section class="preview" tabindex="0" aria-labelledby="preview-title"><h2 id="preview-title">${say('preview')}</h2>
<link rel="stylesheet" href="/business/theme.css?${query.toString()}">
${isThemed ? schemes.map((scheme) => html`<div class="card ${scheme}"><p class="scheme">${say(scheme)}</p>${content}</div>`) : html`<div class="card">${content}</div>`}</section>`;
}

function contentOf(part: Part, data: Data, business: Business): Html {
  const items = Array.isArray(data['items']) ? data['items'] : [];
  const valid = <T extends z.ZodType>(schema: { readonly element: T }) =>
    items.flatMap((item) => {
      const parsed = schema.element.safeParse(item);
      return parsed.success ? [parsed.data] : [];
    });
  if (part.name === 'policy') return exampleReview(validKeys(policyFile, data), business);
  if (part.name === 'questions')
    return html`<dl>${valid(faqFile).map(({ question, answer }) => html`<dt>${question}</dt><dd>${answer}</dd>`)}</dl>`;
  if (part.name === 'people')
    return html`<ul>${valid(techniciansFile).map(({ name, role }) => html`<li>${name}${role && html` <span class="quiet">${role}</span>`}</li>`)}</ul>`;
  if (part.name === 'services') return html`<ul class="tags">${valid(servicesFile).map(({ name }) => html`<li>${name}</li>`)}</ul>`;
  if (part.name === 'areas') return html`<ul class="tags">${valid(serviceAreasFile).map(({ name }) => html`<li>${name}</li>`)}</ul>`;
  return businessCard(business);
}

function businessCard(business: Business): Html {
  const words = messagesOf({ business, language: business.language, type: business.type, people: business.people });
  const described = { ...business, services: [], technicians: [], service_areas: [] };
  const { telephone, address, email, hours = [], website } = toContact({ business: described, links: business.links }, words, false) ?? {};
  const lines = [address?.street, address?.city, telephone?.label, email].filter(Boolean);
  return html`<div class="top"><p class="name">${business.name}</p>${business.description && html`<p>${business.description}</p>`}
<p class="stars" role="img" aria-label="${words.say('computed.stars_of', { stars: words.stars(5) })}">★★★★★</p></div>
<div class="rest">${business.notice && html`<p class="quiet">${business.notice}</p>`}
<p class="stars" aria-hidden="true">★★★★★</p>
${lines.length > 0 && html`<p>${lines.map((line) => html`${line}<br>`)}</p>`}
${hours.length > 0 && html`<p>${hours.map(({ days, opens, closes }) => html`${days}, ${opens} – ${closes}<br>`)}</p>`}
<p><span class="link">${website?.label ?? business.name}</span></p></div>`;
}

/** Shows an example review as the policy would publish it. */
function exampleReview(policy: z.output<typeof policyFile>, business: Business): Html {
  const say = speak('business', languageOf(business.language));
  const entry = reviewEntry.parse({
    source_id: '1',
    date: '2025-03-14',
    rating: 5,
    author: say('example_author'),
    text: say('example_text'),
  });
  const { author, text } = entryPublisher(policy, business, [])(entry);
  return html`<div class="rest"><p class="stars" aria-hidden="true">★★★★★</p><blockquote>${text}</blockquote><p>${author}</p></div>`;
}

/** Parses the valid values, with `fallback` for missing ones, so a theme can be previewed while a color is half typed. */
function validKeys<Schema extends z.ZodObject>(schema: Schema, data: Data, fallback: Data = {}): z.output<Schema> {
  const valid = Object.entries(data).flatMap(([key, value]) => {
    const one = schema.shape[key];
    const isValid = (part: JsonValue) => one?.safeParse(part).success === true;
    const rest = Array.isArray(value)
      ? value.filter((item) => isValid([item]))
      : isObject(value)
        ? Object.fromEntries(Object.entries(value).filter(([inner, part]) => isValid({ [inner]: part })))
        : null;
    return [value, rest]
      .filter(isValid)
      .slice(0, 1)
      .map((part) => [key, part] as const);
  });
  return schema.parse({ ...fallback, ...Object.fromEntries(valid) });
}

/** The style sheet of the preview, with the colors in its address, because the desk's Content-Security-Policy forbids inline styles. */
export function themeStyles(query: Readonly<Record<string, unknown>>): string {
  const parsed = businessFile.shape.theme.safeParse(query);
  const theme = parsed.data ? toTheme(parsed.data as GivenTheme).theme : standardTheme;
  return printTheme(theme)
    .replace('.open-reviews.open-reviews', '.preview .card')
    .replace(/color-scheme: \w+;/, '');
}
