import type { SearchWords } from './search-words.ts';

type Field = HTMLInputElement | HTMLSelectElement;

const isField = (element: Element): element is Field => element instanceof HTMLInputElement || element instanceof HTMLSelectElement;

/** The chips of aspects, which set the field for aspects. */
const isChip = (element: Element): element is HTMLInputElement => element instanceof HTMLInputElement && element.type === 'radio';

/** The parameters that the field for stars can set. */
const starNames = ['rating', 'min_rating', 'max_rating'] as const;

/** The search form: its fields, their values, and the panel around them. */
export class SearchForm {
  readonly element: HTMLFormElement;
  readonly #panel: HTMLElement | null;
  readonly #toggle: HTMLButtonElement | null;

  constructor(element: HTMLFormElement) {
    this.element = element;
    this.#panel = element.querySelector('.fields');
    this.#toggle = element.querySelector('[data-toggle]');
  }

  /** Without JavaScript the form only searches for words; with it every field takes effect at once. */
  enable(): void {
    for (const part of this.element.querySelectorAll<HTMLFieldSetElement | HTMLInputElement>(
      'fieldset[data-script-only], [data-script-only] > input',
    ))
      part.disabled = false;
    this.query.required = false;
    this.#toggle?.addEventListener('click', () => this.#open(this.#panel?.hidden === true));
    for (const part of [this.#toggle, this.#panel]) part?.addEventListener('keydown', (event) => this.#closeByEscape(event));
  }

  get query(): HTMLInputElement {
    return this.element.elements.namedItem('query') as HTMLInputElement;
  }

  get #fields(): Field[] {
    return [...this.element.elements].filter(isField).filter((field) => field.name !== '' && !isChip(field));
  }

  /** The form's values as API parameters. The value of the field for stars is a parameter with its value. */
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

  /** Sets the form's values from a URL; an unknown option, such as an alias, is added. */
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

  /** Empties all fields. */
  clear(): void {
    for (const field of this.#fields) field.value = '';
  }

  /** The active filters in order: the field and its text. */
  chosen(): { readonly field: Field; readonly text: string }[] {
    return this.#fields
      .filter(({ name, value }) => name !== 'query' && name !== 'sort' && value !== '')
      .map((field) => ({
        field,
        text: field instanceof HTMLSelectElement ? (field.selectedOptions[0]?.text ?? field.value) : field.value,
      }));
  }

  /** Checks the chip of the chosen aspect, whether praised, criticized or either, and scrolls it into its row. */
  checkChip(): void {
    const [aspect] = (this.read().get('aspect') ?? '').split(':');
    for (const chip of [...this.element.elements].filter(isChip)) {
      chip.checked = chip.value === aspect;
      const [row, { left, right }] = [chip.closest('fieldset'), chip.getBoundingClientRect()];
      const edge = row?.getBoundingClientRect();
      if (row && edge && chip.checked && (left < edge.left || right > edge.right)) row.scrollLeft += left - edge.left;
    }
  }

  /** Whether a chip shows all that a field is set to. */
  isOnChip({ name, value }: Field): boolean {
    return name === 'aspect' && [...this.element.elements].some((element) => isChip(element) && element.value === value);
  }

  /** Sets the label of the button that opens the panel. */
  label(text: string): void {
    if (this.#toggle) this.#toggle.textContent = text;
  }

  /** Moves the focus to the filters. */
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

/** Shows the active filters: an aspect by its chip, and each other one as a button that removes it and then calls `onRemove`. */
export function showChips(form: SearchForm, words: SearchWords, onRemove: () => void): void {
  const chosen = form.chosen();
  const remove = (fields: readonly { value: string }[]) => () => {
    for (const field of fields) field.value = '';
    onRemove();
    form.focus();
  };
  form.checkChip();
  const removable = chosen.filter(({ field }) => !form.isOnChip(field));
  const chips = removable.map(({ field, text }) => {
    const dated = field.type === 'date' ? words.say(field.name === 'since' ? 'since_day' : 'until_day', { date: words.date(text) }) : text;
    return chipOf(dated, words.say('remove', { filter: dated }), remove([field]));
  });
  const all = chosen.map(({ field }) => field);
  if (chosen.length > 1) chips.push(chipOf(words.say('clear'), undefined, remove(all)));
  const list = document.querySelector<HTMLElement>('[data-chosen]');
  list?.replaceChildren(...chips);
  if (list) list.hidden = chips.length === 0;
  form.label(chosen.length === 0 ? words.say('filters') : words.count('filters', chosen.length));
}

function chipOf(text: string, label: string | undefined, onClick: () => void): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'chip';
  button.textContent = text;
  if (label !== undefined) button.setAttribute('aria-label', label);
  button.addEventListener('click', onClick);
  const item = document.createElement('li');
  item.append(button);
  return item;
}
