/** Gives every listing a button that copies its code. */
for (const figure of document.querySelectorAll('figure.listing')) {
  const code = figure.querySelector('code')?.textContent ?? '';
  const caption = figure.querySelector('figcaption');
  if (!caption || !navigator.clipboard) continue;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'quiet-button';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', `Copy: ${caption.textContent}`);
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(code);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1500);
  });
  caption.append(button);
}
