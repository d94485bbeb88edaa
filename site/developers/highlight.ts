import type { HighlighterCore, ThemeRegistrationRaw } from 'shiki/core';
import { escapeHtml } from '../messages/escape-html.ts';

const grammars = {
  sh: 'shellscript',
  js: 'javascript',
  python: 'python',
  json: 'json',
  html: 'html',
  css: 'css',
  xml: 'xml',
  markdown: 'markdown',
  text: null,
} as const;
export type CodeLanguage = keyof typeof grammars;

/** What is colored, by the scopes of TextMate's grammars; the style sheet has a color for each as `.code-<name>`. */
const kinds = {
  comment: ['comment', 'punctuation.definition.comment'],
  string: ['string', 'markup.underline.link'],
  keyword: ['keyword', 'storage'],
  constant: ['constant', 'variable.language'],
  function: ['entity.name.function', 'support.function'],
  property: ['support.type.property-name', 'entity.name.tag', 'entity.other.attribute-name', 'variable.other.assignment'],
} as const;
const names = Object.keys(kinds);

/** A page's policy allows no inline styles, so each kind has a color that only stands for its number. */
const theme: ThemeRegistrationRaw = {
  name: 'kinds',
  settings: [
    { settings: { foreground: '#ffffff', background: '#000000' } },
    ...Object.values(kinds).map((scope, index) => ({ scope: [...scope], settings: { foreground: `#00000${index}` } })),
  ],
};

let highlighter: Promise<HighlighterCore> | undefined;

/** Code as HTML: its text, with a span of class `code-<kind>` around what has a color. */
export async function highlight(code: string, language: CodeLanguage): Promise<string> {
  const grammar = grammars[language];
  return grammar === null ? escapeHtml(code) : color(code, grammar);
}

async function color(code: string, grammar: string): Promise<string> {
  highlighter ??= makeHighlighter();
  // Without a time limit: a slow machine would hit it and print different bytes.
  const { tokens } = (await highlighter).codeToTokens(code, { lang: grammar, theme: 'kinds', tokenizeTimeLimit: 0 });
  return tokens.map((line) => line.map(({ content, color }) => print(content, color)).join('')).join('\n');
}

/** Loads it when it is needed: grammars are large. */
async function makeHighlighter(): Promise<HighlighterCore> {
  const [{ createHighlighterCore }, { createJavaScriptRegexEngine }] = await Promise.all([
    import('shiki/core'),
    import('shiki/engine/javascript'),
  ]);
  const langs = [
    import('shiki/langs/shellscript.mjs'),
    import('shiki/langs/javascript.mjs'),
    import('shiki/langs/python.mjs'),
    import('shiki/langs/json.mjs'),
    import('shiki/langs/html.mjs'),
    import('shiki/langs/css.mjs'),
    import('shiki/langs/xml.mjs'),
    import('shiki/langs/markdown.mjs'),
  ];
  return createHighlighterCore({ themes: [theme], langs, engine: createJavaScriptRegexEngine() });
}

function print(content: string, color: string | undefined): string {
  const kind = color?.startsWith('#00000') ? names[Number(color.at(-1))] : undefined;
  return kind === undefined ? escapeHtml(content) : `<span class="code-${kind}">${escapeHtml(content)}</span>`;
}
