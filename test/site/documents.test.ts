import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'csv-parse/sync';
import { describe, expect, inject, it } from 'vitest';
import { problems } from '../../site/contract/problem.ts';
import type { Review } from '../../site/contract/review.ts';
import { printCsv } from '../../site/documents/csv.ts';
import { renderMarkdown } from '../../site/documents/markdown.ts';
import { printDataBlock } from '../../site/documents/structured-data.ts';
import { escapeHtml } from '../../site/shared/escape.ts';
import { toSlugs, truncateWords } from '../../site/shared/text.ts';
import { toExcerpt, toSegments } from '../../site/views/quotes.ts';
import { aReview } from '../support/a-review.ts';
import { withReleaseCases } from '../support/release-test.ts';
import { root } from '../support/run-script.ts';
import { programs } from '../third-party/programs.ts';

const sites = ['demo', 'corner', 'minimal'] as const;
const read = (site: (typeof sites)[number], name: string) => readFile(path.join(inject('dists')[site], name), 'utf8');

const review = (text: string): Review => aReview({ author: text, text });

describe('reviews.csv', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '\r=1', '＝1', '=cmd|"/c calc"!A0'])('escapes the formula %j', (text) => {
    const [row] = parse(printCsv([review(text)]), { bom: true, columns: true }) as Record<string, string>[];
    expect(row?.['text']).toBe(`'${text}`);
    expect(row?.['author']).toBe(`'${text}`);
  });

  it.each(['plain', 'a, b; "c"\nd', "it's -1", ''])('leaves %j unchanged', (text) => {
    const [row] = parse(printCsv([review(text)]), { bom: true, columns: true }) as Record<string, string>[];
    expect(row?.['text']).toBe(text);
  });

  it.each(sites)('contains every review, and so does reviews.ndjson: %s', async (site) => {
    const rows = parse(await read(site, 'reviews.csv'), { bom: true, columns: true }) as Record<string, string>[];
    const { reviews } = JSON.parse(await read(site, 'reviews.json')) as { reviews: Review[] };
    expect(rows.map(({ id }) => id)).toEqual(reviews.map(({ id }) => id));
    expect(
      (await read(site, 'reviews.ndjson'))
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    ).toEqual(reviews);
  });
});

describe('og.png', () => {
  it('has the same bytes on every machine, whatever fonts are installed', async () => {
    const png = await readFile(path.join(inject('dists').corner, 'og.png'));
    expect(createHash('sha256').update(png).digest('hex')).toBe('7734670e91f82cb9c4a7ecf2b4b4612197a9787a41af4798960781a0f5455ec9');
  });
});

describe('JSON Schemas', () => {
  it.each(['reviews', 'insights', 'embed'])('accept %s.json', async (name) => {
    const ajv = new Ajv2020({ allowUnionTypes: true });
    addFormats.default(ajv);
    for (const site of sites) {
      const validate = ajv.compile({ ...(JSON.parse(await read(site, `schemas/${name}.json`)) as object), $id: `${site}-${name}` });
      validate(JSON.parse(await read(site, `${name}.json`)));
      expect(validate.errors).toBeNull();
    }
  });
});

describe('openapi.json', () => {
  const linted = withReleaseCases<(typeof sites)[number]>('Redocly’s linter for small sites', ['demo'], ['corner', 'minimal']);
  it.each(linted)('passes Redocly’s linter: %s', async (site) => {
    const file = path.join(inject('dists')[site], 'openapi.json');
    const args = [programs.redocly, 'lint', file, '--config', path.join(root, 'test/site/redocly.yaml'), '--format', 'json'];
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: '1' },
    });
    expect(JSON.parse(stdout)).toMatchObject({ totals: { errors: 0, warnings: 0, ignored: 0 }, problems: [] });
  });

  it('is OpenAPI 3.1, version 1.0.0, and every $ref in it resolves', async () => {
    const text = await read('demo', 'openapi.json');
    const document = JSON.parse(text) as { openapi: string; info: { version: string }; paths: object };
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0' } });
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining(['/reviews.json', '/api/reviews/since/{date}', '/mcp', '/api/websub/hub']),
    );
    for (const [, pointer = ''] of text.matchAll(/"\$ref": "#\/([^"]+)"/g)) {
      const target = pointer
        .split('/')
        .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key.replace(/~1/g, '/').replace(/~0/g, '~')], document);
      expect(target, pointer).toBeDefined();
    }
  });
});

describe('the API reference', () => {
  it('lists every error', async () => {
    const page = await read('demo', 'developers/reference/index.html');
    for (const [name, { message }] of Object.entries(problems))
      expect(page).toContain(`<code>${name}</code></th><td class="wide">${message.replaceAll("'", '&#39;')}`);
  });
});

describe('texts in pages', () => {
  it('can’t end a JSON-LD block', () => {
    const block = printDataBlock({ name: '</script><script>alert(1)//\u2028' });
    expect(block).not.toMatch(/[<>&\u2028]/);
    expect(JSON.parse(block)).toMatchObject({ name: '</script><script>alert(1)//\u2028' });
  });

  it('can’t inject HTML into a summary', () => {
    expect(
      renderMarkdown('<!-- note -->\n<img src=x onerror=alert(1)> **so** [a](https://a.example/?b=1&c=2) [x](javascript:alert(1))'),
    ).toBe(
      '<p>&lt;img src=x onerror=alert(1)&gt; <strong>so</strong> <a href="https://a.example/?b=1&amp;c=2">a</a> [x](javascript:alert(1))</p>',
    );
    expect(escapeHtml('"<&>"')).toBe('&quot;&lt;&amp;&gt;&quot;');
  });

  it('lose nothing when passages are marked, even overlapping and out-of-range ones', () => {
    const text = 'On time. Clean. Dear.';
    const passages = [
      { start: 9, end: 14, polarity: 'positive' },
      { start: 0, end: 7, polarity: 'positive' },
      { start: 3, end: 12, polarity: 'negative' },
      { start: 16, end: 99, polarity: 'negative' },
    ] as const;
    const segments = toSegments(text, passages);
    expect(segments.map((segment) => segment.text).join('')).toBe(text);
    expect(segments.filter(({ polarity }) => polarity).map((segment) => segment.text)).toEqual(['On time', 'Clean']);
  });

  it('keep the passage in an excerpt', () => {
    const text = 'First things first. They came late, and then left. Nothing more to say.';
    const excerpt = toExcerpt(text, { start: 25, end: 34, polarity: 'negative' });
    expect(excerpt.map((segment) => segment.text).join('')).toContain('came late');
  });

  it('are truncated after whole words, never inside an emoji', () => {
    expect(truncateWords('one two three', 9)).toBe('one two…');
    expect(truncateWords('😀'.repeat(20), 10).isWellFormed()).toBe(true);
  });
});

describe('slugs', () => {
  it('are plain ASCII and unique', () => {
    expect([
      ...toSlugs(['Tomasz Zieliński', 'tomasz zielinski', '李雷', 'Page', 'Đorđe Æbelø-Œuvre', "Þóra O'Neill"], 'technician').values(),
    ]).toEqual([
      ...['tomasz-zielinski', 'tomasz-zielinski-ubg9kzlj', 'technician-zj8cctcv', 'page-a91gfrhy', 'dorde-aebelo-oeuvre', 'thora-o-neill'],
    ]);
  });
});
