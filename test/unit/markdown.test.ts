import { describe, expect, test } from 'vitest';
import { renderMarkdown } from '../../site/documents/markdown.ts';
import { plainText } from '../../site/shared/text.ts';

describe('a summary in Markdown', () => {
  test.each([
    ['1. First\n2. Then **this**\n', '<ol>\n<li>First</li>\n<li>Then <strong>this</strong></li>\n</ol>'],
    ['- One\n  - nested\n- Two', '<ul>\n<li>One<ul>\n<li>nested</li>\n</ul>\n</li>\n<li>Two</li>\n</ul>'],
    ['# Title\n\nText', '<h3>Title</h3>\n<p>Text</p>'],
    ['It\'s *fine* & "so"', "<p>It's <em>fine</em> &amp; &quot;so&quot;</p>"],
    ['<!-- for the editor -->\nText', '<p>Text</p>'],
  ])('%j becomes %s', (markdown, html) => {
    expect(renderMarkdown(markdown)).toBe(html);
  });

  test.each([
    ['# Title\n\n- **One** and _two_\n  1. [three](https://a.example/)', 'Title\n\nOne and two\nthree'],
    ['<!--\nfor the editor\n-->\n\n> `so` it is, 2 * 3 and snake_case', 'so it is, 2 * 3 and snake_case'],
    ['Plain words. 4.5 stars.', 'Plain words. 4.5 stars.'],
  ])('%j is %j as plain text', (markdown, text) => {
    expect(plainText(markdown)).toBe(text);
  });

  test.each([
    ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
    ['a <b onclick="x()">b</b>', '<p>a &lt;b onclick=&quot;x()&quot;&gt;b&lt;/b&gt;</p>'],
    ['[x](javascript:alert(1))', '<p>[x](javascript:alert(1))</p>'],
    ['[x](JAVASCRIPT:alert(1))', '<p>[x](JAVASCRIPT:alert(1))</p>'],
    ['[x](java&#115;cript:alert(1))', '<p>[x](java&amp;#115;cript:alert(1))</p>'],
    ['[x](//evil.example/)', '<p>[x](//evil.example/)</p>'],
    ['[x](data:text/html,<b>)', '<p>[x](data:text/html,&lt;b&gt;)</p>'],
    ['<javascript:alert(1)>', '<p>&lt;javascript:alert(1)&gt;</p>'],
    ['[x]\n\n[x]: javascript:alert(1)', '<p>[x]</p>'],
    ['[a](https://a.example/?q="x"&b=1)', '<p><a href="https://a.example/?q=&quot;x&quot;&amp;b=1">a</a></p>'],
    ['![x](https://a.example/x.png)', '<p>![x](https://a.example/x.png)</p>'],
  ])('%j can’t inject HTML or links with schemes other than http(s)', (markdown, html) => {
    expect(renderMarkdown(markdown)).toBe(html);
  });
});
