import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { expect, inject, test } from 'vitest';
import { problemIds } from '../../site/analysis/problems.ts';
import { readDataset } from '../../site/content/read/read.ts';
import { toInsights } from '../../site/insights/insights.ts';
import { findings } from '../../site/log/audit.ts';
import { languages } from '../../site/messages/languages.ts';

type Ast = ReturnType<IntlMessageFormat['getAst']>;

/** Returns the texts of a message between its arguments and tags. */
function literals(ast: Ast): string[] {
  return ast.flatMap((element): string[] => {
    if ('options' in element) return Object.values(element.options).flatMap(({ value }) => literals(value));
    if ('children' in element) return literals(element.children);
    return element.type === 0 ? [element.value.trim()] : [];
  });
}
const textsIn = (language: string) =>
  Object.values(languages[language]?.pages ?? {}).flatMap((messages) =>
    Object.values<string>(messages).flatMap((message) => literals(new IntlMessageFormat(message, language).getAst())),
  );

/** Returns what people and programs read on a page: everything except URLs, ids and class names. */
const wordsOf = (page: string) =>
  page.replace(/ (?:href|src|id|class|for|name|rel|type|srcset|aria-labelledby|aria-controls|data-(?!words)[a-z-]+)="[^"]*"/g, '');

test('a Spanish business has no English messages outside the developer pages', () => {
  const dist = inject('dists').taberna;
  const spanish = new Set(textsIn('es'));
  const english = [...new Set(textsIn('en'))].filter((text) => (text.match(/\p{L}/gu) ?? []).length >= 12 && !spanish.has(text));
  expect(english.length).toBeGreaterThan(300);
  const pages = globSync('**/*.html', { cwd: dist }).filter((file) => !/^(?:developers|schemas)\//.test(file));
  expect(pages.length).toBeGreaterThan(15);
  const found = pages.flatMap((file) => {
    const words = wordsOf(readFileSync(path.join(dist, file), 'utf8'));
    return english.filter((text) => words.includes(text)).map((text) => `${file}: ${text}`);
  });
  expect(found).toEqual([]);
});

test.each(['demo', 'taberna', 'corner'] as const)('star ratings don’t end in .00, and equal counts have equal percentages: %s', (site) => {
  const dist = inject('dists')[site];
  const pages = globSync('**/*.html', { cwd: dist }).filter((file) => !/^(?:developers|schemas)\//.test(file));
  const found = pages.flatMap((file) => {
    const page = readFileSync(path.join(dist, file), 'utf8').replaceAll('\u00a0', ' ');
    const keys = [...page.matchAll(/<ul class="key">(.*?)<\/ul>/gs)].map(([, key = '']) => [
      ...key.matchAll(/(\d+)<\/(?:b|strong)>[^(]*\((\d+ ?%)/g),
    ]);
    const unequal = keys.filter(
      (key) => new Set(key.map(([, count]) => count)).size < new Set(key.map(([, count, share]) => `${count} ${share}`)).size,
    );
    return [
      ...(/[1-5][.,]00 (?:stars?|estrellas?|out of|de 5)/.exec(page) ?? []),
      ...unequal.map((key) => key.map(([whole]) => whole).join()),
    ].map((what) => `${file}: ${what}`);
  });
  expect(found).toEqual([]);
});

test('a Spanish business describes its data to search engines in Spanish', () => {
  const page = readFileSync(path.join(inject('dists').taberna, 'index.html'), 'utf8');
  const { '@graph': nodes } = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)?.[1] ?? '') as {
    '@graph': { name: string; description: string; distribution?: { name: string }[] }[];
  };
  expect(nodes[1]).toMatchObject({
    name: 'Opiniones de clientes sobre Taberna del Muelle',
    description:
      'Todas las opiniones verificadas de clientes sobre Taberna del Muelle, con valoración, fecha, texto, respuesta del negocio y lo que mencionan, y un análisis por aspectos.',
  });
  expect(nodes[1]?.distribution?.map(({ name }) => name)).toEqual([
    'Todas las opiniones',
    'Todas las opiniones en CSV',
    'Todas las opiniones, una por línea',
    'Análisis por aspectos',
    'Opiniones más recientes en Atom',
    'Opiniones más recientes en JSON Feed',
  ]);
});

test('a Spanish proof page has the findings of the log check in Spanish', () => {
  const page = readFileSync(path.join(inject('dists').taberna, 'proof/index.html'), 'utf8');
  const words = JSON.parse((/data-words="([^"]*)"/.exec(page)?.[1] ?? '{}').replaceAll('&quot;', '"')) as { found: Record<string, string> };
  expect(Object.keys(words.found)).toEqual(Object.keys(findings));
  expect(words.found).toMatchObject({
    vanished: 'falta, aunque su entrada más reciente indica que está publicada',
    unexplained: 'retirada sin motivo',
    no_entry: 'está en el sitio, pero no en el registro',
  });
});

test('an English text on a Spanish page is marked as English, and so are quotes from it', () => {
  const page = readFileSync(path.join(inject('dists').taberna, 'reviews/01HCNQQ400KA4Q0FBN6SEKBV3K/index.html'), 'utf8');
  expect(page).toMatch(/<html lang="es"/);
  expect(page).toMatch(/<p class="words" dir="auto" lang="en">Best grilled fish/);
  expect(page).toMatch(/<bdi lang="en">“The staff were kind/);
});

test('problems are named in the language of the business', () => {
  const demo = readDataset('content');
  const namesIn = (language: string) => new Map(toInsights({ ...demo, language }).entities.problems.map(({ id, label }) => [id, label]));
  expect([namesIn('en').get('tripped_breaker'), namesIn('es').get('tripped_breaker')]).toEqual([
    'Tripping breakers',
    'Disyuntores que saltan',
  ]);
  const [english, spanish] = [namesIn('en'), namesIn('es')];
  expect([...english.keys()].length).toBeGreaterThan(problemIds.length / 2);
  expect([...english].filter(([id, label]) => spanish.get(id) === label)).toEqual([]);
});

test('Spanish messages address readers as usted', () => {
  const informal =
    /\b(?:tu|tus|contigo|lees|si citas|puedes|quieres|tienes)\b|(?:^|[.?] )(?:Revisa|Abre|Mira) |Usa un|\bpide que\b|nciala\b/i;
  expect(textsIn('es').filter((text) => informal.test(text))).toEqual([]);
});

test('numbers of verified reviews agree with their words in Spanish', () => {
  const page = readFileSync(path.join(inject('dists').taberna, 'index.html'), 'utf8');
  expect(page).toContain('<b>5</b> avaladas por el negocio');
});

test('a page without an address for reports still links to a way to reach the business', () => {
  const page = readFileSync(path.join(inject('dists').taberna, 'how-it-works/index.html'), 'utf8');
  expect(page).toContain(
    'Taberna del Muelle no ha indicado ni una dirección de correo ni un formulario para denunciar opiniones, ni cuánto tarda en responder.',
  );
  expect(page).toContain('póngase en contacto con <a href="https://taberna.example/">Taberna del Muelle</a>');
});

test('a description promises an analysis only if there is an insights page', () => {
  const description = (site: 'taberna' | 'demo') =>
    /<meta name="description" content="([^"]*)"/.exec(readFileSync(path.join(inject('dists')[site], 'index.html'), 'utf8'))?.[1];
  expect(description('taberna')).toBe('5 opiniones verificadas de clientes sobre Taberna del Muelle.');
  expect(description('demo')).toBe(
    '200 verified customer reviews of Harbor &amp; Pine Electric, with an analysis of what customers praise and criticize.',
  );
});

test('the code of the badge and the widget has Spanish words, which visitors of a Spanish website read', () => {
  const page = readFileSync(path.join(inject('dists').taberna, 'developers/widgets/index.html'), 'utf8');
  const code = page.replace(/<[^>]+>/g, '').replaceAll('&quot;', '"');
  expect(code).toContain('alt="Opiniones sobre Taberna del Muelle"');
  expect(code).toContain('Lea las opiniones sobre Taberna del Muelle');
  expect(code).not.toMatch(/reviews of Taberna/i);
});
