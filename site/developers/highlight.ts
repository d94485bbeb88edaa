import { createBundledHighlighter, createSingletonShorthands, type ThemeRegistrationRaw } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { bundledLanguages } from 'shiki/langs';
import { escapeHtml } from '../messages/escape-html.ts';

export type CodeLanguage = 'sh' | 'js' | 'python' | 'json' | 'html' | 'css' | 'xml' | 'markdown' | 'text';

/** The colored kinds, by the scopes of TextMate's grammars. The style sheet has a color for each, `.code-<name>`. */
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

/** Loads each grammar when it's needed. */
const { codeToTokens } = createSingletonShorthands(
  createBundledHighlighter({ langs: bundledLanguages, themes: {}, engine: createJavaScriptRegexEngine }),
);

/** Code as HTML: its text, with a span of class `code-<kind>` around what has a color. */
export async function highlight(code: string, language: CodeLanguage): Promise<string> {
  if (language === 'text') return escapeHtml(code);
  // Without a time limit: a slow machine would hit it and print different bytes.
  const { tokens } = await codeToTokens(code, { lang: language, theme, tokenizeTimeLimit: 0 });
  return tokens.map((line) => line.map(({ content, color }) => print(content, color)).join('')).join('\n');
}

function print(content: string, color: string | undefined): string {
  const kind = color?.startsWith('#00000') ? names[Number(color.at(-1))] : undefined;
  return kind === undefined ? escapeHtml(content) : `<span class="code-${kind}">${escapeHtml(content)}</span>`;
}
