import { appendFile, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readEnvironment } from '../../site/contract/environment.ts';
import { generationDocument } from '../../site/contract/generation.ts';
import { readPublication } from '../../site/publication.ts';
import { reviewPageInputs, sharedPageInputs } from '../../site/views/review-page-inputs.ts';
import { buildSite } from '../support/build-site.ts';
import { type Workshop, workshop } from '../support/copy-content.ts';
import { NOBODY } from '../support/run-script.ts';

const review = (id: string, date: string, author: string, text: string, more: Record<string, unknown> = {}) =>
  JSON.stringify([{ source: 'google', source_id: id, date, rating: 4, author, text, verified: true, ...more }]);

/** Changes of all that the inputs of a review's page leave out, or have a part of; what they have whole needs none. Each leaves pages that stay equal. */
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
  /** The reviews as they are published now, each with what its page is printed from. */
  read() {
    const publication = readPublication(readEnvironment({ BASE_URL: NOBODY, CONTENT_DIR: this.shop.content }));
    return publication.dataset.reviews.map(({ id, author }) => ({
      id,
      author,
      inputs: `${sharedPageInputs(publication)}\n${reviewPageInputs(publication, id)}`,
    }));
  }
  idOf = async (author: string) => this.read().find((one) => one.author.startsWith(author))?.id ?? '';
}

/** The hash of each file of a site, but for those that depend on the day or on what was published before. */
async function sums(dist: string): Promise<Record<string, string>> {
  const { files } = generationDocument.parse(JSON.parse(await readFile(path.join(dist, 'generation.json'), 'utf8')));
  const lasting = Object.entries(files).filter(([publicPath]) => !/^\/(log|api\/changes|proof)\//.test(publicPath));
  return Object.fromEntries(lasting.map(([publicPath, { sha256 }]) => [publicPath, sha256]));
}

describe('the pages of reviews', () => {
  let content: Content;
  beforeAll(async () => {
    content = new Content(await workshop('corner shop'));
  });
  /** The site of the content as it is, built where nothing was before. */
  const freshBuild = async () => {
    const folder = path.join(content.shop.folder, 'fresh');
    await rm(folder, { recursive: true, force: true });
    await buildSite(content.shop.content, path.join(folder, 'dist'), { DATA_DIR: path.join(folder, 'data') });
    return path.join(folder, 'dist');
  };

  test('with the same inputs have the same bytes, whatever was changed', { timeout: 300_000 }, async () => {
    const pages = new Map<string, { readonly bytes: string; readonly after: string }>();
    let kept = 0;
    for (const [after, change] of [['nothing', async () => {}] as const, ...Object.entries(changes)]) {
      await change(content);
      const dist = await freshBuild();
      for (const { id, inputs } of content.read()) {
        const bytes = await readFile(path.join(dist, 'reviews', id, 'index.html'), 'utf8');
        const before = pages.get(inputs);
        if (before && before.bytes !== bytes)
          expect.fail(`the page of ${id} differs from that after ${before.after} with equal inputs, after ${after}`);
        if (before) kept += 1;
        pages.set(inputs, { bytes, after });
      }
    }
    expect(kept).toBeGreaterThan(10);
  });

  test('that needn’t be rendered again are taken over, but for a damaged one', async () => {
    const { shop } = content;
    const pageOf = (id: string) => path.join(shop.dist, 'reviews', id, 'index.html');
    await buildSite(shop.content, shop.dist);
    const before = content.read();
    const inodes = new Map(await Promise.all(before.map(async ({ id }) => [id, (await stat(pageOf(id))).ino] as const)));
    const damaged = before[3]?.id ?? '';
    const whole = await readFile(pageOf(damaged), 'utf8');
    await appendFile(pageOf(damaged), 'damage');
    await content.write('reviews/newest.json', review('newest', '2024-07-01', 'Nell Newest', 'Good.'));
    await buildSite(shop.content, shop.dist);
    const taken = before.map(async ({ id }) => ((await stat(pageOf(id))).ino === inodes.get(id) ? [id] : []));
    // The page that was the newest one's has a neighbor now.
    const expected = before.slice(1).filter(({ id }) => id !== damaged);
    expect((await Promise.all(taken)).flat()).toEqual(expected.map(({ id }) => id));
    expect(await readFile(pageOf(damaged), 'utf8')).toBe(whole);
    expect(await sums(shop.dist)).toEqual(await sums(await freshBuild()));
  });
});
