type Attributes = Readonly<Record<string, string | boolean>>;

/** An element with text and elements inside; strings become text, never markup. */
export function element(tag: string, attributes: Attributes = {}, ...children: readonly (Node | string | undefined)[]): HTMLElement {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== false) made.setAttribute(name, value === true ? '' : value);
  for (const child of children) if (child !== undefined) made.append(child);
  return made;
}

/** A link that the host opens, or only its words if the address isn't HTTP or HTTPS. */
export function link(address: string | undefined, words: string): HTMLElement {
  if (typeof address !== 'string' || !/^https?:\/\//i.test(address)) return element('span', {}, words);
  return element('a', { href: address, target: '_blank', rel: 'noopener noreferrer' }, words);
}

/** Shows `nodes` and nothing else. */
export function show(...nodes: readonly (Node | undefined)[]): void {
  const main = document.querySelector('main') ?? document.body;
  main.replaceChildren(...nodes.filter((node) => node !== undefined));
  main.setAttribute('aria-busy', 'false');
}

/** Shows a message instead of an answer. */
export function say(words: string): void {
  show(element('p', { role: 'status' }, words));
}
