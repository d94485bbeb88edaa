import type { Review } from '../contract/review.ts';
import type { SearchPage } from '../views/search-page.ts';
import type { TextPart } from './search-highlight.ts';
import { fillIn, type SearchWords } from './search-words.ts';

/** Makes entries of the list from the page's template. Text of reviews only ever becomes text, never markup. */
export class EntryMaker {
  readonly #template: HTMLTemplateElement;
  readonly #page: SearchPage;
  readonly #words: SearchWords;

  constructor(template: HTMLTemplateElement, page: SearchPage, words: SearchWords) {
    this.#template = template;
    this.#page = page;
    this.#words = words;
  }

  /** The entry of one review; `toParts` splits its text where the search matched. */
  make(review: Review, toParts: (text: string) => readonly TextPart[]): Element {
    const entry = (this.#template.content.cloneNode(true) as DocumentFragment).firstElementChild as Element;
    this.#fillAuthor(entry, review);
    this.#fillSource(entry, review);
    this.#fillText(entry, review, toParts);
    this.#fillReply(entry, review);
    this.#fillMentions(entry, review);
    return entry;
  }

  #fillAuthor(entry: Element, { id, author, rating, date, source, verification }: Review): void {
    const stars = entry.querySelector('.stars');
    stars?.setAttribute('aria-label', this.#words.say('out_of_stars', { stars: rating }));
    stars?.querySelector('svg')?.setAttribute('width', String(rating * 20));
    entry.querySelector('h3 a')?.setAttribute('href', fillIn(this.#page.reviewPath, { id }));
    setText(entry.querySelector('h3 bdi'), author);
    this.#fillDate(entry.querySelector('.who time'), date);
    const [plain, dated] = this.#page.verified[source]?.[verification.method] ?? ['', ''];
    const { verified_at } = verification;
    setText(entry.querySelector('.who .fine a'), verified_at === null ? plain : fillIn(dated, { date: this.#words.date(verified_at) }));
  }

  /** The template's source is `{source}`, with a link. */
  #fillSource(entry: Element, { id, source, source_url }: Review): void {
    const link = entry.querySelector<HTMLAnchorElement>('.who a[rel~="ugc"]');
    const line = link?.parentElement;
    if (!link || !line) return;
    const name = this.#page.sources[source] ?? source;
    link.textContent = name;
    if (source === 'direct') line.replaceChildren(link);
    if (source_url !== null && !this.#page.gone.includes(id)) link.href = source_url;
    else link.replaceWith(name);
  }

  #fillText(entry: Element, { text }: Review, toParts: (text: string) => readonly TextPart[]): void {
    const words = entry.querySelector('.words');
    words?.removeAttribute('lang');
    words?.classList.toggle('none', text === null);
    if (text === null) setText(words, this.#words.say('wordless'));
    else words?.replaceChildren(...toParts(text).map(({ text: part, hit }) => (hit ? markOf(part) : part)));
  }

  #fillReply(entry: Element, { owner_reply }: Review): void {
    const reply = entry.querySelector('.reply');
    if (owner_reply === null) return reply?.remove();
    const time = reply?.querySelector('time') ?? null;
    if (owner_reply.date === null) time?.remove();
    else this.#fillDate(time, owner_reply.date);
    setText(reply?.querySelector('.said') ?? null, owner_reply.text);
  }

  /** Puts a date where the template has its sample; words around it stay. */
  #fillDate(time: Element | null, date: string): void {
    time?.setAttribute('datetime', date);
    const before = time?.textContent ?? '';
    const sample = this.#words.date(this.#page.sampleDate);
    setText(time, before.includes(sample) ? before.replace(sample, () => this.#words.date(date)) : this.#words.date(date));
  }

  #fillMentions(entry: Element, { mentions }: Review): void {
    const tags = entry.querySelector('.tags');
    const model = tags?.firstElementChild;
    if (!tags || !model) return;
    const named = (['services', 'technicians', 'service_areas'] as const).flatMap((kind) =>
      mentions[kind].flatMap((key) => {
        const known = this.#page.mentions[kind][key];
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
