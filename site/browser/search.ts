import type { Review } from '../contract/review.ts';
import { verifiedBy } from '../views/verification.ts';

/**
 * The search on /reviews/: asks the API as one types, shows what it finds in place of the list, and keeps the state
 * in the address. Text of reviews only ever becomes text, never markup.
 */
interface Found {
  readonly matched: number;
  readonly returned: number;
  readonly reviews: readonly FoundReview[];
}

type FoundReview = Pick<Review, 'id' | 'author' | 'rating' | 'date' | 'text' | 'owner_reply' | 'source' | 'verification'>;

const PAUSE_MS = 160;
const LIMIT = 50;

const form = document.querySelector<HTMLFormElement>('form[data-api]');
const results = document.querySelector<HTMLElement>('[data-results]');
const prebuilt = document.querySelector<HTMLElement>('[data-prebuilt]');
const template = document.querySelector<HTMLTemplateElement>('#review-template');
const say = document.querySelector<HTMLElement>('[data-say]');
if (form && results && prebuilt && template && say) start(form, results, prebuilt, template, say);

function start(form: HTMLFormElement, results: HTMLElement, prebuilt: HTMLElement, template: HTMLTemplateElement, say: HTMLElement) {
  let running: AbortController | undefined;
  let timer: number | undefined;
  const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  for (const fields of form.querySelectorAll<HTMLFieldSetElement>('[data-script-only]')) {
    fields.disabled = false;
  }
  const query = form.elements.namedItem('query') as HTMLInputElement;
  query.required = false;

  const read = (): URLSearchParams => {
    const state = new URLSearchParams();
    for (const [name, value] of new FormData(form)) {
      const text = String(value).trim();
      if (text === '') continue;
      if (name === 'min_rating') {
        const [key = '', stars = ''] = text.split('=');
        state.set(key, stars);
      } else state.set(name, text);
    }
    return state;
  };

  const restore = () => {
    const state = new URLSearchParams(location.search);
    for (const element of form.elements) {
      if (!(element instanceof HTMLInputElement || element instanceof HTMLSelectElement) || element.name === '') continue;
      const key = state.has('rating') ? 'rating' : 'min_rating';
      element.value = element.name === 'min_rating' ? (state.has(key) ? `${key}=${state.get(key)}` : '') : (state.get(element.name) ?? '');
    }
  };

  const tell = (text: string, away = false) => {
    say.textContent = text;
    say.classList.toggle('away', away);
  };

  const showPrebuilt = () => {
    results.hidden = true;
    prebuilt.hidden = false;
  };

  const show = ({ matched, returned, reviews }: Found) => {
    results.replaceChildren(...reviews.map((review) => fill(template, review, dates)));
    results.hidden = false;
    prebuilt.hidden = true;
    if (matched === 0) tell('No review matches. Try fewer words, or another filter.');
    else
      tell(
        `${matched} ${matched === 1 ? 'review matches' : 'reviews match'}${returned < matched ? `; the newest ${returned} are shown` : ''}.`,
      );
  };

  const search = async (state: URLSearchParams) => {
    running?.abort();
    if (state.size === 0) {
      tell('');
      return showPrebuilt();
    }
    running = new AbortController();
    const { signal } = running;
    try {
      const response = await fetch(`${form.dataset['api']}?${state}&limit=${LIMIT}`, { signal, headers: { Accept: 'application/json' } });
      if (!/json/.test(response.headers.get('Content-Type') ?? '')) throw new Error('search: the answer is not JSON');
      const answer = (await response.json()) as Found & { issues?: readonly { path: readonly string[]; message: string }[] };
      if (signal.aborted) return;
      if (response.ok) return show(answer);
      showPrebuilt();
      if (response.status === 429) tell('Too many searches at once. Wait a moment, then try again.', true);
      else if (response.status === 400)
        tell(
          `The search was not understood: ${answer.issues?.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')}.`,
          true,
        );
      else throw new Error(`search: answered ${response.status}`);
    } catch {
      if (signal.aborted) return;
      showPrebuilt();
      tell(
        'The search is away at the moment. The lists by stars, service, technician and area work without it, and here are the newest reviews.',
        true,
      );
    }
  };

  const run = () => {
    const state = read();
    const address = state.size === 0 ? location.pathname : `${location.pathname}?${state}`;
    if (address !== location.pathname + location.search) history.replaceState(null, '', address);
    void search(state);
  };
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(run, PAUSE_MS);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    clearTimeout(timer);
    run();
  });
  const follow = () => {
    restore();
    const state = new URLSearchParams(location.search);
    state.delete('limit');
    void search(state);
  };
  addEventListener('popstate', follow);
  if (location.search !== '') follow();
}

function fill(template: HTMLTemplateElement, review: FoundReview, dates: Intl.DateTimeFormat): Node {
  const node = template.content.cloneNode(true) as DocumentFragment;
  const part = <T extends Element>(name: string) => node.querySelector(`[data-${name}]`) as T;
  part('stars').setAttribute('aria-label', `${review.rating} out of 5 stars`);
  part('fill').setAttribute('width', String(review.rating * 20));
  part<HTMLAnchorElement>('link').href = `/reviews/${encodeURIComponent(review.id)}/`;
  part('author').textContent = review.author;
  part<HTMLTimeElement>('date').dateTime = review.date;
  part('date').textContent = dates.format(new Date(`${review.date}T00:00:00Z`));
  part('verified').textContent = verifiedBy(review);
  part('words').textContent = review.text ?? 'Rated without words.';
  part('words').classList.toggle('none', review.text === null);
  if (review.owner_reply) part('said').textContent = review.owner_reply.text;
  else part('reply').remove();
  return node;
}
