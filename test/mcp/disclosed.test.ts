import { appendFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSite } from '../support/build-site.ts';
import { workshop } from '../support/copy-content.ts';
import { callTool, openSession } from '../support/rpc.ts';
import { serve, type TestServer } from '../support/serve.ts';

// What readers have to know about the reviews: it comes from the content, through a build, to an agent that only has the tools.
const POLICY = `
removed_at_source: publish
incentives: { text: "Sorteamos una paella entre quienes dejan una reseña.", accepted: 2024-01-02 }
`;
const REVIEWS = `
- source_id: k1
  source: google
  date: 2024-02-28
  rating: 5
  author: Kate Doyle
  text: Very friendly staff, fair prices and an excellent paella. The paella was excellent.
  relation: staff
  changed_by_business: [{ field: rating, date: 2024-03-01, at_source: "4" }]
  verified: true
- { source_id: k2, source: google, date: 2024-02-27, rating: 1, author: Ana Mora, text: Un desastre., verified: false }
- { source_id: k3, source: google, date: 2024-02-26, rating: 2, author: Hugo Lara, text: Caro., verified: true, removed_at_source: 2024-03-01 }
`;
const LABELS = { relation: 'staff', changed_by_business: [{ field: 'rating', date: '2024-03-01' }] };

let server: TestServer;
let session: string;
beforeAll(async () => {
  const { content, dist } = await workshop('taberna');
  await appendFile(path.join(content, 'policy.yaml'), POLICY);
  await appendFile(path.join(content, 'reviews/todas.yaml'), REVIEWS);
  await writeFile(path.join(content, 'faq.yaml'), '- question: Is there parking?\n  answer: Behind the insured and licensed garage.\n');
  await buildSite(content, dist, { SOURCE_DATE_EPOCH: '1709510400' });
  server = await serve({ DIST_DIR: dist }, 'sidecar');
  session = await openSession(`${server.url}/mcp`);
});
afterAll(() => server?.close());

const call = async (name: string, args: object = {}) =>
  (await callTool(`${server.url}/mcp`, session, name, args)).json?.result?.structuredContent as Record<string, unknown>;
const firstAnswer = async (query: string) => ((await call('get_faq', { query })) as { faq: { answer: string }[] }).faq[0];

describe('get_faq', () => {
  it('says how many reviews were left out, and why, in the words of the site', async () => {
    const { answer } = (await firstAnswer('Were reviews removed or left out?')) ?? {};
    expect(answer).toContain('Se publican 7 opiniones, y 1 no se publica.');
    expect(answer).toContain('Hasta ahora: 1 opinión que falta en la exportación del 1 de marzo de 2024.');
  });

  it('has what the business states about incentives', async () => {
    expect((await firstAnswer('incentives'))?.answer).toContain('Sorteamos una paella entre quienes dejan una reseña.');
  });

  it('asks and answers about the reviews in the language of the site, and finds questions in English, too', async () => {
    const questions = [
      '¿Están verificadas las opiniones y cómo se verifican?',
      '¿Se han retirado, borrado, ocultado, editado, omitido o dejado sin publicar opiniones, y se registran las retiradas?',
      '¿El propio negocio ha cambiado, alterado o corregido opiniones, por ejemplo sus estrellas?',
      '¿Se pagó o se dio algo a alguien por una opinión, o hay opiniones del personal o de familiares?',
    ];
    const { faq } = (await call('get_faq')) as { faq: { question: string }[] };
    expect(faq.map(({ question }) => question).slice(-4)).toEqual(questions);
    const asked = ['Are they verified?', 'Were reviews deleted?', 'Did the business alter reviews?', '¿Hay opiniones de familiares?'];
    expect(
      await Promise.all(asked.map(async (query) => ((await firstAnswer(query)) as { question?: string } | undefined)?.question)),
    ).toEqual(questions);
    expect((await firstAnswer('incentives'))?.answer).toBe(
      'El negocio no ha indicado de ninguna opinión si se ofreció algo a cambio. Según el negocio o el sitio donde se publicaron, escritas por personas que trabajan aquí: 1. Por familiares del dueño o de personas que trabajan aquí: 0. Por ninguna de ellas: 0. Sin indicar: 6. Taberna del Muelle: “Sorteamos una paella entre quienes dejan una reseña.” Declarado el 2 de enero de 2024. To list them, use search_reviews with these filters. More: /review-practice.json on the site.',
    );
  });

  it('says who sets the labels of verification', async () => {
    expect((await firstAnswer('How are they verified?'))?.answer).toContain('nadie más ha comprobado quiénes son los clientes.');
  });

  it('counts the reviews that the business changed, and names them', async () => {
    const { reviews } = (await call('search_reviews', { words: 'Kate', in: 'author' })) as { reviews: { id: string }[] };
    expect(await firstAnswer('Has the business altered reviews?')).toMatchObject({
      answer:
        '1 opinión publicada consta como cambiada por el negocio después de importarla. Campos cambiados: valoración (1). Solo se registran así los cambios en opiniones importadas. The log has 0 changed reviews, by anybody: get_changes with types: changed. More: /review-practice.json on the site.',
      review_ids: [reviews[0]?.id],
    });
    expect(await call('get_faq', { query: 'Has the business altered reviews?' })).not.toHaveProperty('remark');
  });

  it('finds an answer that has all words of a question that no entry asks', async () => {
    expect(await call('get_faq', { query: 'Are they licensed and insured?' })).toMatchObject({
      matched: 1,
      faq: [{ question: 'Is there parking?' }],
      remark: 'No question fits; these answers have the words.',
    });
    expect(await call('get_faq', { query: 'licensed' })).toMatchObject({ matched: 0 });
  });
});

describe('a review that staff wrote and that the business changed', () => {
  it.each([
    ['search_reviews', { words: 'Kate', in: 'author', detail: 'brief' }, 'reviews'],
    ['get_aspect_sentiment', { aspect: 'service' }, 'quotes'],
    ['get_service', { service: 'arroces' }, 'quotes'],
  ])('is labeled in %s', async (name, args, list) => {
    const entries = (await call(name, args))[list] as { author: string }[];
    expect(entries.filter(({ author }) => author === 'Kate Doyle')).toEqual([expect.objectContaining(LABELS)]);
  });

  it('is labeled where a quote is checked', async () => {
    const { reviews } = (await call('search_reviews', { words: 'Kate', in: 'author' })) as { reviews: { id: string }[] };
    expect(await call('verify_quote', { id: reviews[0]?.id, text: 'The paella was excellent' })).toMatchObject({
      match: 'exact',
      ...LABELS,
    });
  });

  it('is labeled where the page of a service quotes it', async () => {
    const { text } = (await call('fetch', { id: '/services/arroces/' })) as { text: string };
    expect(text).toMatch(/^“.*” \(review \w{26}, relation: staff, changed by the business: rating\)$/m);
  });

  it('is labeled in search and fetch', async () => {
    const title = 'Review by Kate Doyle: 5 of 5 stars, 2024-02-28, relation: staff, changed by the business: rating';
    const { results } = (await call('search', { query: 'Kate Doyle' })) as { results: { id: string; title: string }[] };
    expect(results[0]?.title).toBe(title);
    expect(await call('fetch', { id: results[0]?.id })).toMatchObject({
      title,
      metadata: { relation: 'staff', changed_by_business: 'rating' },
    });
  });
});

describe('a review that its source no longer has', () => {
  const GONE = { removed_at_source: '2024-03-01' };

  it('is labeled in lists, and where a quote is checked', async () => {
    const { reviews } = (await call('search_reviews', { query: 'Caro', detail: 'brief' })) as { reviews: { id: string }[] };
    expect(reviews).toMatchObject([{ author: 'Hugo Lara', ...GONE }]);
    expect(await call('verify_quote', { id: reviews[0]?.id, text: 'Caro.' })).toMatchObject({ match: 'exact', ...GONE });
  });

  it('is labeled in search and fetch', async () => {
    const { results } = (await call('search', { query: 'Hugo Lara' })) as { results: { id: string; title: string }[] };
    expect(results[0]?.title).toBe('Review by Hugo Lara: 2 of 5 stars, 2024-02-26, missing from the export of: 2024-03-01');
    expect(await call('fetch', { id: results[0]?.id })).toMatchObject({ metadata: GONE });
  });
});
