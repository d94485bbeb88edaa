import { truncateWords } from '../shared/text.ts';

/** A section of a developer page: its heading, its text, and its address. */
interface Section {
  readonly page: string;
  readonly title: string;
  readonly address: string;
  text: string;
  readonly sentences: string[];
}

const MOST = 8;
const EXCERPT = 160;

/** Reads the sections of one page. There is no separate index: the pages are fetched for the first search. */
async function readPage(address: string): Promise<Section[]> {
  const response = await fetch(address);
  if (!response.ok) return [];
  const parsed = new DOMParser().parseFromString(await response.text(), 'text/html');
  const page = parsed.querySelector('h1')?.textContent ?? '';
  const sections: Section[] = [];
  for (const element of parsed.querySelectorAll<HTMLElement>('.prose :is(h2, h3, p, li, dt, dd, th, td, pre)')) {
    const text = element.textContent.replace(/\s+/g, ' ').trim();
    const section = sections.at(-1);
    if (element.matches('h2, h3')) {
      const id = element.id || element.closest('section')?.id || '';
      sections.push({ page, title: text, address: `${address}#${id}`, text: '', sentences: [] });
    } else if (section && text !== '') {
      section.text += ` ${text}`;
      if (element.matches('p, li, dd, td')) section.sentences.push(...text.split(/(?<=[.!?:]) (?=\p{Lu})/u));
    }
  }
  return sections;
}

/** Sections with all words, those with one in their heading first. */
function find(sections: readonly Section[], query: string): Section[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const scored = sections.map((section) => {
    const title = section.title.toLowerCase();
    const all = `${section.page} ${title} ${section.text}`.toLowerCase();
    const score = words.every((word) => all.includes(word)) ? 1 + words.filter((word) => title.includes(word)).length : 0;
    return { section, score };
  });
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(({ section }) => section);
}

function toItem({ page, title, sentences, address }: Section, query: string): HTMLLIElement {
  const [word = ''] = query.toLowerCase().split(/\s+/);
  const link = document.createElement('a');
  link.href = address;
  link.textContent = `${page}: ${title}`;
  const excerpt = document.createElement('p');
  excerpt.className = 'small quiet';
  excerpt.textContent = truncateWords(sentences.find((sentence) => sentence.toLowerCase().includes(word)) ?? sentences[0] ?? '', EXCERPT);
  const item = document.createElement('li');
  item.append(link, excerpt);
  return item;
}

const form = document.querySelector<HTMLFormElement>('#docs-search');
const input = form?.querySelector('input');
const list = document.querySelector<HTMLElement>('#docs-found');
const announcement = document.querySelector<HTMLElement>('#docs-status');
let index: Promise<Section[]> | undefined;

async function readAll(): Promise<Section[]> {
  const pages = [...document.querySelectorAll<HTMLAnchorElement>('nav[data-manual] a')].map(({ href }) => href);
  return (await Promise.all(pages.map(readPage))).flat();
}

async function show(): Promise<void> {
  const query = input?.value.trim() ?? '';
  index ??= readAll();
  const sections = query === '' ? [] : find(await index, query);
  if (!list || !announcement || query !== input?.value.trim()) return;
  list.replaceChildren(...sections.map((section) => toItem(section, query)));
  announcement.textContent = query === '' ? '' : sections.length === 0 ? `No results for “${query}”.` : `${sections.length} found`;
}

if (form && input) {
  input.addEventListener('input', show);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    list?.querySelector('a')?.click();
  });
}

/** The language that the reader chose last, on this or another page. */
const STORED = 'code-language';

const languages = document.querySelectorAll<HTMLInputElement>('[data-languages] input');

/** Chooses one language for every request on the page that has it. */
function choose(language: string | null): void {
  for (const radio of languages) if (radio.value === language) radio.checked = true;
}

function onStorage(use: (storage: Storage) => void): void {
  try {
    use(localStorage);
  } catch {
    // If storage is blocked, the choice lasts until the page is left.
  }
}

onStorage((storage) => choose(storage.getItem(STORED)));
for (const radio of languages)
  radio.addEventListener('change', () => {
    choose(radio.value);
    onStorage((storage) => storage.setItem(STORED, radio.value));
  });

/** Gives every listing a button that copies its code. */
for (const figure of document.querySelectorAll('figure.listing')) {
  const code = figure.querySelector('code')?.textContent ?? '';
  const caption = figure.querySelector('figcaption');
  if (!caption || !navigator.clipboard) continue;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'chip';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', `Copy: ${caption.textContent}`);
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(code);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1500);
  });
  figure.append(button);
}
