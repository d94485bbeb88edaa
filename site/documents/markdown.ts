import { Marked, type Tokens } from 'marked';
import { escapeHtml } from '../shared/escape.ts';
import { withoutComments } from '../shared/text.ts';

const marked = new Marked({
  gfm: false,
  // Raw HTML is not markup here: it is shown as text.
  tokenizer: { html: () => undefined, tag: () => undefined },
  renderer: {
    text(token) {
      return 'tokens' in token && token.tokens ? this.parser.parseInline(token.tokens) : escapeHtml(token.text);
    },
    // A summary's section has a heading of level 2 above it.
    heading({ tokens }) {
      return `<h3>${this.parser.parseInline(tokens)}</h3>\n`;
    },
    link({ href, tokens, raw }: Tokens.Link) {
      return /^https?:/.test(href) ? `<a href="${escapeHtml(href)}">${this.parser.parseInline(tokens)}</a>` : escapeHtml(raw);
    },
    image: ({ raw }) => escapeHtml(raw),
  },
});

/**
 * Markdown (CommonMark) as HTML, for an editorial summary. All headings are h3, only http(s) links are links, and comments are removed.
 * Other HTML, links and images are shown as written.
 */
export function renderMarkdown(markdown: string): string {
  return marked.parse(withoutComments(markdown), { async: false }).trim();
}
