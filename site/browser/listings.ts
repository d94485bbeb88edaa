/** The language that the reader chose last, on this or another page. */
const STORED = 'code-language';

interface Tabs {
  readonly buttons: readonly HTMLButtonElement[];
  readonly panels: readonly HTMLElement[];
}

const all: Tabs[] = [];

/** Turns consecutive listings into tabs (ARIA Authoring Practices: tabs with manual activation; arrow keys move the focus). */
function toTabs(group: HTMLElement, number: number): Tabs {
  const panels = [...group.querySelectorAll<HTMLElement>('figure.listing')].map(wrap);
  const list = document.createElement('div');
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', group.dataset['tabs'] ?? '');
  const buttons = panels.map((panel, index) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.id = `tab-${number}-${index}`;
    button.textContent = nameOf(panel);
    button.setAttribute('role', 'tab');
    panel.id = `panel-${number}-${index}`;
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', button.id);
    button.setAttribute('aria-controls', panel.id);
    button.addEventListener('click', () => choose(button.textContent ?? ''));
    return button;
  });
  list.addEventListener('keydown', ({ key }) => {
    const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
    const next = buttons[(buttons.indexOf(document.activeElement as HTMLButtonElement) + step + buttons.length) % buttons.length];
    if (step === 0 || !next) return;
    choose(next.textContent ?? '');
    next.focus();
  });
  list.append(...buttons);
  group.prepend(list);
  return { buttons, panels };
}

/** The language of a listing. Its caption becomes visible to screen readers only, since the tab shows it. */
function nameOf(panel: HTMLElement): string {
  const caption = panel.querySelector('figcaption');
  const name = caption?.textContent ?? '';
  const words = document.createElement('span');
  words.className = 'hidden';
  words.textContent = name;
  caption?.replaceChildren(words);
  return name;
}

/** Wraps a listing in an element, since a figure can't be a tab panel. */
function wrap(figure: HTMLElement): HTMLElement {
  const panel = document.createElement('div');
  figure.replaceWith(panel);
  panel.append(figure);
  return panel;
}

/** Shows one language in every group that has it, and remembers it. */
function choose(language: string): void {
  for (const { buttons, panels } of all) {
    const chosen = buttons.findIndex(({ textContent }) => textContent === language);
    if (chosen === -1) continue;
    for (const [index, button] of buttons.entries()) {
      button.setAttribute('aria-selected', String(index === chosen));
      button.tabIndex = index === chosen ? 0 : -1;
    }
    for (const [index, panel] of panels.entries()) panel.hidden = index !== chosen;
  }
  try {
    localStorage.setItem(STORED, language);
  } catch {
    // If storage is blocked, the choice lasts until the page is left.
  }
}

function remembered(): string | null {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
}

for (const [number, group] of [...document.querySelectorAll<HTMLElement>('[data-tabs]')].entries()) all.push(toTabs(group, number));
const known = all[0]?.buttons.map(({ textContent }) => textContent) ?? [];
const stored = remembered();
const first = known.find((language) => language === stored) ?? known[0];
if (first) choose(first);

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
