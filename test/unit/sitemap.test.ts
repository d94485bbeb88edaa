import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readEnvironment } from '../../site/contract/environment.ts';
import { limits } from '../../site/contract/limits.ts';
import { toSitemaps } from '../../site/documents/discovery.ts';
import { type Publication, readPublication } from '../../site/publication.ts';

const BASE_URL = 'https://reviews.example/shop';
const sitemapsOf = (publication: Publication, most: number): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(toSitemaps(publication, most)).map(([path, print]) => [path, print()]));
const locations = (xml = '') => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, location]) => location);

test('too many URLs for one sitemap are split into several with an index, each URL once and in the same order', () => {
  const publication = readPublication(readEnvironment({ BASE_URL, CONTENT_DIR: 'test/fixtures/corner shop' }));
  const { '/sitemap.xml': whole, ...others } = sitemapsOf(publication, limits.sitemapUrls);
  const all = locations(whole);
  expect([others, all.length > 20, whole?.includes('<urlset ')]).toEqual([{}, true, true]);
  expect(Object.keys(sitemapsOf(publication, all.length))).toEqual(['/sitemap.xml']);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: all.length - 1 }), (most) => {
      const { '/sitemap.xml': index, ...parts } = sitemapsOf(publication, most);
      expect(index).toContain('<sitemapindex ');
      expect(locations(index)).toEqual(Object.keys(parts).map((path) => BASE_URL + path));
      expect(Object.keys(parts)).toEqual(Object.keys(parts).map((_, place) => `/sitemap-${place + 1}.xml`));
      const listed = Object.values(parts).map(locations);
      expect(listed.flat()).toEqual(all);
      for (const part of listed) expect([part.length > 0, part.length <= most]).toEqual([true, true]);
    }),
  );
});

test('the sitemap omits reviews that the policy keeps out of search engines, and lists that show them', () => {
  const publication = readPublication(readEnvironment({ BASE_URL, CONTENT_DIR: 'test/fixtures/corner shop' }));
  const { dataset } = publication;
  const listed = (indexed: 'all' | 'first_party' | 'none') => {
    const changed = { ...publication, dataset: { ...dataset, policy: { ...dataset.policy, indexed } } };
    return locations(sitemapsOf(changed, limits.sitemapUrls)['/sitemap.xml']).map((url = '') => url.slice(BASE_URL.length));
  };
  const own = dataset.reviews.filter(({ source }) => source === 'direct').map(({ id }) => `/reviews/${id}/`);
  const ofReviews = (paths: readonly string[]) => paths.filter((path) => /^\/reviews\/\w{26}\/$/.test(path));
  expect(ofReviews(listed('all'))).toHaveLength(dataset.reviews.length);
  expect(ofReviews(listed('first_party'))).toEqual(own);
  expect(ofReviews(listed('none'))).toEqual([]);
  expect([listed('all').includes('/reviews/'), listed('none').includes('/reviews/'), listed('none')[0]]).toEqual([true, false, '/']);
});
