import type { SearchForm } from './search-form.ts';
import type { SearchWords } from './search-words.ts';

/** Shows each chosen filter as a button that removes it; `onRemove` hears of it when the form has changed. */
export function showChips(list: HTMLElement, form: SearchForm, words: SearchWords, onRemove: () => void): void {
  const chosen = form.chosen();
  const remove = (fields: readonly { value: string }[]) => () => {
    for (const field of fields) field.value = '';
    onRemove();
    form.focus();
  };
  const chips = chosen.map(({ field, text }) => {
    const dated = field.type === 'date' ? words.say(field.name === 'since' ? 'since_day' : 'until_day', { date: words.date(text) }) : text;
    return chipOf(dated, words.say('remove', { filter: dated }), remove([field]));
  });
  const all = chosen.map(({ field }) => field);
  if (chosen.length > 1) chips.push(chipOf(words.say('clear'), undefined, remove(all)));
  list.replaceChildren(...chips);
  list.hidden = chosen.length === 0;
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
