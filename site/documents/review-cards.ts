import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { reviewCards } from '../contract/mcp-server.ts';
import { disclosuresIn } from '../views/verification.ts';
import { readBundle } from './bundle.ts';

/**
 * The bytes of `/mcp/review-cards`: the page in which hosts of MCP Apps show reviews, one HTML document that loads nothing. The sidecar
 * sends it as a resource, so its policy is in the document, with the hashes of its script and style.
 */
export async function printReviewCards(): Promise<string> {
  const script = await readBundle('browser/cards');
  const styles = await readFile(new URL('../styles/review-cards.css', import.meta.url), 'utf8');
  // The page is in English, like the answers of tools.
  const disclosures = disclosuresIn({ language: 'en', date: String }).map(({ field, value, label }) => ({ field, value, label }));
  const policy = `default-src 'none'; script-src ${source(script)}; style-src ${source(styles)}; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${reviewCards.title}</title>
<style>${styles}</style>
</head>
<body>
<main aria-busy="true"><p role="status">Waiting for the answer …</p></main>
<script id="disclosures" type="application/json">${JSON.stringify(disclosures)}</script>
<script>${script}</script>
</body>
</html>
`;
}

/** The CSP source for an inline script or style: its hash (CSP 3, 2.3.1). */
const source = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;
