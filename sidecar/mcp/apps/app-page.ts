import { hash } from 'node:crypto';
import { type AppUri, apps } from '../../../site/contract/mcp-resources.ts';
import { mcpServer } from '../../../site/contract/mcp-server.ts';
import { connectToHost, type ShowAnswer } from './host-connection.ts';
import { showReviewCards } from './review-cards.ts';
import { showSentimentChart } from './sentiment-chart.ts';

const showing: Readonly<Record<AppUri, ShowAnswer>> = {
  'ui://review-cards': showReviewCards,
  'ui://chart': showSentimentChart,
};

/** Answers `resources/read` for an MCP Apps page, an HTML document that loads nothing. Undefined for other URIs. */
export function readApp(uri: string): object | undefined {
  const app = apps.find((one) => one.uri === uri);
  if (app === undefined) return undefined;
  return {
    contents: [
      {
        uri,
        mimeType: app.mimeType,
        text: printPage(app.title, app.name, showing[app.uri]),
        _meta: { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true } },
      },
    ],
  };
}

/** Prints a page. The functions become source text in it, so they can only use their arguments and browser APIs. */
function printPage(title: string, name: string, showAnswer: ShowAnswer): string {
  const script = `(${connectToHost})(${JSON.stringify({ name, version: mcpServer.version })}, ${showAnswer});`;
  const policy = `default-src 'none'; script-src ${source(script)}; style-src ${source(appStyles)}; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${appStyles}</style>
</head>
<body>
<main aria-busy="true"><p role="status">Waiting for the answer …</p></main>
<script>${script}</script>
</body>
</html>
`;
}

/** The CSP source for an inline script or style: its hash (CSP 3, 2.3.1). */
const source = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;

/** For all pages: the host's colors and fonts if it provides them (MCP Apps, theming), otherwise our own, light and dark. */
const appStyles = `
:root { color-scheme: light dark; }
:root[data-theme='light'] { color-scheme: light; }
:root[data-theme='dark'] { color-scheme: dark; }
body { margin: 0; background: var(--color-background-primary, light-dark(#fff, #16191d)); color: var(--color-text-primary, light-dark(#16191d, #f1f3f5));
  font: 15px/1.5 var(--font-sans, system-ui, sans-serif); }
main { padding: 14px 16px; max-width: 46rem; }
h1 { margin: 0 0 10px; font-size: 1.05rem; }
h2 { margin: 0; font-size: 1rem; outline: none; }
p { margin: 4px 0; }
a { color: light-dark(#0b5568, #8fd8e8); text-underline-offset: 2px; }
button, summary { font: inherit; color: light-dark(#0b5568, #8fd8e8); cursor: pointer; }
button { background: none; border: 1px solid currentColor; border-radius: 6px; padding: 2px 10px; min-height: 28px; }
:focus-visible { outline: 2px solid light-dark(#0b5568, #8fd8e8); outline-offset: 2px; }
ol, ul { list-style: none; margin: 0; padding: 0; }
blockquote { margin: 8px 0 0; padding-left: 12px; border-left: 3px solid light-dark(#c9ced4, #4a525b); }
.cards > li { border-top: 1px solid light-dark(#d9dde2, #3a4149); padding: 12px 0; }
.words { white-space: pre-line; overflow-wrap: anywhere; outline: none; }
.fine { font-size: 0.87rem; color: var(--color-text-secondary, light-dark(#4a525b, #bcc4cc)); }
.source { text-transform: capitalize; }
.stars { color: light-dark(#8a5300, #ffd166); letter-spacing: 2px; margin: 0; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; letter-spacing: normal; }
.found, .legend { display: flex; flex-wrap: wrap; gap: 4px 14px; font-size: 0.9rem; margin: 8px 0; }
.found li::before, .legend li::before, .quotes li > .fine::before { content: ''; display: inline-block; width: 0.7em; height: 0.7em; margin-right: 6px; border-radius: 2px;
  background: var(--mark); }
.positive { --mark: light-dark(#1b7f93, #5cc8d7); }
.neutral, .mixed { --mark: light-dark(#868e96, #9aa3ad); }
.negative { --mark: light-dark(#c2410c, #ff9b5e); }
figure { margin: 10px 0 4px; }
.chart { display: flex; align-items: flex-end; gap: 2px; height: 130px; border-bottom: 1px solid light-dark(#868e96, #9aa3ad); }
.column { flex: 1 1 0; max-width: 28px; height: calc(var(--height) * 100%); display: flex; flex-direction: column; gap: 1px; }
.column > div { flex: var(--part) 1 0; background: var(--mark); }
.axis { display: flex; justify-content: space-between; font-size: 0.82rem; color: var(--color-text-secondary, light-dark(#4a525b, #bcc4cc)); }
table { border-collapse: collapse; margin: 8px 0; font-size: 0.87rem; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: 1px 8px 1px 0; font-weight: normal; }
th:first-child { text-align: left; }
thead th { font-weight: 600; }
.quotes li { margin-top: 10px; }
`;
