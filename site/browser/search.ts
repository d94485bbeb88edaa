import { entityKinds, entityParameters } from '../content/catalog.ts';
import type { SearchPage } from '../views/search-page.ts';
import { entryMaker, searchWords } from './search-entry.ts';
import { findMore, findReviews, PAGE_SIZE, type SearchMatch, type SearchPlaces, type WordCounts } from './search-find.ts';
import { searchForm } from './search-form.ts';
import { type SearchResults, searchLists, searchResults } from './search-results.ts';

/**
 * The search above a list. On the first page of all reviews, it queries the API while the reader types and keeps its state in the URL:
 * typing replaces the history entry, a filter adds one. On other lists, searching opens that page.
 */

const PAUSE_MS = 160;

const element = document.querySelector<HTMLFormElement>('form[data-page]');
const page = document.querySelector('#search-data')?.textContent;
const template = document.querySelector<HTMLTemplateElement>('#search-entry');
if (element) {
  const form = searchForm(element);
  if (page && template) search(form, JSON.parse(page) as SearchPage, template);
  else leadToSearch(form);
}

/** Any other list: a filter or a search leads to the page of all reviews. */
function leadToSearch(form: ReturnType<typeof searchForm>): void {
  const go = () => location.assign(`${form.element.dataset['page']}?${form.read()}`);
  form.element.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLSelectElement) go();
  });
  form.element.addEventListener('submit', (event) => {
    event.preventDefault();
    go();
  });
}

function search(form: ReturnType<typeof searchForm>, page: SearchPage, template: HTMLTemplateElement): void {
  const words = searchWords(page, form.element.closest<HTMLElement>('[lang]')?.lang ?? '');
  const results = searchResults(words, entryMaker(template, page, words));
  const places = placesOf(form.element, page);
  const lists = searchLists(form.element.dataset['page'] ?? '', words.number);
  const run = latest(results);
  let finding: SearchMatch | undefined;

  const show = (state: URLSearchParams, atLeast: number) => {
    form.showFilters(words, () => changed('push'));
    finding = undefined;
    if (state.size > 0) lists.keep(state);
    void run(async (signal) => {
      if (state.size === 0)
        return () => {
          results.reset();
          lists.reset();
        };
      const found = await findReviews(places, state, atLeast, signal);
      return () => {
        finding = found;
        results.show(found, atLeast);
        void lists.count(state, places.api, found);
      };
    });
  };
  const changed = (step: 'push' | 'replace') => {
    clearTimeout(timer);
    const state = form.read();
    const address = state.size === 0 ? location.pathname : `${location.pathname}?${state}`;
    if (address !== location.pathname + location.search) history[`${step}State`](null, '', address);
    show(state, PAGE_SIZE);
  };
  const restore = () => {
    const state = new URLSearchParams(location.search);
    form.restore(state);
    for (const name of ['limit', 'offset']) state.delete(name);
    show(state, shownBefore());
  };
  const showMore = () =>
    run(async (signal) => {
      const known = finding;
      if (!known) return () => {};
      const from = results.shown();
      const more = known.whole ? known.reviews.slice(from, from + PAGE_SIZE) : await findMore(places.api, known, from, signal);
      return () => {
        results.append(known, more);
        history.replaceState({ shown: results.shown() }, '');
      };
    });

  let timer: number | undefined;
  form.query.addEventListener('input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => changed('replace'), PAUSE_MS);
  });
  form.element.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.type === 'radio') form.choose({ aspect: target.value });
    if (target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type === 'radio')) changed('push');
    // Typing a year fires a change for each digit: the first one adds a history entry, the next ones replace it.
    else if (target instanceof HTMLInputElement && target.type === 'date')
      changed(new URLSearchParams(location.search).has(target.name) ? 'replace' : 'push');
  });
  form.element.addEventListener('submit', (event) => {
    event.preventDefault();
    changed('replace');
  });
  results.other.addEventListener('click', () => {
    const other = finding?.other;
    form.choose(typeof other === 'object' ? { query: '', [other.parameter]: other.key } : { query: other ?? form.query.value });
    form.query.focus();
    changed('push');
  });
  results.all.addEventListener('click', () => {
    form.clear();
    form.query.focus();
    changed('push');
  });
  results.more.addEventListener('click', () => void showMore());
  addEventListener('popstate', restore);
  if (location.search !== '') {
    results.wait();
    restore();
  }
}

/** How many reviews the history entry showed when the reader left it. */
function shownBefore(): number {
  const state = history.state as { readonly shown?: number } | null;
  return state?.shown ?? PAGE_SIZE;
}

function placesOf({ action, dataset }: HTMLFormElement, { mentions }: SearchPage): SearchPlaces {
  return {
    api: action,
    named: entityKinds.flatMap((kind) =>
      Object.entries(mentions[kind]).map(([key, [label]]) => ({ label, parameter: entityParameters[kind], key })),
    ),
    words: async (signal) => (await (await fetch(dataset['words'] ?? '', { signal })).json()) as WordCounts,
  };
}

/** Runs one task at a time and shows its result; a newer task aborts the previous one. */
function latest(results: SearchResults): (task: (signal: AbortSignal) => Promise<() => void>) => Promise<void> {
  let running: AbortController | undefined;
  return async (task) => {
    running?.abort();
    const controller = new AbortController();
    running = controller;
    try {
      const finish = await task(controller.signal);
      if (!controller.signal.aborted) finish();
    } catch (problem) {
      if (!controller.signal.aborted) results.showProblem(problem);
    }
  };
}
