import { appendFile, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readEnvironment } from '../../site/contract/environment.ts';
import { generationDocument } from '../../site/contract/generation.ts';
import { reviewPagePath } from '../../site/contract/paths.ts';
import { readPublication } from '../../site/publication.ts';
import { listingPageInputs, plainListingPages, sharedListingInputs } from '../../site/views/listing-page-inputs.ts';
import { pagePath } from '../../site/views/listings.ts';
import { reviewPageInputs, sharedPageInputs } from '../../site/views/review-page-inputs.ts';
import { buildSite } from '../support/build-site.ts';
import { type Workshop, workshop } from '../support/copy-content.ts';
import { NOBODY } from '../support/run-script.ts';

const review = (id: string, date: string, author: string, text: string, more: Record<string, unknown> = {}) =>
  JSON.stringify([{ source: 'google', source_id: id, date, rating: 4, author, text, verified: true, ...more }]);

/** Enough for lists of several pages. */
const many = (count: number) =>
  `[${Array.from({ length: count }, (_, index) => {
    const date = new Date(Date.UTC(2020, 0, 1 + 9 * index)).toISOString().slice(0, 10);
    return review(
      `many-${index}`,
      date,
      `Max ${index}`,
      index % 2 === 0 ? 'José Núñez was friendly about the lamp.' : 'José Núñez came late, but the price was fair.',
    ).slice(1, -1);
  }).join(',\n')}]`;

/** Changes of all that the inputs of a page leave out, or have a part of; what they have whole needs none. Each leaves pages that stay equal. */
const changes: Readonly<Record<string, (content: Content) => Promise<void>>> = {
  'new reviews': async (content) => {
    await content.write('reviews/new.json', review('new', '2024-05-01', 'Nora New', 'Mary came at once: call 555-010-2030.'));
    await content.write('reviews/between.json', review('between', '2022-11-15', 'Ben Between', 'Fair price.'));
  },
  'another of the same author, day and stars, a reply, other words': async (content) => {
    await content.write('reviews/twin.json', review('twin', '2024-05-01', 'Nora New', 'Again: friendly.'));
    await content.replace('reviews/between.json', '"verified"', '"owner_reply":{"text":"Thank you, Ben."},"verified"');
    await content.replace('reviews/new.json', 'at once', 'late');
  },
  'a review that is gone, a correction, another summary': async (content) => {
    await content.remove('reviews/between.json');
    const corrected = await content.idOf('Nora');
    await content.write('corrections.yaml', `- { review: ${corrected}, note: by hand, aspects: { service: negative } }\n`);
    await content.append('summary.md', '\nAnd so on.\n');
  },
  'a review that its source no longer has': (content) =>
    content.replace('reviews/twin.json', '"verified"', '"removed_at_source":"2024-06-01","verified"'),
  'and that is published all the same': (content) => content.append('policy.yaml', 'removed_at_source: publish\n'),
  'what is said of somebody': (content) => content.replace('reviews/many.json', 'José Núñez was friendly', 'José Núñez was rude'),
  // No filter is new now.
  'and again': (content) => content.replace('reviews/many.json', 'José Núñez was friendly', 'José Núñez was rude'),
  'the name of an aspect': (content) => content.write('aspects.yaml', '- { aspect: service, label: Manners }\n'),
  'no questions': (content) => content.remove('faq.yaml'),
};

/** The content of the shop, and what its site is made of at the moment. */
class Content {
  readonly shop: Workshop;
  constructor(shop: Workshop) {
    this.shop = shop;
  }
  #at = (name: string) => path.join(this.shop.content, name);
  write = (name: string, text: string) => writeFile(this.#at(name), text);
  append = (name: string, text: string) => appendFile(this.#at(name), text);
  remove = (name: string) => rm(this.#at(name));
  async replace(name: string, from: string, to: string): Promise<void> {
    const text = await readFile(this.#at(name), 'utf8');
    expect(text).toContain(from);
    await writeFile(this.#at(name), text.replace(from, to));
  }
  #publication = () => readPublication(readEnvironment({ BASE_URL: NOBODY, CONTENT_DIR: this.shop.content }));
  /** The reviews as they are published now, newest first. */
  reviews = () => this.#publication().dataset.reviews;
  idOf = async (author: string) => this.reviews().find((one) => one.author.startsWith(author))?.id ?? '';
  /** The pages that may be kept, each with what it is printed from. */
  pages() {
    const publication = this.#publication();
    const reviews = publication.dataset.reviews.map(({ id }) => ({
      path: reviewPagePath(id),
      inputs: `${sharedPageInputs(publication)}\n${reviewPageInputs(publication, id)}`,
    }));
    const lists = plainListingPages(publication).map((page) => ({
      path: pagePath(page.listing, page.number),
      inputs: `${sharedListingInputs(publication)}\n${listingPageInputs(publication, page)}`,
    }));
    return [...reviews, ...lists];
  }
}

/** The hash of each file of a site, but for those that depend on the day or on what was published before. */
async function sums(dist: string): Promise<Record<string, string>> {
  const { files } = generationDocument.parse(JSON.parse(await readFile(path.join(dist, 'generation.json'), 'utf8')));
  const lasting = Object.entries(files).filter(([publicPath]) => !/^\/(log|api\/changes|proof)\//.test(publicPath));
  return Object.fromEntries(lasting.map(([publicPath, { sha256 }]) => [publicPath, sha256]));
}

describe('the pages of reviews and lists', () => {
  let content: Content;
  beforeAll(async () => {
    content = new Content(await workshop('corner shop'));
    await content.write('reviews/many.json', many(60));
  });
  /** The site of the content as it is, built where nothing was before. */
  const freshBuild = async () => {
    const folder = path.join(content.shop.folder, 'fresh');
    await rm(folder, { recursive: true, force: true });
    await buildSite(content.shop.content, path.join(folder, 'dist'), { DATA_DIR: path.join(folder, 'data') });
    return path.join(folder, 'dist');
  };
  const fileOf = (dist: string, publicPath: string) => path.join(dist, publicPath, 'index.html');

  test('with the same inputs have the same bytes, whatever was changed', async () => {
    const pages = new Map<string, { readonly bytes: string; readonly after: string }>();
    const kept = { reviews: 0, lists: 0 };
    for (const [after, change] of [['nothing', async () => {}] as const, ...Object.entries(changes)]) {
      await change(content);
      const dist = await freshBuild();
      for (const { path: publicPath, inputs } of content.pages()) {
        const bytes = await readFile(fileOf(dist, publicPath), 'utf8');
        const before = pages.get(inputs);
        if (before && before.bytes !== bytes)
          expect.fail(`${publicPath} differs from that after ${before.after} with equal inputs, after ${after}`);
        if (before) kept[publicPath.includes('/page/') ? 'lists' : 'reviews'] += 1;
        pages.set(inputs, { bytes, after });
      }
    }
    expect(kept.reviews).toBeGreaterThan(10);
    expect(kept.lists).toBeGreaterThan(2);
  });

  /** Builds the content as it is now over what was built before; returns the pages that are the same files as then. */
  const rebuild = async () => {
    const { shop } = content;
    const inodeOf = (publicPath: string) =>
      stat(fileOf(shop.dist, publicPath)).then(
        ({ ino }) => ino,
        () => undefined,
      );
    const before = new Map(await Promise.all(content.pages().map(async ({ path: place }) => [place, await inodeOf(place)] as const)));
    await buildSite(shop.content, shop.dist);
    const taken = [...before].map(async ([place, ino]) => (ino !== undefined && (await inodeOf(place)) === ino ? [place] : []));
    return (await Promise.all(taken)).flat();
  };

  test('that needn’t be rendered again are taken over, but for a damaged one', async () => {
    const { shop } = content;
    await buildSite(shop.content, shop.dist);
    const before = content.reviews().map(({ id }) => reviewPagePath(id));
    const damaged = fileOf(shop.dist, before[3] ?? '');
    const whole = await readFile(damaged, 'utf8');
    await appendFile(damaged, 'damage');
    await content.write('reviews/newest.json', review('newest', '2024-07-01', 'Nell Newest', 'Good.'));
    // The page that was the newest one's has a neighbor now, and lists say how many there are.
    expect(await rebuild()).toEqual(before.slice(1).filter((place) => place !== before[3]));
    expect(await readFile(damaged, 'utf8')).toBe(whole);
    expect(await sums(shop.dist)).toEqual(await sums(await freshBuild()));
  });

  test('of lists are taken over where another review has changed', async () => {
    await content.replace('reviews/newest.json', 'Good.', 'Fine.');
    const taken = (await rebuild()).filter((place) => place.includes('/page/'));
    const lists = content.pages().filter(({ path: place }) => place.includes('/page/'));
    expect(taken).toEqual(lists.map(({ path: place }) => place));
    expect(taken).toContain('/reviews/page/2/');
    expect(await sums(content.shop.dist)).toEqual(await sums(await freshBuild()));
  });
});
