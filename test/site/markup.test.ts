import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import type { SharedSite } from '../support/build-sites.ts';
import { withReleaseCases } from '../support/release-test.ts';
import { serve } from '../support/serve.ts';
import { HtmlValidate, LinkChecker } from '../third-party/markup.ts';

const validator = new HtmlValidate({
  extends: ['html-validate:standard'],
  elements: ['html5', { 'verified-reviews': { flow: true, phrasing: true, transparent: true } }],
  rules: {
    // Style of the source, which readers don't see.
    'void-style': 'off',
    'no-trailing-whitespace': 'off',
    'doctype-style': 'off',
    'long-title': 'off',
    'no-inline-style': 'error',
  },
});

/** HTML, Preprocessing the input stream: surrogates, noncharacters, and controls other than whitespace. */
function isForbidden(code: number): boolean {
  const isControl = (code < 0x20 && ![0x9, 0xa, 0xc, 0xd].includes(code)) || (code >= 0x7f && code < 0xa0);
  return isControl || (code >= 0xd800 && code < 0xe000) || (code >= 0xfdd0 && code < 0xfdf0) || (code & 0xfffe) === 0xfffe;
}

const pagesIn = async (dist: string) => (await readdir(dist, { recursive: true })).filter((name) => name.endsWith('.html'));

describe('the markup of every page', () => {
  const validated = withReleaseCases<SharedSite>('the markup of the demo', ['corner', 'minimal', 'taberna'], ['demo']);
  it.each(validated)('is valid: %s', async (site) => {
    const dist = inject('dists')[site];
    const pages = await pagesIn(dist);
    const findings: string[] = [];
    for (const page of pages) {
      const { results } = await validator.validateString(await readFile(path.join(dist, page), 'utf8'));
      for (const { messages } of results)
        for (const { ruleId, message, line } of messages) findings.push(`${page}:${line} ${ruleId}: ${message}`);
    }
    expect(findings.slice(0, 20)).toEqual([]);
  });

  it.each(['demo', 'corner'] as const)('has no characters that HTML forbids, whatever customers wrote: %s', async (site) => {
    const dist = inject('dists')[site];
    const pages = await pagesIn(dist);
    const found: string[] = [];
    for (const page of pages) {
      const codes = [...(await readFile(path.join(dist, page), 'utf8'))].map((character) => character.codePointAt(0) ?? 0);
      found.push(...codes.filter(isForbidden).map((code) => `${page}: U+${code.toString(16)}`));
    }
    expect([...new Set(found)]).toEqual([]);
    const { reviews } = JSON.parse(await readFile(path.join(inject('dists').corner, 'reviews.json'), 'utf8'));
    expect(JSON.stringify(reviews)).toContain('bell \\u0007 null \\u0000');
  });

  const linked = withReleaseCases<SharedSite>('the links of the demo and of a restaurant', ['corner', 'minimal'], ['demo', 'taberna']);
  it.each(linked)('has no broken links: %s', async (site) => {
    const server = await serve({ DIST_DIR: inject('dists')[site], RATE_LIMIT: '0' });
    try {
      const { links } = await new LinkChecker().check({
        path: `${server.url}/`,
        recurse: true,
        checkFragments: true,
        // Review ids, which the script on /proof/ reads.
        fragmentsToSkip: ['^[0-9A-Z]{26}$'],
        concurrency: 8,
        // Only our own pages: absolute URLs in <head> have the public origin, and /mcp only accepts POST.
        linksToSkip: async (link) => !link.startsWith(`${server.url}/`) || link === `${server.url}/mcp`,
      });
      expect(links.filter(({ state }) => state === 'BROKEN').map(({ url, status, parent }) => `${parent} -> ${url} ${status}`)).toEqual([]);
      expect(links.filter(({ state }) => state === 'OK').length).toBeGreaterThan(30);
    } finally {
      await server.close();
    }
  });
});
