/** The language that the reader chose last, on this or another page. */
const STORED = 'code-language';

const languages = document.querySelectorAll<HTMLInputElement>('[data-languages] input');

/** Chooses one language for every request on the page that has it. */
function choose(language: string | null): void {
  for (const radio of languages) if (radio.value === language) radio.checked = true;
}

function onStorage(use: (storage: Storage) => void): void {
  try {
    use(localStorage);
  } catch {
    // If storage is blocked, the choice lasts until the page is left.
  }
}

onStorage((storage) => choose(storage.getItem(STORED)));
for (const radio of languages)
  radio.addEventListener('change', () => {
    choose(radio.value);
    onStorage((storage) => storage.setItem(STORED, radio.value));
  });

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
