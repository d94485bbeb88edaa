import { expect, inject, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { releaseGroup } from '../support/release-test.ts';
import { serve } from '../support/serve.ts';
import { assess } from '../third-party/lighthouse.ts';

releaseGroup('Lighthouse: accessibility, best practices and SEO of the home page', () => {
  test.skipIf(!hasBrowser).each(['demo', 'corner'] as const)(
    'Lighthouse gives the home page 100 for accessibility, best practices and SEO, without findings: %s',
    async (site) => {
      const server = await serve({ DIST_DIR: inject('dists')[site] });
      try {
        const [home] = await assess([`${server.url}/`], ['accessibility', 'best-practices', 'seo'], 1);
        expect(home).toEqual({ scores: { accessibility: 100, 'best-practices': 100, seo: 100 }, findings: [] });
      } finally {
        await server.close();
      }
    },
  );
});
