/** Fetches the page again until its job has ended. Without script, the page reloads itself. */
async function wait() {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const response = await fetch(location.href);
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    if (page.body.dataset.waiting === undefined) break;
    const [shown, now] = [document, page].map((one) => one.querySelector('.progress'));
    if (shown && now && shown.textContent !== now.textContent) shown.replaceWith(document.adoptNode(now));
  }
  location.reload();
}

if (document.body.dataset.waiting !== undefined) wait().catch(() => location.reload());

/** Updates the preview while someone edits the form. Adopts its stylesheet, because the Content-Security-Policy forbids inline styles. */
function preview(edited) {
  const form = edited.querySelector('form');
  const styles = new CSSStyleSheet();
  let [isAsking, isAgain] = [false, false];
  const refresh = async () => {
    isAgain = isAsking;
    if (isAsking) return;
    isAsking = true;
    try {
      const response = await fetch(edited.dataset.preview, { method: 'POST', body: new URLSearchParams(new FormData(form)) });
      if (!response.ok) return;
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      const link = page.querySelector('link');
      await styles.replace(await (await fetch(link.getAttribute('href'))).text());
      link.remove();
      document.adoptedStyleSheets = [styles];
      document.querySelector('.preview').replaceChildren(...document.adoptNode(page.querySelector('.preview')).childNodes);
    } finally {
      isAsking = false;
      if (isAgain) refresh();
    }
  };
  form.addEventListener('input', refresh);
}

/** Adds the browser's color picker next to a text field, because a color input can't be empty. */
function addPicker(field) {
  const picker = document.createElement('input');
  picker.type = 'color';
  picker.value = field.value || field.placeholder;
  picker.setAttribute('aria-label', field.dataset.picker);
  picker.addEventListener('input', () => {
    field.value = picker.value;
  });
  field.addEventListener('input', () => {
    if (/^#[0-9a-f]{6}$/i.test(field.value)) picker.value = field.value;
  });
  const both = document.createElement('span');
  both.className = 'pick';
  field.replaceWith(both);
  both.append(field, picker);
}

document.querySelectorAll('[data-preview]').forEach(preview);
document.querySelectorAll('[data-picker]').forEach(addPicker);

/** Puts files that are dropped anywhere on the page into its file field. */
const drop = document.querySelector('[data-drop]');
if (drop !== null) {
  for (const name of ['dragover', 'dragleave', 'drop'])
    document.addEventListener(name, (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      drop.classList.toggle('over', name === 'dragover');
      if (name === 'drop') drop.querySelector('input').files = event.dataTransfer.files;
    });
}

/** Shows that files are being sent, and sends them only once. */
document.addEventListener('submit', (event) => {
  const sending = event.target.querySelector('[data-sending]');
  if (sending === null) return;
  if (sending.hidden) sending.hidden = false;
  else event.preventDefault();
});

/** Adds a button that copies the code of a field. */
for (const code of document.querySelectorAll('[data-copy]')) {
  if (!navigator.clipboard) continue;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'plain';
  button.textContent = code.dataset.copy;
  const said = document.createElement('span');
  said.setAttribute('role', 'status');
  const line = document.createElement('p');
  line.append(button, ' ', said);
  code.after(line);
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(code.value).then(
      () => {
        said.textContent = code.dataset.copied;
      },
      () => code.select(),
    );
  });
}
