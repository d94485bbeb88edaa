/** The result of a tool, as the host passes it on. */
export interface ToolResult {
  readonly isError?: boolean;
  readonly structuredContent?: unknown;
  readonly content?: readonly { readonly type: string; readonly text?: string }[];
}

type Attributes = Readonly<Record<string, string | boolean | undefined>>;

/** The functions that a page uses to show an answer. */
export interface AppPage {
  /** An element with text and elements inside; strings become text, never markup. A `--name` among the attributes is a CSS property. */
  element(tag: string, attributes?: Attributes, ...children: readonly (Node | string | undefined)[]): HTMLElement;
  /** A link that the host opens, or only its words if the address isn't HTTP or HTTPS. */
  link(address: unknown, words: string): HTMLElement;
  /** Formats a `YYYY-MM-DD` date in the host's locale. */
  date(day: string): string;
  /** Shows `nodes` and nothing else. */
  show(...nodes: readonly (Node | undefined)[]): void;
}

/** Shows one answer. Printed into the page as source text, so it can only use its arguments and browser APIs. */
export type ShowAnswer = (answer: Readonly<Record<string, unknown>>, page: AppPage) => void;

interface HostContext {
  readonly theme?: unknown;
  readonly locale?: unknown;
  readonly styles?: { readonly variables?: Readonly<Record<string, unknown>> };
}

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

/**
 * Talks to the host around the page (MCP Apps, SEP-1865 of 2026-01-26): JSON-RPC over postMessage, starting with `ui/initialize`. Printed
 * into the page as source text, so it can only use its arguments and browser APIs.
 */
export function connectToHost(appInfo: { readonly name: string; readonly version: string }, showAnswer: ShowAnswer): void {
  const host = window.parent;
  const root = document.documentElement;
  const main = document.querySelector('main') ?? document.body;
  const asked = new Map<unknown, { resolve(result: unknown): void; reject(error: unknown): void }>();
  let context: HostContext = {};
  let canOpenLinks = false;
  let answer: ToolResult | undefined;
  let lastId = 0;

  const send = (message: Message) => host.postMessage({ jsonrpc: '2.0', ...message }, '*');
  const request = (method: string, params: unknown) => {
    lastId += 1;
    const id = lastId;
    return new Promise<unknown>((resolve, reject) => {
      asked.set(id, { resolve, reject });
      send({ id, method, params });
    });
  };

  const element: AppPage['element'] = (tag, attributes = {}, ...children) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith('--')) made.style.setProperty(name, String(value));
      else if (value !== undefined && value !== false) made.setAttribute(name, value === true ? '' : value);
    }
    for (const child of children) if (child !== undefined) made.append(child);
    return made;
  };
  const page: AppPage = {
    element,
    link: (address, words) =>
      typeof address === 'string' && /^https?:\/\//i.test(address)
        ? element('a', { href: address, target: '_blank', rel: 'noopener noreferrer' }, words)
        : element('span', {}, words),
    date: (day) => {
      try {
        const locale = typeof context.locale === 'string' ? context.locale : 'en';
        return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
      } catch {
        return day;
      }
    },
    show: (...nodes) => {
      main.replaceChildren(...nodes.filter((node) => node !== undefined));
      main.setAttribute('aria-busy', 'false');
    },
  };
  const say = (words: string) => page.show(element('p', { role: 'status' }, words));

  const show = () => {
    if (answer === undefined) return;
    const text = answer.content?.find(({ type }) => type === 'text')?.text ?? '';
    if (answer.isError) return say(text || 'The tool answered with an error.');
    try {
      showAnswer((answer.structuredContent ?? JSON.parse(text)) as Readonly<Record<string, unknown>>, page);
    } catch {
      say(text || 'There is nothing to show.');
    }
  };
  const follow = (changed: HostContext) => {
    context = { ...context, ...changed };
    if (context.theme === 'light' || context.theme === 'dark') root.setAttribute('data-theme', context.theme);
    for (const [name, value] of Object.entries(changed.styles?.variables ?? {}))
      if (/^--[\w-]+$/.test(name) && typeof value === 'string') root.style.setProperty(name, value);
    if (changed.locale !== undefined) show();
  };

  const receive = ({ id, method, params, result, error }: Message) => {
    if (method === undefined) {
      const { resolve, reject } = asked.get(id) ?? {};
      asked.delete(id);
      return error === undefined ? resolve?.(result) : reject?.(error);
    }
    if (method === 'ping' || method === 'ui/resource-teardown') return send({ id, result: {} });
    if (id !== undefined) return send({ id, error: { code: -32601, message: 'Method not found' } });
    if (method === 'ui/notifications/host-context-changed') follow((params ?? {}) as HostContext);
    if (method === 'ui/notifications/tool-cancelled') say('The call was cancelled.');
    if (method !== 'ui/notifications/tool-result') return;
    answer = (params ?? {}) as ToolResult;
    show();
  };
  window.addEventListener('message', ({ source, data }) => {
    if (source === host && data !== null && typeof data === 'object' && data.jsonrpc === '2.0') receive(data as Message);
  });

  document.addEventListener('click', (event) => {
    const anchor = event.target instanceof Element ? event.target.closest('a') : null;
    if (!anchor || !canOpenLinks) return;
    event.preventDefault();
    request('ui/open-link', { url: anchor.href }).catch(() =>
      anchor.after(element('span', { role: 'status' }, ` (not opened: ${anchor.href})`)),
    );
  });

  const tellSize = () => {
    const { width, height } = document.body.getBoundingClientRect();
    send({ method: 'ui/notifications/size-changed', params: { width: Math.ceil(width), height: Math.ceil(height) } });
  };
  const begin = (initialized: unknown) => {
    const { hostContext = {}, hostCapabilities = {} } = (initialized ?? {}) as {
      readonly hostContext?: HostContext;
      readonly hostCapabilities?: { readonly openLinks?: unknown };
    };
    canOpenLinks = hostCapabilities.openLinks !== undefined;
    follow(hostContext);
    send({ method: 'ui/notifications/initialized' });
    new ResizeObserver(tellSize).observe(document.body);
  };
  request('ui/initialize', { appInfo, appCapabilities: { availableDisplayModes: ['inline'] }, protocolVersion: '2026-01-26' }).then(
    begin,
    () => say('The host did not start this page.'),
  );
}
