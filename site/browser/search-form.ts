import type { SearchWords } from './search-entry.ts';

type Field = HTMLInputElement | HTMLSelectElement;

const isField = (element: Element): element is Field => element instanceof HTMLInputElement || element instanceof HTMLSelectElement;

/** Whether an element is the chip of an aspect. Chips set the field for aspects. */
const isChip = (element: Element): element is HTMLInputElement => element instanceof HTMLInputElement && element.type === 'radio';

/** The parameters that the field for stars can set. */
const starNames = ['rating', 'min_rating', 'max_rating'] as const;

/** The search form: its fields, their values, and the panel around them. Without JavaScript, it only searches for words and an aspect. */
export function searchForm(form: HTMLFormElement) {
  const elements = [...form.elements];
  const chips = elements.filter(isChip);
  const fields = elements.filter(isField).filter((field) => field.name !== '' && !isChip(field));
  const query = form.elements.namedItem('query') as HTMLInputElement;
  const panel = form.querySelector('.fields') as HTMLElement;
  const toggle = form.querySelector('[data-toggle]') as HTMLButtonElement;
  const open = (isOpen: boolean) => {
    panel.hidden = !isOpen;
    toggle.setAttribute('aria-expanded', String(isOpen));
  };
  const closeByEscape = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || panel.hidden) return;
    open(false);
    toggle.focus();
  };
  /** Sets some fields by name. */
  const choose = (values: Readonly<Record<string, string>>) => {
    for (const field of fields) field.value = values[field.name] ?? field.value;
  };

  for (const part of form.querySelectorAll<HTMLInputElement | HTMLFieldSetElement>('[disabled]')) part.disabled = false;
  query.required = false;
  toggle.addEventListener('click', () => open(panel.hidden === true));
  for (const part of [toggle, panel]) part.addEventListener('keydown', closeByEscape);

  /** Returns the form's values as API parameters. Values of the field for stars are parameters themselves, such as `min_rating=4`. */
  const read = () => {
    const state = new URLSearchParams();
    for (const { name, value } of fields) {
      const text = value.trim();
      if (text === '') continue;
      const [key = '', stars = ''] = name === 'stars' ? text.split('=') : [name, text];
      state.set(key, stars);
    }
    return state;
  };

  /** Sets the form's values from a URL; an unknown option, such as an alias, is added. */
  const restore = (state: URLSearchParams) => {
    const stars = starNames.find((name) => state.has(name));
    for (const field of fields) {
      const value = field.name !== 'stars' ? state.get(field.name) : stars && `${stars}=${state.get(stars)}`;
      if (value && field instanceof HTMLSelectElement && ![...field.options].some((option) => option.value === value))
        field.add(new Option(field.name === 'stars' ? (state.get(stars ?? '') ?? '') : value, value));
      field.value = value ?? '';
    }
  };

  /** Checks the chip of the chosen aspect, whether praised, criticized or either, and scrolls it into its row. */
  const checkChip = () => {
    const [aspect] = (read().get('aspect') ?? '').split(':');
    for (const chip of chips) {
      chip.checked = chip.value === aspect;
      const [row, { left, right }] = [chip.closest('fieldset'), chip.getBoundingClientRect()];
      const edge = row?.getBoundingClientRect();
      if (row && edge && chip.checked && (left < edge.left || right > edge.right)) row.scrollLeft += left - edge.left;
    }
  };

  /** Shows the active filters: the aspect by its chip, and any other as a button that removes it and then calls `onRemove`. */
  const showFilters = (words: SearchWords, onRemove: () => void) => {
    const chosen = fields.filter(({ name, value }) => name !== 'query' && name !== 'sort' && value !== '');
    const isOnChip = ({ name, value }: Field) => name === 'aspect' && chips.some((chip) => chip.value === value);
    const button = (text: string, label: string, removed: readonly Field[]) =>
      buttonOf(text, label, () => {
        for (const field of removed) field.value = '';
        onRemove();
        toggle.focus();
      });
    const buttons = chosen
      .filter((field) => !isOnChip(field))
      .map((field) => {
        const text = textOf(field, words);
        return button(text, words.say('remove', { filter: text }), [field]);
      });
    if (chosen.length > 1) buttons.push(button(words.say('clear'), '', chosen));
    const list = document.querySelector<HTMLElement>('[data-chosen]');
    list?.replaceChildren(...buttons);
    if (list) list.hidden = buttons.length === 0;
    toggle.textContent = chosen.length === 0 ? words.say('filters') : words.count('filters', chosen.length);
    checkChip();
  };

  const clear = () => restore(new URLSearchParams());

  return { element: form, query, read, restore, choose, clear, showFilters };
}

/** Describes an active filter: the chosen option, or the first or last day. */
function textOf(field: Field, words: SearchWords): string {
  if (field instanceof HTMLSelectElement) return field.selectedOptions[0]?.text ?? field.value;
  return words.say(field.name === 'since' ? 'since_day' : 'until_day', { date: words.date(field.value) });
}

function buttonOf(text: string, label: string, onClick: () => void): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'chip';
  button.textContent = text;
  if (label !== '') button.setAttribute('aria-label', label);
  button.addEventListener('click', onClick);
  const item = document.createElement('li');
  item.append(button);
  return item;
}
