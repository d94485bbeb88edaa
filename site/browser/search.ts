import { searchReviews } from './search-api.ts';
import { enableForm, readForm, restoreForm } from './search-form.ts';
import { SearchResults } from './search-results.ts';

/** The search on /reviews/: asks the API as one types, shows what it finds in place of the list, and keeps the state in the address. */

const PAUSE_MS = 160;

const form = document.querySelector<HTMLFormElement>('form[data-api]');
const results = document.querySelector<HTMLElement>('[data-results]');
const prebuilt = document.querySelector<HTMLElement>('[data-prebuilt]');
const template = document.querySelector<HTMLTemplateElement>('#review-template');
const say = document.querySelector<HTMLElement>('[data-say]');
if (form && results && prebuilt && template && say) start(form, new SearchResults({ results, prebuilt, template, say }));

function start(form: HTMLFormElement, shown: SearchResults): void {
  const search = latestSearch(form.dataset['api'], shown);
  const searchForm = () => {
    const state = readForm(form);
    const address = state.size === 0 ? location.pathname : `${location.pathname}?${state}`;
    if (address !== location.pathname + location.search) history.replaceState(null, '', address);
    void search(state);
  };
  const searchAddress = () => {
    const state = new URLSearchParams(location.search);
    restoreForm(form, state);
    state.delete('limit');
    void search(state);
  };
  enableForm(form);
  let timer: number | undefined;
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(searchForm, PAUSE_MS);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    clearTimeout(timer);
    searchForm();
  });
  addEventListener('popstate', searchAddress);
  if (location.search !== '') searchAddress();
}

/** Makes a function that searches and shows the outcome; a newer search aborts the one before. */
function latestSearch(api: string | undefined, shown: SearchResults): (state: URLSearchParams) => Promise<void> {
  let running: AbortController | undefined;
  return async (state) => {
    running?.abort();
    if (state.size === 0) return shown.reset();
    running = new AbortController();
    const { signal } = running;
    try {
      const outcome = await searchReviews(api, state, signal);
      if (!signal.aborted) shown.show(outcome);
    } catch {
      if (!signal.aborted) shown.showAway();
    }
  };
}
