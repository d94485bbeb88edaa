import { existsSync, globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { buildSite } from '../support/build-site.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();

const review = (source_id: string, date: string, rating: number, text: string | null) => ({
  source_id,
  date,
  rating,
  text,
  author: source_id,
  source: 'google',
  verified: true,
});

const five = [
  review('Mia', '2026-05-04', 4, 'Fast service and the pasta was delicious. The chairs are uncomfortable.'),
  review('Joe', '2026-06-04', 2, 'We waited 50 minutes for a table and nobody said sorry.'),
  review('Li', '2026-07-04', 5, null),
  review('Sam', '2026-08-04', 5, 'Friendly staff, fair prices, will be back.'),
  review('Ada', '2026-09-04', 5, 'Lovely terrace, very clean. The service was friendly.'),
];
/** Enough authors for statements about praise and criticism. */
const TEN = ['Una', 'Ben', 'Cy', 'Dee', 'Eli', 'Fay', 'Gil', 'Ivy', 'Jon', 'Kit'] as const;

const shops = {
  none: { business: 'name: Nona\ntype: Restaurant\n', reviews: [] },
  one: { business: 'name: Nona\ntype: Restaurant\n', reviews: five.slice(0, 1) },
  five: { business: 'name: Nona\ntype: Restaurant\n', reviews: five },
  dozen: {
    business: 'name: Nona\ntype: Restaurant\n',
    reviews: ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B'].map((digit) => ({
      ...review('Mia', '2026-05-04', 5, 'The service was friendly.'),
      source_id: undefined,
      id: `01HQVMZ100MF6GH5BNBQKC9XD${digit}`,
    })),
    corrections:
      '- { review: 01HQVMZ100MF6GH5BNBQKC9XD0, aspects: { service: neutral } }\n- { review: 01HQVMZ100MF6GH5BNBQKC9XD1, aspects: { service: negative } }\n',
  },
  critics: {
    business: 'name: Nona\ntype: Restaurant\n',
    reviews: [
      ...TEN.map((name) => review(name, '2026-05-04', 5, 'The service was friendly. The food was delicious.')),
      review('Eve', '2026-05-05', 2, 'The service was rude.'),
      review('Flo', '2026-05-06', 2, 'The food was cold and tasteless.'),
      review('Gus', '2026-05-07', 2, 'The food was awful.'),
    ],
  },
  mixed: {
    business: 'name: Nona\ntype: Restaurant\n',
    reviews: [
      ...TEN.map((name) => review(name, '2026-05-04', 5, 'The service was friendly.')),
      review('Inés', '2026-06-04', 2, 'Llegamos a la hora, esperamos mucho y la cuenta estaba mal, pero nadie nos ayudó.'),
    ],
  },
  crew: {
    business: 'name: Acme\ntype: Plumber\n',
    people: '- { name: Dana Whitfield, role: Plumber, aliases: [Dana] }\n',
    reviews: [
      ...TEN.slice(2).map((name) => review(name, '2026-05-04', 5, 'Dana was polite and friendly.')),
      review('Hal', '2026-06-04', 2, 'We waited. Dana got up our hill at first light.'),
      review('Ida', '2026-06-05', 3, 'Dana got up our hill <at> first light.'),
    ],
  },
  cuadrilla: {
    business: 'name: Luz\ntype: Plumber\nlanguage: es\n',
    people: '- { name: Dana Whitfield, role: Fontanera, aliases: [Dana] }\n',
    reviews: [review('Inés', '2026-05-04', 2, 'Dana vino por la mañana y todo tardó mucho más de lo que nos dijeron.')],
  },
  alone: {
    business: 'name: Luz\ntype: Restaurant\nlanguage: es\n',
    reviews: [
      review('Mia', '2026-05-04', 4, 'The service was friendly. We waited far too long for a table.'),
      ...['Inés', 'Jorge', 'Luz', 'Pau', 'Iker'].map((name) =>
        review(name, '2026-06-04', 4, 'Nos atendieron muy bien, aunque tardaron mucho.'),
      ),
    ],
  },
  spanish: {
    business: 'name: Luz\ntype: Electrician\nlanguage: es\n',
    reviews: [
      review('Inés', '2026-05-04', 5, 'Llegaron a la hora, trabajaron muy bien y dejaron todo limpio.'),
      review('Jorge', '2026-06-04', 2, 'El presupuesto que nos dieron al principio era mucho más bajo.'),
    ],
  },
} as const;
type Shop = keyof typeof shops;

/** Returns the summary in insights.json. */
async function summaryOf(shop: Shop): Promise<string> {
  const { summary } = JSON.parse(await readFile(path.join(folder, shop, 'dist', 'insights.json'), 'utf8')) as { summary: string };
  return summary;
}

/** Returns the text of a page's content and of attributes that screen readers read, with single spaces. */
async function pageOf(shop: Shop, page: string): Promise<string> {
  const html = await readFile(path.join(folder, shop, 'dist', page, 'index.html'), 'utf8');
  const [content = ''] = /<main[\s\S]*<\/main>/.exec(html) ?? [];
  const labels = [...content.matchAll(/ (?:aria-label|title)="([^"]*)"/g)].map(([, label]) => label);
  return [content.replace(/<script[\s\S]*?<\/script>/g, '').replace(/<[^>]+>/g, ' '), ...labels].join(' ').replace(/\s+/g, ' ').trim();
}

beforeAll(async () => {
  for (const [shop, { business, reviews, ...more }] of Object.entries(shops)) {
    const content = path.join(folder, shop, 'content');
    await mkdir(path.join(content, 'reviews'), { recursive: true });
    await writeFile(path.join(content, 'business.yaml'), business);
    if ('corrections' in more) await writeFile(path.join(content, 'corrections.yaml'), more.corrections);
    if ('people' in more) await writeFile(path.join(content, 'technicians.yaml'), more.people);
    await writeFile(path.join(content, 'reviews/all.json'), JSON.stringify(reviews));
    await buildSite(content, path.join(folder, shop, 'dist'), { DATA_DIR: path.join(folder, shop, 'data') });
  }
});

const pages = ['how-it-works', 'questions', 'proof'] as const;

describe('the insights page', () => {
  test.each(['none', 'one', 'five', 'spanish'] as const)('doesn’t exist with fewer than five analyzed texts: %s', async (shop) => {
    const dist = path.join(folder, shop, 'dist');
    expect(existsSync(path.join(dist, 'insights/index.html'))).toBe(false);
    for (const file of globSync('**/*.{html,xml,txt}', { cwd: dist })) {
      expect([file, await readFile(path.join(dist, file), 'utf8')]).toEqual([file, expect.not.stringMatching(/\/insights\/["#<)\s]/)]);
    }
    expect(await readFile(path.join(dist, 'index.html'), 'utf8')).not.toContain('class="in-short"');
  });

  test.each(['dozen', 'mixed'] as const)('is linked with five or more analyzed texts: %s', async (shop) => {
    const home = await readFile(path.join(folder, shop, 'dist/index.html'), 'utf8');
    expect(home.match(/href="\/insights\/"/g)?.length).toBeGreaterThan(1);
    expect(await readFile(path.join(folder, shop, 'dist/sitemap.xml'), 'utf8')).toContain('/insights/</loc>');
  });

  test('lists what no review mentions only if every text was analyzed', async () => {
    expect(await pageOf('dozen', 'insights')).toContain('No analyzed review mentions these yet:');
    expect(await pageOf('mixed', 'insights')).not.toContain('No analyzed review mentions');
  });
});

describe.each(Object.keys(shops) as Shop[])('the pages of a shop with few reviews: %s', (shop) => {
  test.each(pages)('%s has no empty parts, no placeholders and no wrong plurals', async (page) => {
    const html = await readFile(path.join(folder, shop, 'dist', page, 'index.html'), 'utf8');
    const text = await pageOf(shop, page);
    expect(text).not.toMatch(/undefined|NaN|\[object|\bnull\b|\{\w*\}/);
    expect(text).not.toMatch(/(?<![\d.,])(?:0 (?:of|de)|1 (?:reviews|texts|opiniones|textos))\b|(\d{4}) (?:to|a) \1/);
    expect(html).not.toMatch(/<(ul|p|tbody|li|section)(?: class="[^"]*")?>\s*<\/\1>/);
    expect([...html.matchAll(/<h2[^>]*>([^<]*)<\/h2>\s*(?:<h2|<\/section>|<\/div>\s*<\/section>)/g)].map(([, heading]) => heading)).toEqual(
      [],
    );
  });
});

test('without reviews, the questions page has one sentence and no numbers', async () => {
  expect(await pageOf('none', 'questions')).toBe('Questions and answers No questions have been answered yet.');
});

test('without reviews, a list has one sentence', async () => {
  const [all, three] = await Promise.all(['reviews', 'reviews/stars/3'].map((page) => pageOf('none', page)));
  expect(all).toMatch(/^All reviews No reviews yet\. All reviews$/);
  expect(three).not.toContain('No reviews yet');
});

test('the summary of one review has no percentages and no trend', async () => {
  expect(await summaryOf('one')).toBe('Nona has one verified review from 2026, of 4 stars.');
});

test('five reviews are summarized by their stars, and say nothing of praise and criticism', async () => {
  expect(await summaryOf('five')).toBe(
    'Nona has 5 verified reviews from 2026, with 4.2 stars on average: 4 have four or five stars, 1 one or two. 1 review is a rating only, so 4 texts were analyzed.',
  );
  expect(await pageOf('five', '')).not.toContain('What customers praise');
  expect(await pageOf('five', 'questions')).toBe('Questions and answers No questions have been answered yet.');
});

test('a person’s page shows, in order, stars, verdicts, why there is no score, and critical reviews without a verdict', async () => {
  const text = (await pageOf('crew', 'technicians/dana-whitfield')).replaceAll(' ,', ',');
  const parts = [
    '8 gave five stars, 1 three, and 1 two: 2 are critical (three stars or fewer).',
    '8 positive',
    'We couldn’t analyze enough reviews for an overall score.',
    '2 critical reviews mention Dana Whitfield without a clear verdict',
    'Dana got up our hill &lt;at&gt; first light. Ida, June 5, 2026 · 3 stars',
    'Dana got up our hill at first light. Hal, June 4, 2026 · 2 stars',
  ];
  expect(parts.map((part) => [part, text.includes(part)])).toEqual(parts.map((part) => [part, true]));
  const places = parts.map((part) => text.indexOf(part));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  const spanish = await pageOf('cuadrilla', 'technicians/dana-whitfield');
  expect(spanish).toContain('Dana Whitfield: 1 opinión crítica sin una conclusión clara');
  expect(spanish).toContain('Lo que hemos podido analizar es demasiado poco para una puntuación global.');
});

test('the percentages of a chart add up to 100', async () => {
  expect(await pageOf('dozen', 'insights')).toContain('10 positive (84%) 1 neutral (8%) 1 negative (8%)');
});

test('a Spanish site explains that the analysis only covers English', async () => {
  expect(await pageOf('spanish', 'how-it-works')).toContain(
    'El análisis solo abarca textos en inglés. Los 2 textos están en otro idioma, así que no se ha analizado ninguno',
  );
});

describe('texts that weren’t analyzed', () => {
  test('are counted in the summary, which only refers to analyzed reviews', async () => {
    const text = await summaryOf('alone');
    expect(text).toMatch(/una o dos\. 5 opiniones no están en inglés; por eso se ha analizado 1 texto\.$/);
    expect(await pageOf('alone', '')).toContain(text);
    expect(await readFile(path.join(folder, 'alone/dist/llms-full.txt'), 'utf8')).toMatch(
      /## Aspects\n\nFrom 1 of 6 texts: the analysis covers English only, so the others aren’t counted\./,
    );
  });

  test('are mentioned on the home page, on the insights page and in the answers', async () => {
    expect(await pageOf('mixed', '')).toContain('A program, not a person, analyzed 10 of 11 texts: the analysis covers English only.');
    expect(await pageOf('mixed', 'insights')).toContain('10 analyzed reviews mention it');
    const questions = await pageOf('mixed', 'questions');
    expect(questions).toContain('1 text isn’t in English and wasn’t analyzed: the analysis covers English only.');
    expect(questions).toContain('10 analyzed reviews mention how they treat customers: 10 praise it and none criticizes it.');
    expect(await readFile(path.join(folder, 'mixed/dist/llms.txt'), 'utf8')).toContain(
      'read from 10 of 11 texts: the analysis covers English only',
    );
  });

  test('are mentioned on a person’s page, instead of an analysis without a result', async () => {
    const page = await pageOf('cuadrilla', 'technicians/dana-whitfield');
    expect(page).toContain('1 texto no está en inglés y no se ha analizado: el análisis solo abarca el inglés.');
    expect(page).toContain('Tiene tres estrellas o menos, y su texto no se ha analizado: el análisis solo abarca el inglés.');
    expect(page).not.toContain('no llegó a ninguna conclusión');
  });

  test('aren’t mentioned if there are none', async () => {
    expect(await pageOf('dozen', '')).toContain('A program, not a person, analyzed 12 texts.');
    expect(await pageOf('dozen', 'questions')).not.toContain('analyzed');
  });
});

test('the summary, the home page and the answers name the same most criticized aspect', async () => {
  const [summary, home, questions] = [await summaryOf('critics'), await pageOf('critics', ''), await pageOf('critics', 'questions')];
  expect(summary).toMatch(
    /criticized so far: quality \(of the 12 reviews that mention it, 10 praise it and 2 criticize it\) and service \(/,
  );
  expect(home).toMatch(/What customers criticize Quality 2 of 12 mentions/);
  expect(questions).toMatch(/What do customers criticize most\? Most often quality/);
});

test('the how-it-works page explains what is masked, with Spanish masks on a Spanish site', async () => {
  expect(await pageOf('five', 'how-it-works')).toContain('street addresses with a number and a kind of street');
  const spanish = await pageOf('spanish', 'how-it-works');
  expect(spanish).toContain('«[número de teléfono]»');
  expect(spanish).toContain('Reconoce las direcciones postales con número y tipo de vía');
});

test('pages have different titles and descriptions', async () => {
  const heads = await Promise.all(
    pages.map(async (page) => {
      const html = await readFile(path.join(folder, 'five', 'dist', page, 'index.html'), 'utf8');
      return [/<title>([^<]*)/.exec(html)?.[1], /<meta name="description" content="([^"]*)/.exec(html)?.[1]];
    }),
  );
  expect(new Set(heads.flat()).size).toBe(pages.length * 2);
});

test('only how-it-works names the statistical method', async () => {
  const demo = (page: string) => readFile(path.join(inject('dists').demo, page, 'index.html'), 'utf8');
  for (const page of ['insights', 'questions', '']) expect(await demo(page)).not.toMatch(/Fisher|Wilson|interval/);
  expect(await demo('how-it-works')).toMatch(/Fisher’s exact test at 5%/);
});

test.each(['index.html', 'llms.txt', 'sitemap.xml'])('without questions, nothing links to the questions page: %s', async (name) => {
  const [none, dozen] = await Promise.all(
    (['none', 'dozen'] as const).map((shop) => readFile(path.join(folder, shop, 'dist', name), 'utf8')),
  );
  expect([none?.includes('/questions/'), dozen?.includes('/questions/')]).toEqual([false, true]);
});
