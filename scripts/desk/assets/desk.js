/** Asks for the page again until its job has ended. Without script, the page reloads itself. */
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
