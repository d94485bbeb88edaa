/** A section of a developers' page: its heading, its text, and its address. */
interface Section {
  readonly page: string;
  readonly title: string;
  readonly text: string;
  readonly address: string;
}

const MOST = 8;
const EXCERPT = 90;

/** The sections of one page. There is no separate index: the pages are fetched for the first search. */
async function readPage(address: string): Promise<Section[]> {
  const response = await fetch(address);
  if (!response.ok) return [];
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const name = page.querySelector('h1')?.textContent ?? '';
  const headings = [...page.querySelectorAll<HTMLElement>('.prose :is(h2, h3)')];
  return headings.map((heading) => {
    const id = heading.id || heading.closest('section')?.id || '';
    return { page: name, title: heading.textContent ?? '', text: textAfter(heading), address: `${address}#${id}` };
  });
}

/** The text from a heading to the next one. */
function textAfter(heading: HTMLElement): string {
  let text = '';
  for (
    let next = heading.nextElementSibling;
    next && !/^H[123]$/.test(next.tagName) && !next.querySelector('h2, h3');
    next = next.nextElementSibling
  )
    text += ` ${next.textContent}`;
  return text.replace(/\s+/g, ' ').trim();
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

function toItem({ page, title, text, address }: Section, query: string): HTMLLIElement {
  const at = text.toLowerCase().indexOf(query.toLowerCase().split(/\s+/)[0] ?? '');
  const from = Math.max(0, at - EXCERPT / 3);
  const link = document.createElement('a');
  link.href = address;
  link.textContent = `${page}: ${title}`;
  const excerpt = document.createElement('p');
  excerpt.textContent = `${from > 0 ? '…' : ''}${text.slice(from, from + EXCERPT)}…`;
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
  form.hidden = false;
  input.addEventListener('input', show);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    list?.querySelector('a')?.click();
  });
}
