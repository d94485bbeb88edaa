import { entityKinds } from '../content/catalog.ts';
import type { Review } from '../contract/review.ts';
import { numberForms, plainWords } from '../shared/text.ts';
import { discloseIn, faceOf, isLong } from '../views/entry-shape.ts';
import type { Plurals, SearchPage } from '../views/search-page.ts';
import { phrasePattern, type SearchMatch } from './search-find.ts';

/** Selectors of the parts of an entry that only some reviews have, by the placeholder in each. */
const optional = {
  disclosed: '.disclosed',
  changes: '.changed',
  photos: '.pictured',
  gone: '.gone',
  reply: '.reply',
  replyDate: '.reply time',
} as const;

/** Makes the list entry of a review from the page's template, with the matches marked. Texts are inserted as text, never as markup. */
export type MakeEntry = (review: Review, finding: SearchMatch) => Element;

export function entryMaker(template: HTMLTemplateElement, page: SearchPage, words: SearchWords): MakeEntry {
  return (review, finding) => {
    const entry = (template.content.cloneNode(true) as DocumentFragment).firstElementChild as Element;
    const values = valuesOf(review, page, words);
    for (const [name, part] of Object.entries(optional)) if (!values[name]) entry.querySelector(part)?.remove();
    entry.querySelector('h3 a')?.setAttribute('href', fillIn(page.reviewPath, { id: review.id }));
    fillSource(entry.querySelector('.who a[rel~="ugc"]'), review.removed_at_source === null ? review.source_url : null);
    if (!values['language']) entry.querySelector('.words')?.removeAttribute('lang');
    fill(entry, values);
    entry.querySelector('.stars')?.setAttribute('aria-label', words.say('out_of_stars', { stars: review.rating }));
    entry.querySelector('.stars > svg')?.setAttribute('width', String(review.rating * 20));
    fillText(entry, review.text, review.text === null ? [{ text: words.say('no_words'), hit: false }] : toParts(review.text, finding));
    fillMentions(entry.querySelector('.tags'), review, page);
    return entry;
  };
}

/** Returns the values of the template's placeholders; a value is empty if the review doesn't have it. */
function valuesOf(
  review: Review,
  { sources, verified, verifiedShort, disclosures, changes, languages }: SearchPage,
  words: SearchWords,
): SearchValues {
  const { id, author, date, source, verification, photos, owner_reply: reply, removed_at_source: gone } = review;
  const { method, verified_at } = verification;
  const known = Object.hasOwn(sources, source) ? sources[source] : undefined;
  const how = method === 'platform_account' && known ? known.account : verified[method];
  const disclosed = discloseIn(disclosures.filter(({ field, value }) => review[field] === value));
  const dayOf = (day: string | null | undefined) => (day ? words.date(day) : '');
  return {
    author,
    ...faceOf(author),
    date,
    day: dayOf(date),
    place: known?.place ?? words.say('on_source', { source }),
    verified: verified_at === null ? how : words.say('verified_on', { how, date: dayOf(verified_at) }),
    verifiedShort: verifiedShort[method],
    disclosed: disclosed?.labels ?? '',
    disclosure: disclosed?.facts ?? '',
    changes: changes[id] ?? '',
    photos: photos.length === 0 ? '' : words.count('photos', photos.length),
    gone: gone ?? '',
    goneDay: dayOf(gone),
    reply: reply?.text ?? '',
    replyDate: reply?.date ?? '',
    replyDay: dayOf(reply?.date),
    language: languages[id] ?? '',
  };
}

/** Replaces `{name}` with its value in the texts and attributes of an element. */
function fill(element: Element, values: SearchValues): void {
  for (const attribute of element.attributes) attribute.value = fillIn(attribute.value, values);
  for (const node of element.childNodes) {
    if (node instanceof Element) fill(node, values);
    else node.textContent = fillIn(node.textContent ?? '', values);
  }
}

/** Links to the source; without an address, keeps only the visible text. */
function fillSource(link: Element | null, address: string | null): void {
  if (address !== null) return link?.setAttribute('href', address);
  link?.querySelector('.hidden')?.remove();
  link?.replaceWith(...link.childNodes);
}

/** Inserts the text with its matches marked. A long text is folded, as in the lists, unless it has a match. */
function fillText(entry: Element, text: string | null, parts: readonly TextPart[]): void {
  const words = entry.querySelector('.words');
  words?.replaceChildren(...parts.map(({ text: part, hit }) => (hit ? markOf(part) : part)));
  if (text === null) {
    words?.classList.add('none', 'quiet');
    words?.removeAttribute('dir');
  }
  const fold = entry.querySelector<HTMLDetailsElement>('.unfold');
  if (fold && isLong(text ?? '')) fold.open = parts.some(({ hit }) => hit);
  else {
    fold?.parentElement?.removeAttribute('class');
    fold?.remove();
  }
}

function markOf(text: string): Element {
  const mark = document.createElement('mark');
  mark.className = 'hit';
  mark.textContent = text;
  return mark;
}

/** Makes a link for each person, service and area that the review mentions, from the template's one link. */
function fillMentions(tags: Element | null, { mentions }: Review, page: SearchPage): void {
  const model = tags?.firstElementChild;
  if (!tags || !model) return;
  const named = entityKinds.flatMap((kind) =>
    mentions[kind].flatMap((key) => {
      const known = Object.hasOwn(page.mentions[kind], key) ? page.mentions[kind][key] : undefined;
      return known === undefined ? [] : [known];
    }),
  );
  if (named.length === 0) return tags.remove();
  tags.replaceChildren(...named.map(([label, path]) => tagOf(model, label, path)));
}

function tagOf(model: Element, label: string, path: string): Node {
  const tag = model.cloneNode(true) as Element;
  const link = tag.querySelector('a');
  link?.setAttribute('href', path);
  link?.replaceChildren(label);
  return tag;
}

/** A part of a text; `hit` is true for a match. */
export interface TextPart {
  readonly text: string;
  readonly hit: boolean;
}

/** Splits a text at the matches: the exact phrase, or each of the words in any form. */
export function toParts(text: string, { how, query, other }: Pick<SearchMatch, 'how' | 'query' | 'other'>): TextPart[] {
  if (query === '') return [{ text, hit: false }];
  if (how === 'exact') return partsOfPhrase(text, query);
  return partsOfWords(text, how === 'words' ? query : typeof other === 'string' ? other : (other?.label ?? query));
}

function partsOfPhrase(text: string, phrase: string): TextPart[] {
  return toggling(text.split(new RegExp(`(${phrasePattern(phrase).source})`, 'giu')));
}

function partsOfWords(text: string, query: string): TextPart[] {
  const wanted = new Set(plainWords(query).flatMap(numberForms));
  return text.split(/([\p{L}\p{M}\p{N}]+)/u).map((part) => ({ text: part, hit: plainWords(part).some((word) => wanted.has(word)) }));
}

/** `split` with a group returns the matches at every second place. */
const toggling = (parts: readonly string[]): TextPart[] => parts.map((text, place) => ({ text, hit: place % 2 === 1 }));

type SearchValues = Readonly<Record<string, string | number>>;

/** The page's messages in its language, with arguments filled in. */
export function searchWords({ texts, plurals }: SearchPage, language: string) {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  return {
    say: (name: keyof typeof texts, values: SearchValues = {}) => fillIn(texts[name], values),
    count: (name: keyof typeof plurals, count: number, values: SearchValues = {}) => {
      const forms: Plurals = plurals[name];
      return fillIn(forms[rules.select(count)] ?? forms['other'] ?? '', { ...values, count: numbers.format(count) });
    },
    number: (value: number) => numbers.format(value),
    /** "November 14, 2026" from YYYY-MM-DD. */
    date: (date: string) => dates.format(new Date(`${date}T00:00:00Z`)),
  };
}

export type SearchWords = ReturnType<typeof searchWords>;

/** Replaces `{name}` with its value; braces inside values are kept. */
function fillIn(text: string, values: SearchValues): string {
  return text.replace(/\{(\w+)\}/g, (braced, name: string) => String(values[name] ?? braced));
}
