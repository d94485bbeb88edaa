import { mcpServer } from '../contract/mcp-server.ts';

/** The answer of a tool: the fields of its `structuredContent`. */
export type ToolAnswer = Readonly<Record<string, unknown>>;

/** The result of a tool, as the host passes it on. */
interface HostedResult {
  readonly isError?: boolean;
  readonly structuredContent?: unknown;
  readonly content?: readonly { readonly type: string; readonly text?: string }[];
}

interface HostContext {
  readonly theme?: unknown;
  readonly locale?: unknown;
  readonly styles?: { readonly variables?: Readonly<Record<string, unknown>> };
}

interface HostMessage {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

/**
 * Talks to the host around the page (MCP Apps, SEP-1865 of 2026-01-26): JSON-RPC over postMessage, starting with `ui/initialize`. Calls
 * `showAnswer` with the tool's answer and the host's locale, and again if the locale changes.
 */
export function connectToHost(showAnswer: (answer: ToolAnswer, locale: string) => void): void {
  const host = window.parent;
  const root = document.documentElement;
  const asked = new Map<unknown, { resolve(result: unknown): void; reject(error: unknown): void }>();
  let context: HostContext = {};
  let canOpenLinks = false;
  let received: HostedResult | undefined;
  let lastId = 0;

  const send = (message: HostMessage) => host.postMessage({ jsonrpc: '2.0', ...message }, '*');
  const request = (method: string, params: unknown) => {
    lastId += 1;
    const id = lastId;
    return new Promise<unknown>((resolve, reject) => {
      asked.set(id, { resolve, reject });
      send({ id, method, params });
    });
  };

  const showResult = () => {
    if (received === undefined) return;
    const text = received.content?.find(({ type }) => type === 'text')?.text ?? '';
    if (received.isError) return say(text || 'The tool answered with an error.');
    try {
      const answer = (received.structuredContent ?? JSON.parse(text)) as ToolAnswer;
      showAnswer(answer, typeof context.locale === 'string' ? context.locale : 'en');
    } catch {
      say(text || 'There is nothing to show.');
    }
  };
  const follow = (changed: HostContext) => {
    context = { ...context, ...changed };
    if (context.theme === 'light' || context.theme === 'dark') root.setAttribute('data-theme', context.theme);
    for (const [name, value] of Object.entries(changed.styles?.variables ?? {}))
      if (/^--[\w-]+$/.test(name) && typeof value === 'string') root.style.setProperty(name, value);
    if (changed.locale !== undefined) showResult();
  };

  const receive = ({ id, method, params, result, error }: HostMessage) => {
    if (method === undefined) {
      const { resolve, reject } = asked.get(id) ?? {};
      asked.delete(id);
      return error === undefined ? resolve?.(result) : reject?.(error);
    }
    if (method === 'ping' || method === 'ui/resource-teardown') return send({ id, result: {} });
    if (id !== undefined) return send({ id, error: { code: -32601, message: 'Method not found' } });
    if (method === 'ui/notifications/host-context-changed') follow((params ?? {}) as HostContext);
    if (method === 'ui/notifications/tool-cancelled') say('The call was canceled.');
    if (method !== 'ui/notifications/tool-result') return;
    received = (params ?? {}) as HostedResult;
    showResult();
  };
  window.addEventListener('message', ({ source, data }) => {
    if (source === host && data !== null && typeof data === 'object' && data.jsonrpc === '2.0') receive(data as HostMessage);
  });

  document.addEventListener('click', (event) => {
    const anchor = event.target instanceof Element ? event.target.closest('a') : null;
    if (!anchor || !canOpenLinks) return;
    event.preventDefault();
    request('ui/open-link', { url: anchor.href }).catch(() =>
      anchor.after(element('span', { role: 'status' }, ` (not opened: ${anchor.href})`)),
    );
  });

  const sendSize = () => {
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
    new ResizeObserver(sendSize).observe(document.body);
  };
  const appInfo = { name: 'review-cards', version: mcpServer.version };
  request('ui/initialize', { appInfo, appCapabilities: { availableDisplayModes: ['inline'] }, protocolVersion: '2026-01-26' }).then(
    begin,
    () => say('The host did not start this page.'),
  );
}

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
function say(words: string): void {
  show(element('p', { role: 'status' }, words));
}
