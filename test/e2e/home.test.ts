import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { InsightsDocument } from '../../site/contract/insights.ts';
import type { ReviewsDocument } from '../../site/contract/reviews-document.ts';
import { languages } from '../../site/messages/languages.ts';
import { closePages, hasBrowser, phone, sharedBrowser, small, type Visit, visit } from '../support/browser.ts';
import { buildSite } from '../support/build-site.ts';
import { releaseTest, withReleaseCases } from '../support/release-test.ts';
import { serve, type TestServer } from '../support/serve.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { violationsOf } from './axe.ts';

const LONG = `${'They came, looked at every socket in the house and wrote it all down for us. '.repeat(9)}The last words.`;

/** A business with five reviews, pictures, links and a place to write reviews. */
const restaurant = {
  'business.yaml': `
name: Trattoria Lucia
type: Restaurant
telephone: "+1-360-555-0177"
url: https://www.lucia.example/
address: { street_address: 7 Quay Street, locality: Port Alder, region: WA, postal_code: "98300", country: US }
opening_hours:
  - { days: [Friday, Tuesday, Wednesday, Thursday], opens: "17:00", closes: "22:30" }
  - { days: [Saturday, Monday], opens: "12:00", closes: "15:00" }
same_as: [https://www.instagram.com/lucia, https://www.tripadvisor.com/lucia]
links: [{ label: Menu, url: "https://lucia.example/menu" }]
pictures: [{ file: room.jpg, alt: Twelve tables by the window }]
`,
  'technicians.yaml': `- { name: Paolo Ricci, aliases: [Paolo], picture: { file: paolo.png, alt: Paolo with a plate in each hand } }
- { name: Mia Conti, picture: { file: mia.png, alt: Mia at the bar } }
`,
  'reviews/all.yaml': `
- { id: 01HKNWZVG06T9K93VCVBJV8MJ1, source: tripadvisor, date: 2024-01-09, rating: 5, author: Ann-Kathrin Baker, author_avatar_url: "https://faces.example/ann.jpg", text: "Great food, and Paolo was friendly.", verified: true }
- { id: 01HKKAJCG06T9K93VCVBJV8MJ2, source: google, date: 2024-01-08, rating: 4, author: 王小明, text: "${LONG}", verified: true }
- { id: 01HKGR4XG06T9K93VCVBJV8MJ3, date: 2024-01-07, rating: 2, author: "!", text: "The service was slow and rude.", verified: true }
- { id: 01HKE5QEG06T9K93VCVBJV8MJ4, date: 2023-12-06, rating: 1, author: Max Roe, verified: true }
- { id: 01HKBK9ZG06T9K93VCVBJV8MJ5, date: 2023-11-05, rating: 5, author: Lee, text: "Friendly waiters, tasty pasta.", verified: true }
`,
};

/** A Spanish business with a name, one review and nothing else. */
const salon = {
  'business.yaml': 'name: Salón Ana\ntype: HairSalon\nlanguage: es\n',
  'reviews/all.yaml':
    '- { id: 01HKNWZVG06T9K93VCVBJV8MJ1, source: google, date: 2024-01-09, rating: 4, author: Ana Ruiz, text: "Muy amables.", verified: true }\n',
};

/** A business without reviews, but with a place to write one. */
const opening = {
  'business.yaml':
    'name: Calder Dental\ntype: Dentist\ntelephone: "+1-360-555-0199"\nwrite_review: https://calder.example/say\nlicense: { number: D1, authority: County }\n',
  'services.yaml': '- { id: check-up, name: Check-up }\n- { id: cleaning, name: Cleaning }\n',
};

const idOf = (index: number) => `01HK${'ABCDEFGHJK'[index]}WZVG06T9K93VCVBJV8MJ${index}`;
/** Reviews of which a model analyzed one, an editor corrected one, and the engine analyzed the rest. */
const readByMany = {
  'business.yaml': 'name: Many Readers\ntype: Electrician\n',
  'reviews/all.yaml': [
    ...Array.from(
      { length: 5 },
      (_, index) =>
        `- { id: ${idOf(index + 5)}, date: 2024-02-0${index + 1}, rating: 5, author: New ${index},${index < 2 ? ' text: We will be back next year.,' : ''} verified: true }`,
    ),
    // Enough mentions of each aspect, in passages that are too short to quote.
    ...Array.from(
      { length: 9 },
      (_, index) =>
        `- { source_id: s${index}, source: google, date: 2024-01-1${index}, rating: 5, author: Short ${index}, text: "Fair price. Very clean. On time.", verified: true }`,
    ),
    `- { id: ${idOf(0)}, date: 2024-01-05, rating: 5, author: Ada, text: "Priced fairly, I would say, all in all.", verified: true }`,
    `- { id: ${idOf(1)}, date: 2024-01-04, rating: 1, author: Bo, text: "The hallway was as clean as they found it, they said.", verified: true }`,
    `- { id: ${idOf(2)}, date: 2024-01-03, rating: 1, author: Cy, text: "They arrived three hours late and never said sorry.", verified: true }`,
  ].join('\n'),
  'verdicts.json': JSON.stringify({
    model: 'qwen-9',
    reviews: [{ review: idOf(0), aspects: [{ aspect: 'pricing', polarity: 'positive', quote: 'Priced fairly' }] }],
  }),
  'corrections.yaml': `- { review: ${idOf(1)}, aspects: { cleanliness: negative } }\n`,
};

const textsOf = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((found) => found.map((one) => one.textContent?.replace(/\s+/g, ' ').trim()));

describe.skipIf(!hasBrowser)('the home page', () => {
  let browser: Browser;
  const servers: TestServer[] = [];
  let demo: TestServer;
  let five: TestServer;
  let one: TestServer;
  let none: TestServer;
  let many: TestServer;

  async function build(files: Readonly<Record<string, string>>, pictures: Readonly<Record<string, Buffer>> = {}): Promise<TestServer> {
    const folder = temporaryFolder();
    const content = path.join(folder, 'content');
    for (const [name, body] of Object.entries({ ...files, ...pictures })) {
      const file = path.join(content, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, body);
    }
    const dist = path.join(folder, 'dist');
    await buildSite(content, dist, { DATA_DIR: path.join(folder, 'data') });
    const server = await serve({ DIST_DIR: dist });
    servers.push(server);
    return server;
  }

  beforeAll(async () => {
    // A portrait photo from a camera that stores its orientation and its owner in EXIF.
    const picture = sharp({ create: { width: 1200, height: 1600, channels: 3, background: '#a67' } });
    const room = await picture
      .clone()
      .rotate(270)
      .jpeg()
      .withExif({ IFD0: { Artist: 'Lucia' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const paolo = await sharp({ create: { width: 150, height: 400, channels: 3, background: '#36a' } })
      .png()
      .toBuffer();
    demo = await serve({ DIST_DIR: inject('dists').demo });
    servers.push(demo);
    browser = await sharedBrowser();
    const mia = await sharp({ create: { width: 60, height: 80, channels: 3, background: '#63a' } })
      .png()
      .toBuffer();
    five = await build(restaurant, { 'pictures/room.jpg': room, 'pictures/paolo.png': paolo, 'pictures/mia.png': mia });
    one = await build(salon);
    none = await build(opening);
    many = await build(readByMany);
  });
  afterAll(async () => {
    await closePages(browser);
    await Promise.all(servers.map((server) => server.close()));
  });

  /** The home pages on a desktop, opened once for the tests that only read them. */
  const opened = new Map<TestServer, Visit>();
  async function open(server: TestServer): Promise<Visit> {
    const visited = opened.get(server) ?? (await visit(browser, server, '/'));
    opened.set(server, visited);
    return visited;
  }

  describe('offers visitors', () => {
    it('a phone call, directions by coordinates and a place to write a review', async () => {
      const { page } = await open(demo);
      const actions = await page
        .locator('.actions a')
        .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute('href')]));
      expect(actions).toEqual([
        ['Call (360) 555-0142', 'tel:+13605550142'],
        ['Directions', 'https://www.openstreetmap.org/directions?to=48.0125%2C-122.619'],
        ['Write a review', 'https://maps.example/place/harbor-and-pine-electric/review'],
      ]);
    });

    it('directions by street address without coordinates, and the first review platform among its profiles', async () => {
      const { page } = await open(five);
      expect(
        await page.locator('.actions a').evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute('href')])),
      ).toEqual([
        ['Call (360) 555-0177', 'tel:+13605550177'],
        ['Directions', 'https://www.openstreetmap.org/directions?to=7+Quay+Street%2C+Port+Alder%2C+WA+98300%2C+US'],
        ['Write a review on Tripadvisor', 'https://www.tripadvisor.com/lucia'],
      ]);
    });

    it('nothing that the business doesn’t have', async () => {
      const { page } = await open(one);
      expect(await page.locator('.actions').count()).toBe(0);
    });

    it('the business’s own links in the navigation, the footer and the contact details', async () => {
      const { page } = await open(five);
      expect(await page.locator('.masthead nav a').last().getAttribute('href')).toBe('https://lucia.example/menu');
      expect(await textsOf(page, '.colophon .last a')).toEqual(['Menu', 'lucia.example', 'instagram.com', 'Tripadvisor']);
      expect(await textsOf(page, '.contact dd .inline a')).toEqual(['Menu', 'instagram.com', 'Tripadvisor']);
    });

    it('opening hours that combine only consecutive days into a range', async () => {
      const { page } = await open(five);
      expect(await page.locator('.contact').textContent()).toMatch(
        /Tuesday to Friday, 5:00\spm – 10:30\spm\s*Monday and Saturday, 12:00\spm – 3:00\spm/,
      );
    });
  });

  describe('examples of praise and criticism', () => {
    it('don’t repeat reviews that are already on the page, and highlight the words behind each verdict', async () => {
      const { page } = await open(demo);
      const { per_review, pull_quote_source } = (await (await fetch(`${demo.url}/insights.json`)).json()) as InsightsDocument;
      const { reviews } = (await (await fetch(`${demo.url}/reviews.json`)).json()) as ReviewsDocument;
      const examples = await page.locator('.in-short .verdicts > li').evaluateAll((items) =>
        items.map((item) => ({
          aspect: item.querySelector('.what a')?.getAttribute('href')?.split('#')[1],
          id: item.querySelector('blockquote')?.getAttribute('cite')?.split('/')[2] ?? '',
          marked: [...item.querySelectorAll('mark')].map((mark) => mark.childNodes[1]?.textContent),
        })),
      );
      expect(examples.length).toBe(6);
      const shown = [...reviews.slice(0, 5).map(({ id }) => id), pull_quote_source?.review_id, ...examples.map(({ id }) => id)];
      expect(new Set(shown).size).toBe(shown.length);
      for (const { aspect, id, marked } of examples) {
        const verdict = per_review[id]?.aspects.find((found) => found.id === aspect);
        const text = reviews.find((review) => review.id === id)?.text ?? '';
        expect(verdict?.source).toBe('engine');
        expect(verdict?.ranges.map(({ start, end }) => text.slice(start, end))).toEqual(marked);
      }
    });

    it('say who analyzed them: a program, a named model or an editor', async () => {
      const { page } = await open(many);
      const said = (await page.locator('.in-short').textContent())?.replace(/\s+/g, ' ') ?? '';
      expect(said).toContain('A program, not a person, analyzed 14 texts.');
      expect(said).toContain('The language model qwen-9 analyzed 1 of them. An editor corrected the results for 1 of them.');
      expect(said).toMatch(/Ada, January 5, 2024 · Analyzed by qwen-9\./);
      expect(said).toMatch(/Bo, January 4, 2024 · An editor corrected this verdict\./);
      expect(said).toMatch(/Cy, January 3, 2024(?! ·)/);
    });

    it('have words in the accessibility tree at both ends of a highlight, which aren’t copied', async () => {
      const { page } = await open(demo);
      const quote = page.locator('#praise').locator('xpath=ancestor::section[1]').locator('blockquote').first();
      expect(await quote.ariaSnapshot()).toMatch(/praise: .+\(end of praise\)/);
      const copied = await quote.evaluate((element) => {
        const selection = getSelection();
        selection?.selectAllChildren(element);
        return selection?.toString();
      });
      expect(copied).not.toMatch(/praise/);
    });
  });

  describe('a long review', () => {
    it('is folded but complete in the document, and unfolds by keyboard without JavaScript', async () => {
      const context = await browser.newContext({ ...phone, javaScriptEnabled: false });
      const page = await context.newPage();
      await page.goto(`${five.url}/`);
      const entry = page.locator('.review', { hasText: 'The last words.' });
      const words = entry.locator('.words');
      expect(await words.textContent()).toBe(LONG);
      const height = async () => (await words.boundingBox())?.height ?? 0;
      const folded = await height();
      await entry.locator('.unfold summary').focus();
      await page.keyboard.press('Enter');
      expect(await height()).toBeGreaterThan(folded * 2);
      expect(await entry.getByText('Show less').isVisible()).toBe(true);
      await page.keyboard.press('Enter');
      expect(Math.abs((await height()) - folded)).toBeLessThanOrEqual(1);
      expect(await page.locator('.review .unfold').count()).toBe(1);
      await context.close();
    });

    it('is shown in full on its own page and in print', async () => {
      const { page, close } = await visit(browser, five, '/');
      await page.emulateMedia({ media: 'print' });
      expect(await page.locator('.unfold').isVisible()).toBe(false);
      const hidden = await page.locator('.folded .words').evaluate((words) => words.scrollHeight - words.clientHeight);
      // Browsers round both heights to whole pixels; a line is at least 20 pixels high.
      expect(hidden).toBeLessThanOrEqual(1);
      await page.goto(`${five.url}/reviews/01HKKAJCG06T9K93VCVBJV8MJ2/`);
      expect(await page.locator('.unfold').count()).toBe(0);
      await close();
    });
  });

  it('shows initials instead of faces, hidden from screen readers, and loads no third-party pictures', async () => {
    const { page, otherOrigins } = await open(five);
    expect(await textsOf(page, '.review .face[aria-hidden=true]')).toEqual(['AB', '王', '', 'MR', 'L']);
    expect(await page.content()).not.toContain('faces.example');
    expect(otherOrigins).toEqual([]);
  });

  describe('pictures', () => {
    it('are small WebP files with alt text, dimensions and no camera metadata', async () => {
      const { page, complaints } = await open(five);
      const room = page.getByRole('img', { name: 'Twelve tables by the window' });
      expect([await room.getAttribute('width'), await room.getAttribute('height'), await room.getAttribute('loading')]).toEqual([
        '960',
        '1280',
        'lazy',
      ]);
      const files = ((await room.getAttribute('srcset')) ?? '').split(', ').map((candidate) => candidate.split(' '));
      expect(files.map(([, width]) => width)).toEqual(['480w', '960w']);
      for (const [file = '', width] of files) {
        const answer = await fetch(five.url + file);
        expect(file).toMatch(/^\/_astro\/[0-9a-f]{16}\.webp$/);
        expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
          200,
          'image/webp',
          'public, max-age=31536000, immutable',
        ]);
        const { format, exif, ...size } = await sharp(await answer.bytes()).metadata();
        expect([format, exif, `${size.width}w`]).toEqual(['webp', undefined, width]);
      }
      await room.scrollIntoViewIfNeeded();
      await expect.poll(() => room.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
      expect(complaints).toEqual([]);
    });

    it('of people are on their own pages', async () => {
      const { page, close } = await visit(browser, five, '/technicians/paolo-ricci/');
      const paolo = page.locator('.opening').getByRole('img', { name: 'Paolo with a plate in each hand' });
      expect(await paolo.getAttribute('srcset')).toMatch(/^\/_astro\/[0-9a-f]{16}\.webp 112w, \/_astro\/[0-9a-f]{16}\.webp 150w$/);
      await expect.poll(() => paolo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
      await close();
    });

    it('of people are next to their names, square and never enlarged', async () => {
      const { page } = await open(five);
      const paolo = page.getByRole('link', { name: 'Paolo Ricci' }).getByRole('img', { name: 'Paolo with a plate in each hand' });
      const files = ((await paolo.getAttribute('srcset')) ?? '').split(', ');
      expect(files.map((file) => file.split(' ')[1])).toEqual(['112w', '150w']);
      const sizes = await Promise.all(
        files.map(async (file) => sharp(await (await fetch(five.url + file.split(' ')[0])).bytes()).metadata()),
      );
      expect(sizes.map(({ width, height }) => [width, height])).toEqual([
        [112, 112],
        [150, 150],
      ]);
      const { files: published } = (await (await fetch(`${five.url}/generation.json`)).json()) as { files: object };
      const pictures = Object.keys(published).filter((file) => file.endsWith('.webp'));
      const widths = await Promise.all(
        pictures.map(async (file) => (await sharp(await (await fetch(five.url + file)).bytes()).metadata()).width),
      );
      expect(Math.min(...widths)).toBe(60);
    });
  });

  describe('with few reviews', () => {
    it('shows all five without examples, a pull quote or a search', async () => {
      const { page } = await open(five);
      expect(await textsOf(page, 'h1, h2')).toEqual([
        'What customers say about Trattoria Lucia',
        'All 5 reviews',
        'Contact',
        'By team member',
        'Download the data',
        'Read',
        'Trust',
        'Build',
        'Open data',
        'Trattoria Lucia',
      ]);
      expect(await page.locator('.review').count()).toBe(5);
      expect(await page.locator('.in-short blockquote, .pull, .search').count()).toBe(0);
      expect((await page.locator('.facts').textContent())?.trim()).toBe('5 verified reviews since November 2023');
    });

    it('shows the only review with its stars and no bars', async () => {
      const { page } = await open(one);
      expect(await page.locator('html').getAttribute('lang')).toBe('es');
      expect(await textsOf(page, 'h1, h2')).toEqual([
        'Lo que dicen los clientes de Salón Ana',
        'La primera opinión',
        'Descargar los datos',
        'Leer',
        'Confianza',
        'Para desarrolladores',
        'Datos abiertos',
      ]);
      expect((await page.locator('.score').textContent())?.trim()).toBe('1 opinión');
      expect((await page.locator('.facts').textContent())?.trim()).toBe('1 opinión verificada, enero de 2024');
      expect(await page.locator('.distribution, .in-short, .contact').count()).toBe(0);
      expect(await page.getByRole('img', { name: '4 de 5 estrellas' }).count()).toBe(2);
    });

    it('invites visitors to write the first review, and still has a contact section', async () => {
      const { page } = await open(none);
      expect(await textsOf(page, 'h1, h2')).toEqual([
        'Reviews of Calder Dental',
        'No reviews yet',
        'Contact',
        'Download the data',
        'Read',
        'Trust',
        'Build',
        'Open data',
      ]);
      expect(await page.getByRole('link', { name: 'Write the first review' }).getAttribute('href')).toBe('https://calder.example/say');
      expect(await page.locator('.contact').textContent()).toContain('Check-up and Cleaning');
      expect(await page.locator('.review, .score, .distribution, .search').count()).toBe(0);
      expect(await page.title()).toBe('Calder Dental: customer reviews');
    });

    it.each(withReleaseCases<'five' | 'one' | 'none'>('the home page with one review: axe', ['five', 'none'], ['one']))(
      'passes axe and fits on a phone: %s',
      async (which) => {
        const { page, complaints, close } = await visit(browser, { five, one, none }[which], '/', { ...phone, colorScheme: 'dark' });
        expect(await violationsOf(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
        expect(complaints).toEqual([]);
        await close();
      },
    );
  });

  it('has no common English words if its language is Spanish', async () => {
    const { page } = await open(one);
    expect(await page.locator('main').textContent()).not.toMatch(/\b(the|of|and|review|stars|customers?|verified)\b/i);
  });

  it.each(withReleaseCases<'demo' | 'five'>('the home page with five reviews: the first screen of a small phone', ['demo'], ['five']))(
    'shows its subject, the rating and Call on the first screen of a small phone, and the verification after them: %s',
    async (which) => {
      const { page, close } = await visit(browser, { demo, five }[which], '/', small);
      const boxOf = async (selector: string) => {
        const { y, height } = (await page.locator(selector).first().boundingBox()) ?? { y: Number.NaN, height: 0 };
        return { top: y, bottom: y + height };
      };
      const [heading, score, call, about, strengths] = await Promise.all(
        ['h1', '.score', '.actions a[href^="tel:"]', '.about', '.strengths'].map(boxOf),
      );
      const tops = [heading, score, call, about, strengths].map((box) => box?.top ?? Number.NaN);
      expect(tops).toEqual([...tops].sort((a, b) => a - b));
      expect(score?.bottom).toBeLessThan(420);
      expect(call?.bottom).toBeLessThanOrEqual(small.viewport.height);
      expect(await page.locator('.strengths').getByRole('link', { name: 'See the proof' }).getAttribute('href')).toBe('/proof/');
      await close();
    },
  );

  it('fits its navigation on one line and its footer on one screen of a small phone, with developer links folded', async () => {
    const { page, close } = await visit(browser, demo, '/', small);
    const tops = await page
      .locator('.masthead nav a:visible')
      .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
    expect(tops.length).toBeGreaterThan(3);
    expect(new Set(tops).size).toBe(1);
    const footer = page.locator('.colophon');
    expect((await footer.boundingBox())?.height).toBeLessThan(small.viewport.height);
    const reference = footer.getByRole('link', { name: 'API reference' });
    expect(await reference.isVisible()).toBe(false);
    await footer.getByText('For developers').click();
    expect(await reference.isVisible()).toBe(true);
    await page.setViewportSize({ width: 1280, height: 900 });
    expect([await reference.isVisible(), await footer.locator('summary').isVisible()]).toEqual([true, false]);
    await close();
  });

  it('fits its navigation on a small phone in Spanish, too', async () => {
    const { page, close } = await visit(browser, demo, '/', small);
    const { frame } = languages['es']?.pages ?? languages.en.pages;
    const labels = [frame.reviews, frame.insights, frame.questions, frame.method];
    const list = page.locator('.masthead nav ul');
    const overflow = await list.evaluate((element, texts) => {
      const links = [...element.querySelectorAll('a')].filter((link) => link.checkVisibility());
      for (const [place, text] of texts.entries()) if (links[place]) links[place].textContent = text;
      return [links.length, element.scrollWidth - element.clientWidth];
    }, labels);
    expect(overflow).toEqual([4, 0]);
    await close();
  });

  it('reaches the first review in fewer than 21 presses of Tab', async () => {
    const { page, close } = await visit(browser, demo, '/');
    let stops = 0;
    do {
      await page.keyboard.press('Tab');
      stops += 1;
    } while (stops < 21 && !(await page.evaluate(() => document.activeElement?.closest('.review') !== null)));
    expect(stops).toBeLessThan(21);
    await close();
  });

  it('shows a summary beside the reviews on a wide screen', async () => {
    const { page, close } = await visit(browser, demo, '/', { viewport: { width: 1440, height: 900 } });
    const [list, aside] = await Promise.all([page.locator('.reviews').boundingBox(), page.locator('.in-short').boundingBox()]);
    expect(aside?.x).toBeGreaterThan(900);
    expect(aside?.height).toBeGreaterThan((list?.height ?? 0) / 2);
    await close();
  });

  releaseTest('Lighthouse gives the home page 100 for accessibility, best practices and SEO, without findings', async () => {
    const { assess } = await import('../third-party/lighthouse.ts');
    const corner = await serve({ DIST_DIR: inject('dists').corner });
    servers.push(corner);
    for (const { url } of [demo, corner]) {
      const [home] = await assess([`${url}/`], ['accessibility', 'best-practices', 'seo'], 1);
      expect(home).toEqual({ scores: { accessibility: 100, 'best-practices': 100, seo: 100 }, findings: [] });
    }
  });
});
