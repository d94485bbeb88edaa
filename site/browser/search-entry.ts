import { numberForms, plainWords } from '../contract/plain-words.ts';
import type { Review } from '../contract/review.ts';
import { entryKind, faceOf, isLong } from '../views/entry-shape.ts';
import type { SearchPage } from '../views/search-page.ts';
import { type Finding, phrasePattern } from './search-find.ts';
import { fillIn, type SearchWords } from './search-words.ts';

/** Makes list entries from the page's templates, one for each kind of review. Review texts are inserted as text, never as markup. */
export class EntryMaker {
  readonly #templates: ReadonlyMap<string | undefined, HTMLTemplateElement>;
  readonly #page: SearchPage;
  readonly #words: SearchWords;

  constructor(templates: Iterable<HTMLTemplateElement>, page: SearchPage, words: SearchWords) {
    this.#templates = new Map([...templates].map((template) => [template.dataset['entry'], template]));
    this.#page = page;
    this.#words = words;
  }

  /** The entry of one review; `toParts` splits its text at the matches. */
  make(review: Review, toParts: (text: string) => readonly TextPart[]): Element {
    const sourceName = this.#page.sources[review.source] ?? review.source;
    const kind = entryKind(review, { sourceName, goneSince: this.#page.gone[review.id] });
    const template = this.#templates.get(kind);
    const [other] = this.#templates.values();
    const entry = ((template ?? (other as HTMLTemplateElement)).content.cloneNode(true) as DocumentFragment).firstElementChild as Element;
    // A review newer than this page may be of a kind that the page has no template for; another kind's small print isn't true of it.
    if (!template) for (const line of entry.querySelectorAll('.who .fine')) line.remove();
    this.#fillAuthor(entry, review);
    this.#fillSource(entry, review);
    this.#fillText(entry, review, toParts);
    this.#fillReply(entry, review);
    this.#fillMentions(entry, review);
    return entry;
  }

  #fillAuthor(entry: Element, { id, author, rating, date, verification }: Review): void {
    const stars = entry.querySelector('.stars');
    stars?.setAttribute('aria-label', this.#words.say('out_of_stars', { stars: rating }));
    stars?.querySelector('svg')?.setAttribute('width', String(rating * 20));
    entry.querySelector('h3 a')?.setAttribute('href', fillIn(this.#page.reviewPath, { id }));
    setText(entry.querySelector('h3 bdi'), author);
    fillFace(entry.querySelector('.face'), author);
    this.#fillDate(entry.querySelector('.who time'), date);
    if (verification.verified_at !== null) this.#fillDate(entry.querySelector('.who .fine a[href*="#"]'), verification.verified_at);
  }

  /** The template's source is `{source}`, or `{a_source}` if its name starts with a vowel, with a link. */
  #fillSource(entry: Element, { source, source_url, author }: Review): void {
    const link = entry.querySelector<HTMLAnchorElement>('.who a[rel~="ugc"]');
    const places = [...entry.querySelectorAll('.who p')].filter((line) => /\{(a_)?source\}/.test(line.textContent));
    const { sources } = this.#page;
    const name = (Object.hasOwn(sources, source) ? sources[source] : undefined) ?? source;
    for (const place of places) fillTexts(place, { source: name, a_source: name });
    const whose = link?.querySelector('.hidden');
    if (source_url === null) {
      whose?.remove();
      link?.replaceWith(...link.childNodes);
    } else {
      if (whose) fillTexts(whose, { author });
      link?.setAttribute('href', source_url);
    }
  }

  /** A long text is collapsed, as in the lists, unless the match is in it. */
  #fillText(entry: Element, { id, text }: Review, toParts: (text: string) => readonly TextPart[]): void {
    const words = entry.querySelector('.words');
    const language = this.#page.languages[id];
    if (language === undefined) words?.removeAttribute('lang');
    else words?.setAttribute('lang', language);
    if (text === null) return;
    const parts = toParts(text);
    words?.replaceChildren(...parts.map(({ text: part, hit }) => (hit ? markOf(part) : part)));
    const fold = entry.querySelector('details');
    if (fold && isLong(text)) fold.open = parts.some(({ hit }) => hit);
    else {
      fold?.parentElement?.removeAttribute('class');
      fold?.remove();
    }
  }

  #fillReply(entry: Element, { owner_reply }: Review): void {
    const reply = entry.querySelector('.reply');
    if (owner_reply === null) return reply?.remove();
    const time = reply?.querySelector('time');
    if (owner_reply.date === null) time?.remove();
    else this.#fillDate(time, owner_reply.date);
    setText(reply?.querySelector('.said') ?? null, owner_reply.text);
  }

  /** Replaces the template's sample date and keeps the words around it. */
  #fillDate(time: Element | null | undefined, date: string): void {
    if (time?.hasAttribute('datetime')) time.setAttribute('datetime', date);
    if (time) time.textContent = time.textContent.replace(this.#page.sampleDate, () => this.#words.date(date));
  }

  #fillMentions(entry: Element, { mentions }: Review): void {
    const tags = entry.querySelector('.tags');
    const model = tags?.firstElementChild;
    if (!tags || !model) return;
    const named = (['services', 'technicians', 'service_areas'] as const).flatMap((kind) =>
      mentions[kind].flatMap((key) => {
        const known = Object.hasOwn(this.#page.mentions[kind], key) ? this.#page.mentions[kind][key] : undefined;
        return known === undefined ? [] : [known];
      }),
    );
    if (named.length === 0) return tags.remove();
    tags.replaceChildren(...named.map(([label, path]) => tagOf(model, label, path)));
  }
}

function setText(element: Element | null, text: string): void {
  if (element) element.textContent = text;
}

/** Replaces `{name}` with its value in the texts of an element. */
function fillTexts(element: Element, values: Readonly<Record<string, string>>): void {
  for (const node of element.childNodes) {
    if (node instanceof Element) fillTexts(node, values);
    else node.textContent = fillIn(node.textContent ?? '', values);
  }
}

function fillFace(element: Element | null, author: string): void {
  if (!element) return;
  const { initials, tone } = faceOf(author);
  element.textContent = initials;
  element.className = `face tone-${tone}`;
}

function markOf(text: string): Element {
  const mark = document.createElement('mark');
  mark.className = 'hit';
  mark.textContent = text;
  return mark;
}

function tagOf(model: Element, label: string, path: string): Node {
  const tag = model.cloneNode(true) as Element;
  const link = tag.querySelector('a');
  link?.setAttribute('href', path);
  setText(link, label);
  return tag;
}

/** A part of a text; `hit` is true for a match. */
export interface TextPart {
  readonly text: string;
  readonly hit: boolean;
}

/** Splits a text at the matches: the exact phrase, or each of the words in any form. */
export function toParts(text: string, { how, query, other }: Pick<Finding, 'how' | 'query' | 'other'>): TextPart[] {
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
