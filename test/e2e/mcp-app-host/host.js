// A host for MCP Apps (SEP-1865 of 2026-01-26). It calls a tool of an MCP server, shows the tool's page in a sandboxed frame and exchanges
// messages with it. Tests control it through `window.host`.

const frame = document.querySelector('iframe');
/** Messages from the page in the frame, in order. */
const received = [];
let hostContext = {};
let isOpenLinkAllowed = true;

let session;
let lastId = 0;
async function rpc(method, params, endpoint) {
  lastId += 1;
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...(session === undefined ? {} : { 'Mcp-Session-Id': session, 'MCP-Protocol-Version': '2025-11-25' }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params }),
  });
  session ??= response.headers.get('Mcp-Session-Id') ?? undefined;
  return (await response.json()).result;
}

const send = (message) => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*');
const notify = (method, params) => send({ method, params });

const answers = {
  'ui/initialize': () => ({
    result: {
      protocolVersion: '2026-01-26',
      hostInfo: { name: 'small-host', version: '1' },
      hostCapabilities: { openLinks: {} },
      hostContext,
    },
  }),
  'ui/open-link': () => (isOpenLinkAllowed ? { result: {} } : { error: { code: -32000, message: 'Link opening denied by user' } }),
};

let onInitialized = () => {};
window.addEventListener('message', ({ source, data }) => {
  if (source !== frame.contentWindow) return;
  received.push(data);
  if (data.method === 'ui/notifications/initialized') onInitialized();
  if (data.method === 'ui/notifications/size-changed') frame.style.height = `${data.params.height}px`;
  const answer = answers[data.method]?.();
  if (answer && data.id !== undefined) send({ id: data.id, ...answer });
});

window.host = {
  received,
  notify,
  ask: (id, method) => send({ id, method, params: {} }),
  setContext(changed) {
    hostContext = { ...hostContext, ...changed };
    notify('ui/notifications/host-context-changed', changed);
  },
  refuseLinks() {
    isOpenLinkAllowed = false;
  },
  /** Calls `tool` like a host that supports the extension, and shows its result, or `result` instead, in the tool's page. */
  async call(endpoint, tool, given, context = {}, result = undefined) {
    hostContext = context;
    await rpc(
      'initialize',
      {
        protocolVersion: '2025-11-25',
        capabilities: { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } },
        clientInfo: { name: 'small-host', version: '1' },
      },
      endpoint,
    );
    const { tools } = await rpc('tools/list', {}, endpoint);
    const uri = tools.find(({ name }) => name === tool)._meta.ui.resourceUri;
    const { contents } = await rpc('resources/read', { uri }, endpoint);
    const called = result ?? (await rpc('tools/call', { name: tool, arguments: given }, endpoint));
    await new Promise((resolve) => {
      onInitialized = resolve;
      frame.srcdoc = contents[0].text;
    });
    notify('ui/notifications/tool-input', { arguments: given });
    notify('ui/notifications/tool-result', called);
    return called.structuredContent;
  },
};
