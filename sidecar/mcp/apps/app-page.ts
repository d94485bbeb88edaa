import { hash } from 'node:crypto';
import { type AppUri, apps } from '../../../site/contract/mcp-apps.ts';
import { mcpServer } from '../../../site/contract/mcp-server.ts';
import { appStyles } from './app-styles.ts';
import { connectToHost, type ShowAnswer } from './host-connection.ts';
import { showReviewCards } from './review-cards.ts';
import { showSentimentChart } from './sentiment-chart.ts';

const showing: Readonly<Record<AppUri, ShowAnswer>> = {
  'ui://review-cards': showReviewCards,
  'ui://chart': showSentimentChart,
};

const pages = new Map<string, object>();

/** `resources/read` of a page for answers (MCP Apps): a whole HTML document that asks nobody for anything. Undefined for another URI. */
export function readApp(uri: string): object | undefined {
  const app = apps.find((one) => one.uri === uri);
  if (app === undefined) return undefined;
  const known = pages.get(uri) ?? {
    contents: [
      {
        uri,
        mimeType: app.mimeType,
        text: printPage(app.title, app.name, showing[app.uri]),
        _meta: { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true } },
      },
    ],
  };
  pages.set(uri, known);
  return known;
}

/** The functions are printed as they stand here, without their types: they use their arguments and what browsers have. */
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

/** CSP 3, 2.3.1: an inline script or style by its hash. */
const source = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;
