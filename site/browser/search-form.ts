type Field = HTMLInputElement | HTMLSelectElement;

const isField = (element: Element): element is Field => element instanceof HTMLInputElement || element instanceof HTMLSelectElement;

/** The parameters that the one choice of stars stands for. */
const starNames = ['rating', 'min_rating', 'max_rating'] as const;

/** The form of the search: its fields, what is chosen in them, and the panel that holds them. */
export class SearchForm {
  readonly element: HTMLFormElement;
  readonly #panel: HTMLElement | null;
  readonly #toggle: HTMLButtonElement | null;

  constructor(element: HTMLFormElement) {
    this.element = element;
    this.#panel = element.querySelector('.fields');
    this.#toggle = element.querySelector('[data-toggle]');
  }

  /** Without a script the form asks for words alone; with one every field works by itself. */
  enable(): void {
    for (const fields of this.element.querySelectorAll<HTMLFieldSetElement>('[data-script-only]')) fields.disabled = false;
    this.query.required = false;
    this.#toggle?.addEventListener('click', () => this.#open(this.#panel?.hidden === true));
    for (const part of [this.#toggle, this.#panel]) part?.addEventListener('keydown', (event) => this.#closeByEscape(event));
  }

  get query(): HTMLInputElement {
    return this.element.elements.namedItem('query') as HTMLInputElement;
  }

  get #fields(): Field[] {
    return [...this.element.elements].filter(isField).filter(({ name }) => name !== '');
  }

  /** The state of the form as a query of the API; a choice of stars is a parameter and its value. */
  read(): URLSearchParams {
    const state = new URLSearchParams();
    for (const { name, value } of this.#fields) {
      const text = value.trim();
      if (text === '') continue;
      const [key = '', stars = ''] = name === 'stars' ? text.split('=') : [name, text];
      state.set(key, stars);
    }
    return state;
  }

  /** Puts the state of an address into the form; a choice that it doesn't have, such as an alias, is added. */
  restore(state: URLSearchParams): void {
    const stars = starNames.find((name) => state.has(name));
    for (const field of this.#fields) {
      const value = field.name !== 'stars' ? state.get(field.name) : stars && `${stars}=${state.get(stars)}`;
      if (value && field instanceof HTMLSelectElement && ![...field.options].some((option) => option.value === value))
        field.add(new Option(field.name === 'stars' ? (state.get(stars ?? '') ?? '') : value, value));
      field.value = value ?? '';
    }
  }

  /** Sets some fields by name. */
  choose(values: Readonly<Record<string, string>>): void {
    for (const field of this.#fields) field.value = values[field.name] ?? field.value;
  }

  /** The filters that are chosen, in their order: the field and its text. */
  chosen(): { readonly field: Field; readonly text: string }[] {
    return this.#fields
      .filter(({ name, value }) => name !== 'query' && name !== 'sort' && value !== '')
      .map((field) => ({
        field,
        text: field instanceof HTMLSelectElement ? (field.selectedOptions[0]?.text ?? field.value) : field.value,
      }));
  }

  /** Names the button that opens the panel. */
  label(text: string): void {
    if (this.#toggle) this.#toggle.textContent = text;
  }

  /** Leaves the focus where the filters are chosen. */
  focus(): void {
    this.#toggle?.focus();
  }

  #open(open: boolean): void {
    if (!this.#panel || !this.#toggle) return;
    this.#panel.hidden = !open;
    this.#toggle.setAttribute('aria-expanded', String(open));
  }

  #closeByEscape(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || this.#panel?.hidden) return;
    this.#open(false);
    this.#toggle?.focus();
  }
}
