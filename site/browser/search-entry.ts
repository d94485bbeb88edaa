import { numberForms, plainWords } from '../contract/plain-words.ts';
import type { Review } from '../contract/review.ts';
import { faceOf, isLong } from '../views/entry-shape.ts';
import type { SearchPage } from '../views/search-page.ts';
import { type Finding, phrasePattern } from './search-find.ts';
import { fillIn, type SearchWords } from './search-words.ts';

/** Makes list entries from the page's template. Review texts are inserted as text, never as markup. */
export class EntryMaker {
  readonly #template: HTMLTemplateElement;
  readonly #page: SearchPage;
  readonly #words: SearchWords;

  constructor(template: HTMLTemplateElement, page: SearchPage, words: SearchWords) {
    this.#template = template;
    this.#page = page;
    this.#words = words;
  }

  /** The entry of one review; `toParts` splits its text at the matches. */
  make(review: Review, toParts: (text: string) => readonly TextPart[]): Element {
    const entry = (this.#template.content.cloneNode(true) as DocumentFragment).firstElementChild as Element;
    fillTexts(entry, this.#textsOf(review));
    this.#fillAuthor(entry, review);
    this.#fillSource(entry, review);
    this.#fillText(entry, review, toParts);
    this.#fillReply(entry, review);
    this.#fillMentions(entry, review);
    return entry;
  }

  /** What the template has in braces. */
  #textsOf({ id, author, source, verification: { method, verified_at }, owner_reply }: Review): Record<string, string> {
    const { sources, verified, changes } = this.#page;
    const known = Object.hasOwn(sources, source) ? sources[source] : undefined;
    const how = method === 'platform_account' && known ? known.account : verified[method];
    return {
      author,
      place: known?.place ?? this.#words.say('on_source', { source }),
      verified: verified_at === null ? how : this.#words.say('verified_on', { how, date: this.#words.date(verified_at) }),
      changes: changes[id] ?? '',
      reply: owner_reply?.text ?? '',
    };
  }

  #fillAuthor(entry: Element, { id, author, rating, date, photos }: Review): void {
    const stars = entry.querySelector('.stars');
    stars?.setAttribute('aria-label', this.#words.say('out_of_stars', { stars: rating }));
    stars?.querySelector('svg')?.setAttribute('width', String(rating * 20));
    entry.querySelector('h3 a')?.setAttribute('href', fillIn(this.#page.reviewPath, { id }));
    fillFace(entry.querySelector('.face'), author);
    this.#fillDate(entry.querySelector('.who time'), date);
    if (this.#page.changes[id] === undefined) entry.querySelector('.changed')?.remove();
    const count = entry.querySelector('.who > :last-child');
    if (photos.length === 0) count?.remove();
    else setText(count, this.#words.count('photos', photos.length));
  }

  /** The link to the source; if the review is gone there, the day instead. */
  #fillSource(entry: Element, { id, source_url }: Review): void {
    const goneSince = this.#page.gone[id];
    const day = entry.querySelector('.fine time');
    if (goneSince === undefined) day?.parentElement?.remove();
    else this.#fillDate(day, goneSince);
    const link = entry.querySelector('.who a[rel~="ugc"]');
    if (source_url !== null && goneSince === undefined) return link?.setAttribute('href', source_url);
    link?.querySelector('.hidden')?.remove();
    link?.replaceWith(...link.childNodes);
  }

  /** A long text is collapsed, as in the lists, unless the match is in it. */
  #fillText(entry: Element, { id, text }: Review, toParts: (text: string) => readonly TextPart[]): void {
    const words = entry.querySelector('.words');
    const language = this.#page.languages[id];
    if (language === undefined) words?.removeAttribute('lang');
    else words?.setAttribute('lang', language);
    const parts = text === null ? [{ text: this.#words.say('no_words'), hit: false }] : toParts(text);
    words?.replaceChildren(...parts.map(({ text: part, hit }) => (hit ? markOf(part) : part)));
    if (text === null) {
      words?.classList.add('none', 'quiet');
      words?.removeAttribute('dir');
    }
    const fold = entry.querySelector('details');
    if (fold && isLong(text ?? '')) fold.open = parts.some(({ hit }) => hit);
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
