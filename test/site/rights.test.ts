import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { readEnvironment } from '../../site/contract/environment.ts';
import { toBreadcrumbs, toBusinessNode, toDatasetNode, toReviewPage } from '../../site/documents/structured-data.ts';
import { readPublication } from '../../site/publication.ts';
import { markupSentences, reuseSentence } from '../../site/views/sources.ts';
import { buildDocuments } from '../support/call-command.ts';
import { NOBODY } from '../support/run-script.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const reviews = `
- { id: 01HKNWZVG06T9K93VCVBJV8MJ1, source: google, date: 2024-01-09, rating: 5, author: Ann, text: Good., verified: true }
- { id: 01HKKAJCG06T9K93VCVBJV8MJ2, source: google, date: 2024-01-08, rating: 1, author: Ben, verified: true }
- { id: 01HKGR4XG06T9K93VCVBJV8MJ3, date: 2024-01-07, rating: 4, author: Lee, text: Fine., verified: true }
- { id: 01HKE5QEG06T9K93VCVBJV8MJ4, source: our-form, date: 2024-01-06, rating: 3, author: Max, verified: true }
`;
const [GOOGLE, DIRECT, FORM] = ['01HKNWZVG06T9K93VCVBJV8MJ1', '01HKGR4XG06T9K93VCVBJV8MJ3', '01HKE5QEG06T9K93VCVBJV8MJ4'];

async function contentWith(policy: string, written = reviews): Promise<string> {
  const content = path.join(temporaryFolder(), 'content');
  await mkdir(path.join(content, 'reviews'), { recursive: true });
  const files = { 'business.yaml': 'name: A\ntype: Restaurant\n', 'policy.yaml': policy, 'reviews/all.yaml': written };
  for (const [file, text] of Object.entries(files)) await writeFile(path.join(content, file), text);
  return content;
}
const publicationWith = async (policy: string, written?: string) =>
  readPublication(readEnvironment({ BASE_URL: NOBODY, CONTENT_DIR: await contentWith(policy, written) }));

test('breadcrumbs lead from the home page through the section to the page', async () => {
  const publication = await publicationWith('');
  const namesOf = (path: string) =>
    (toBreadcrumbs(path, 'This page', publication)?.['itemListElement'] as { name: string; item: string }[] | undefined)?.map(
      ({ name, item }) => `${name} ${item.slice(NOBODY.length)}`,
    );
  expect(namesOf('/')).toBeUndefined();
  expect(namesOf('/reviews/')).toEqual(['Home /', 'Reviews /reviews/']);
  expect(namesOf(`/reviews/${DIRECT}/`)).toEqual(['Home /', 'Reviews /reviews/', `This page /reviews/${DIRECT}/`]);
  expect(namesOf('/services/lighting/page/2/')).toEqual(['Home /', 'Services /services/', 'This page /services/lighting/page/2/']);
});

describe('structured data', () => {
  const FORM_IS_OURS = 'sources: { our-form: { rights: Theirs., first_party: true } }\n';

  test.each<readonly [policy: string, shown: readonly (string | undefined)[], average: object | undefined]>([
    ['', [DIRECT], undefined],
    [FORM_IS_OURS, [DIRECT, FORM], undefined],
    ['sources: { direct: { rights: Theirs., first_party: false } }\n', [], undefined],
    ['sources: { direct: { rights: Theirs. } }\n', [DIRECT], undefined],
    ['markup: none\n', [], undefined],
    ['markup: all\n', [GOOGLE, '01HKKAJCG06T9K93VCVBJV8MJ2', DIRECT, FORM], { ratingValue: 3.25, reviewCount: 4 }],
  ])('describes the reviews and the average allowed by the policy %j', async (policy, shown, average) => {
    const publication = await publicationWith(policy);
    const node = toBusinessNode(publication, publication.dataset.reviews);
    const described = (node['review'] ?? []) as readonly { readonly url: string }[];
    expect(described.map(({ url }) => url)).toEqual(shown.map((id) => `${NOBODY}/reviews/${id}/`));
    expect(node['aggregateRating']).toEqual(average && expect.objectContaining(average));
    expect(Object.values(node)).not.toContainEqual([]);
  });

  test('has the average if all reviews were sent to the business directly', async () => {
    const publication = await publicationWith('', reviews.replace(/source: [a-z-]+/g, 'source: direct'));
    expect(toBusinessNode(publication, [])['aggregateRating']).toMatchObject({ ratingValue: 3.25, reviewCount: 4 });
    expect(markupSentences(publication.dataset)[1]).toContain('describes all 4 reviews and their average');
  });

  test('on a review’s page names the business with its type, and leaves out a review that it may not describe', async () => {
    const publication = await publicationWith('');
    const pageOf = (id: string | undefined) => {
      const review = publication.dataset.reviews.find((one) => one.id === id);
      if (!review) throw new Error(`no review ${id}`);
      return toReviewPage(review, publication);
    };
    const business = { '@type': 'Restaurant', '@id': `${NOBODY}/#business`, name: 'A' };
    expect(pageOf(DIRECT)).toMatchObject({ '@type': 'Review', reviewBody: 'Fine.', itemReviewed: business });
    const url = `${NOBODY}/reviews/${GOOGLE}/`;
    expect(pageOf(GOOGLE)).toEqual({ '@type': 'WebPage', '@id': url, url, about: business });
  });

  test.each([
    [
      '',
      'So the markup on these pages describes only the reviews that customers gave the business directly (1 of 4 reviews), without an average.',
    ],
    ['markup: none\n', 'So the markup on these pages has no reviews and no average.'],
    ['markup: all\n', 'The markup on these pages still describes all 4 reviews and their average, for programs that read it.'],
  ])('with the policy %j is explained to readers', async (policy, what) => {
    expect(markupSentences((await publicationWith(policy)).dataset)[1]).toBe(what);
  });
});

describe('the terms of reuse', () => {
  const only = (source: string) =>
    reviews
      .split('\n')
      .filter((line) => line.includes(source))
      .join('\n');

  test.each<readonly [what: string, policy: string, written: string, sentence: string]>([
    ['no reviews', '', '', 'Free to read, copy and reuse.'],
    [
      'sources without a license',
      '',
      reviews,
      'Free to read. You can copy and reuse the ratings, dates, figures and analysis. The texts, including quotes, belong to their authors.',
    ],
    [
      'one open license',
      'sources: { google: { rights: Anybody’s., license: CC0-1.0 } }\n',
      only('google'),
      'Free to read, copy and reuse under CC0-1.0.',
    ],
    [
      'a license that is not open',
      'sources: { google: { rights: Not for sale., license: CC-BY-NC-4.0 } }\n',
      only('google'),
      'Free to read. You can copy and reuse the ratings, dates, figures and analysis. The texts, including quotes, belong to their authors.',
    ],
    [
      'open licenses',
      'sources: { google: { rights: Anybody’s., license: CC0-1.0 }, our-form: { rights: Name us., license: "https://creativecommons.org/licenses/by/4.0/" } }\n',
      `${only('google')}\n${only('our-form')}`,
      'Free to read, copy and reuse. Each text has the license of its source.',
    ],
    [
      'a license for some',
      'sources: { google: { rights: Anybody’s., license: MIT } }\n',
      reviews,
      'Free to read. You can copy and reuse the ratings, dates, figures and analysis. You can also copy and reuse the texts from Google (MIT). The other texts belong to their authors.',
    ],
  ])('are stated for %s', async (_, policy, written, sentence) => {
    const { dataset } = await publicationWith(policy, written);
    expect(reuseSentence(dataset)).toBe(sentence);
  });

  test('are in structured data as the open license of all texts or else as the URL of sources.json', async () => {
    const licenseOf = async (policy: string) => toDatasetNode(await publicationWith(policy, only('google')))['license'];
    expect(await licenseOf('sources: { google: { rights: Anybody’s., license: CC0-1.0 } }\n')).toBe(
      'https://spdx.org/licenses/CC0-1.0.html',
    );
    expect(await licenseOf('sources: { google: { rights: Ask., license: CC-BY-NC-4.0 } }\n')).toBe(`${NOBODY}/sources.json`);
    expect(await licenseOf('')).toBe(`${NOBODY}/sources.json`);
  });
});

describe('a build', () => {
  let dist: string;
  beforeAll(async () => {
    dist = path.join(temporaryFolder(), 'dist');
    const policy = 'sources: { direct: { rights: Anybody’s <b> & mine., license: CC0-1.0, url: "https://a.example/rights" } }\n';
    await buildDocuments(await contentWith(policy), dist);
  });
  const published = (name: string) => readFile(path.join(dist, name), 'utf8');

  test('publishes each source with its rights', async () => {
    expect(JSON.parse(await published('sources.json'))).toEqual({
      rights: expect.stringContaining('You can also copy and reuse the texts from Sent to the business (CC0-1.0)'),
      facts: 'You can copy and reuse the ratings, dates, figures and analysis.',
      sources: [
        {
          id: 'google',
          name: 'Google',
          rights: 'Each text belongs to its author, who posted it on Google. The terms of Google apply to copies.',
          url: 'https://policies.google.com/terms',
          license: null,
          license_url: null,
          open: false,
          first_party: false,
          review_count: 2,
        },
        {
          id: 'direct',
          name: 'Sent to the business',
          rights: 'Anybody’s <b> & mine.',
          url: 'https://a.example/rights',
          license: 'CC0-1.0',
          license_url: 'https://spdx.org/licenses/CC0-1.0.html',
          open: true,
          first_party: true,
          review_count: 1,
        },
        {
          id: 'our-form',
          name: 'our-form',
          rights: 'Each text belongs to its author, who posted it on our-form. The terms of our-form apply to copies.',
          url: null,
          license: null,
          license_url: null,
          open: false,
          first_party: false,
          review_count: 1,
        },
      ],
    });
  });

  test('publishes the rights in the Atom feed, for the feed and for each entry', async () => {
    const { feed } = new XMLParser({ ignoreAttributes: false }).parse(await published('feed.xml'));
    const { rights } = JSON.parse(await published('sources.json'));
    expect(feed.rights).toBe(rights);
    expect(feed.entry.map((entry: { readonly rights: string }) => entry.rights)).toEqual([
      'Each text belongs to its author, who posted it on Google. The terms of Google apply to copies.',
      'Each text belongs to its author, who posted it on Google. The terms of Google apply to copies.',
      'Anybody’s <b> & mine. License: https://spdx.org/licenses/CC0-1.0.html',
      'Each text belongs to its author, who posted it on our-form. The terms of our-form apply to copies.',
    ]);
  });

  test('publishes the rights or their URL in llms.txt, openapi.json and the API catalog', async () => {
    expect(await published('llms.txt')).toContain(
      '\nRights: Free to read. You can copy and reuse the ratings, dates, figures and analysis. You can also copy and reuse the texts from Sent to the business (CC0-1.0). The other texts belong to their authors.\n- Google, 2 reviews: Each text belongs to its author',
    );
    expect(await published('llms.txt')).toContain(`- [Sources and rights](${NOBODY}/sources.json): `);
    const openapi = JSON.parse(await published('openapi.json'));
    expect([openapi.info.license, openapi.paths['/sources.json'].get.operationId]).toEqual([
      { name: 'By source', url: `${NOBODY}/sources.json` },
      'getSources',
    ]);
    expect(await published('.well-known/api-catalog')).toContain(`"${NOBODY}/sources.json"`);
    expect(await published('_headers')).toContain('\n/sources.json\n  Content-Type: application/json\n');
  });
});

test('the demo is licensed under MIT, and its structured data counts all reviews', async () => {
  const read = async (name: string) => readFile(path.join(inject('dists').demo, name), 'utf8');
  const { rights, sources } = JSON.parse(await read('sources.json'));
  expect(rights).toBe('Free to read, copy and reuse under MIT.');
  expect(sources.every(({ license, open }: { readonly license: string; readonly open: boolean }) => license === 'MIT' && open)).toBe(true);
  expect(JSON.parse(await read('openapi.json')).info.license).toEqual({ name: 'MIT', identifier: 'MIT' });
  const home = await read('index.html');
  const { aggregate_rating } = JSON.parse(await read('reviews.json'));
  expect(home).toContain(`"reviewCount":${aggregate_rating.review_count}`);
  const words = (await read('how-it-works/index.html')).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
  expect(words).toContain('Ownership and license of the texts Free to read, copy and reuse under MIT.');
  expect(words).toContain('Search engines don’t show stars for reviews that a business publishes about itself');
});
