/** The state of the search form as a query of the API. A choice of stars is `rating=5` or `min_rating=4` in one field. */
export function readForm(form: HTMLFormElement): URLSearchParams {
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
}

/** Puts the state of an address back into the form. */
export function restoreForm(form: HTMLFormElement, state: URLSearchParams): void {
  const stars = state.has('rating') ? 'rating' : 'min_rating';
  for (const element of form.elements) {
    if (!(element instanceof HTMLInputElement || element instanceof HTMLSelectElement) || element.name === '') continue;
    if (element.name === 'min_rating') element.value = state.has(stars) ? `${stars}=${state.get(stars)}` : '';
    else element.value = state.get(element.name) ?? '';
  }
}

/** Without a script the form needs words and leads to a page of its own; with one every field works by itself. */
export function enableForm(form: HTMLFormElement): void {
  for (const fields of form.querySelectorAll<HTMLFieldSetElement>('[data-script-only]')) fields.disabled = false;
  (form.elements.namedItem('query') as HTMLInputElement).required = false;
}
