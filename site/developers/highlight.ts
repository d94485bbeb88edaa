import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import css from 'highlight.js/lib/languages/css';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import markdown from 'highlight.js/lib/languages/markdown';
import python from 'highlight.js/lib/languages/python';
import xml from 'highlight.js/lib/languages/xml';
import { escapeHtml } from '../shared/escape.ts';

const grammars = { sh: bash, js: javascript, python, json, html: xml, css, xml, markdown };
export type CodeLanguage = keyof typeof grammars | 'text';

for (const [language, grammar] of Object.entries(grammars)) hljs.registerLanguage(language, grammar);
hljs.configure({ classPrefix: 'code-' });

/** Code as HTML: its text, with a span of class `code-<kind>` around each part that the grammar names. */
export function highlight(code: string, language: CodeLanguage): string {
  return language === 'text' ? escapeHtml(code) : hljs.highlight(code, { language }).value;
}
