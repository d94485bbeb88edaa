import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, test } from 'vitest';
import { speak } from '../../scripts/desk/words.ts';
import { isWordField, plainFieldNames } from '../../site/contract/review-fields.ts';
import { languages, type MessageId } from '../../site/messages/languages.ts';
import { messagesOf, toLocale } from '../../site/messages/messages.ts';
import { respell, spellingsOf } from '../../site/messages/spelling.ts';

type Shop = Parameters<typeof messagesOf>[0];
type Ast = ReturnType<IntlMessageFormat['getAst']>;

/** A business of a type, in a language. */
const shop = (type: string, language: string, given: Partial<Shop> = {}): Shop => ({
  business: { name: 'Pine & <Oak>', legal_name: null } as Shop['business'],
  type,
  language,
  ...given,
});

/** Returns the arguments and tags of a message, sorted and without duplicates. */
function partsOf(ast: Ast): string[] {
  const parts = ast.flatMap((element): string[] => {
    if ('options' in element) return [element.value, ...Object.values(element.options).flatMap(({ value }) => partsOf(value))];
    if ('children' in element) return [`<${element.value}>`, ...partsOf(element.children)];
    return element.type === 0 || !('value' in element) ? [] : [element.value];
  });
  return [...new Set(parts)].sort();
}

/** Returns the messages of the pages or the desk in a language, by their names. */
function messagesFor(surface: 'pages' | 'desk', language: string): ReadonlyMap<string, string> {
  const parts = Object.entries<Readonly<Record<string, string>>>({ ...languages[language]?.[surface] });
  return new Map(parts.flatMap(([part, messages]) => Object.entries(messages).map(([key, text]) => [`${part}.${key}`, text])));
}

const surfaces = ['pages', 'desk'] as const;
const texts = [...messagesFor('pages', 'en').values()];

describe.each(surfaces.flatMap((surface) => Object.keys(languages).map((language) => [surface, language] as const)))(
  'the messages of the %s in %s',
  (surface, language) => {
    const english = messagesFor(surface, 'en');
    const own = messagesFor(surface, language);

    test('have the same keys, arguments and tags as the English ones', () => {
      const listed = (messages: ReadonlyMap<string, string>, tag: string) =>
        [...messages].map(([id, text]) => [id, ...partsOf(new IntlMessageFormat(text, tag).getAst())].join(' ')).sort();
      expect(listed(own, language)).toEqual(listed(english, 'en'));
    });

    test('contain no & and no < outside of tags', () => {
      expect([...own.values()].filter((text) => text.includes('&') || /<(?!\/?\w+>)/.test(text))).toEqual([]);
    });
  },
);

test('the date after a Spanish verification label needs no gender agreement', () => {
  const { say } = messagesOf(shop('Restaurant', 'es'));
  expect(say('computed.verified_on', { how: say('computed.verified_vouched'), date: '12 ene 2024' })).toBe(
    'Avalada por el negocio (registro: 12 ene 2024)',
  );
});

test('each message of the pages is used there or in the desk', () => {
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const files = globSync(['site/**/*.astro', 'site/**/*.ts', 'scripts/desk/**/*.ts'], { cwd });
  const source = files.map((file) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')).join('\n');
  const named = new Set([...source.matchAll(/['"`]([a-z]+\.[a-z0-9_]+)['"`]/g)].map(([, id]) => id));
  const families = [...source.matchAll(/`([a-z]+\.[a-z0-9_]*)\$\{/g)].map(([, start]) => start as string);
  const unused = [...messagesFor('pages', 'en').keys()].filter(
    (id) => !/^(?:people|masks|fields)\./.test(id) && !named.has(id) && !families.some((start) => id.startsWith(start)),
  );
  expect(unused).toEqual([]);
});

test('each plain field of the review has a label and a sentence, and its words for lists and the desk', () => {
  expect(Object.keys(languages.en.pages.fields)).toEqual(
    plainFieldNames.flatMap((name) => [name, `${name}_is`, ...(isWordField(name) ? [`${name}_short`, `${name}_choice`] : [])]),
  );
});

test('the desk counts one review in the singular', () => {
  const counts = { rows: 1, added: 1, changed: 1, unchanged: 0, older: 1, refused: 1, not_published: 0, replies: 0, elsewhere: 0 };
  const [es, en] = [speak('import', 'es'), speak('import', 'en')];
  expect(es('rows', { ...counts, kind: 'reviews' })).toBe(
    '1 opinión: 1 nueva, 1 cambiada, 0 sin cambios, 1 versión anterior, 1 rechazada, 0 sin publicar.',
  );
  expect(en('rows', { ...counts, kind: 'reviews' })).toBe(
    '1 review: 1 new, 1 changed, 0 unchanged, 1 older version, 1 refused, 0 not published.',
  );
  expect(es('earlier_counts', { added: 1, changed: 1, removed: 1 })).toBe('1 nueva, 1 cambiada, 1 retirada');
  expect(es('mass_removal', { present: 20, removed: 1 })).toBe('De 20 opiniones, 1 falta en estos archivos.');
  expect(en('mass_removal', { present: 20, removed: 1 })).toBe('1 of 20 reviews is missing from these files.');
});

test('each message of the desk is used', () => {
  const files = globSync('**/*.ts', { cwd: fileURLToPath(new URL('../../scripts/desk', import.meta.url)) });
  const source = files.map((file) => readFileSync(new URL(`../../scripts/desk/${file}`, import.meta.url), 'utf8')).join('\n');
  const named = new Set([...source.matchAll(/['"`]([a-z0-9_]+)['"`]/g)].map(([, key]) => key));
  const families = [...source.matchAll(/`([a-z0-9_]+_)\$\{/g)].map(([, start]) => start as string);
  // The names of fields come from the schemas, which a test of their forms compares.
  const keys = Object.entries(languages.en.desk).flatMap(([part, messages]) => (part === 'fields' ? [] : Object.keys(messages)));
  expect(keys.filter((key) => !named.has(key) && !families.some((start) => key.startsWith(start)))).toEqual([]);
});

test('Spanish pages and the desk address the reader as «usted»', () => {
  const informal =
    /(?<![\p{L}])(?:tú|ti|tus?|te|contigo|puedes|quieres|tienes|eliges?te|prueba con|comprueba (?:la|todas)|ponte)(?![\p{L}])/iu;
  const texts = (['pages', 'desk'] as const).flatMap((part) => [...messagesFor(part, 'es').values()]);
  expect(texts.filter((text) => informal.test(text))).toEqual([]);
});

describe('messages for a business', () => {
  test.each([
    ['Electrician', 'en', 'By technician'],
    ['HairSalon', 'en', 'By team member'],
    ['Restaurant', 'en-GB', 'By team member'],
    ['Dentist', 'es-MX', 'Por persona del equipo'],
    ['Electrician', 'de', 'By technician'],
  ])('of type %s in %s name its people: %s', (type, language, words) => {
    expect(messagesOf(shop(type, language)).say('frame.by_person')).toBe(words);
  });

  test('use its own words for people, if it has any', () => {
    expect(messagesOf(shop('Store', 'en', { people: { one: 'barber', many: 'barbers' } })).say('frame.by_person')).toBe('By barber');
  });

  test('report their language, which is English if there is no translation', () => {
    expect(['en-GB', 'es', 'de', 'fr-CA'].map((language) => messagesOf(shop('Store', language)).language)).toEqual([
      'en-GB',
      'es',
      'en',
      'en',
    ]);
  });

  test.each([
    ['en', 'We analyzed 2 texts from 3 reviews.', 'License: CC0-1.0'],
    ['en-US', 'We analyzed 2 texts from 3 reviews.', 'License: CC0-1.0'],
    ['en-GB', 'We analysed 2 texts from 3 reviews.', 'Licence: CC0-1.0'],
    ['en-AU', 'We analysed 2 texts from 3 reviews.', 'Licence: CC0-1.0'],
    ['en-CA', 'We analyzed 2 texts from 3 reviews.', 'Licence: CC0-1.0'],
  ])('are spelled as in %s', (language, read, license) => {
    const { say } = messagesOf(shop('Store', language));
    expect(say('insights.read', { read: 2, count: 3 })).toBe(read);
    expect(say('computed.text_rights', { rights: '', license: 'CC0-1.0' })).toBe(` ${license}`);
  });

  test('keep the spelling of their arguments', () => {
    const { say } = messagesOf(shop('Store', 'en-GB'));
    expect(say('computed.summary_opinions', { kind: 'blame', praised: '', criticized: 'color and the license', weak: 0 })).toBe(
      'Criticised so far: color and the license.',
    );
  });

  test('contain no American spellings in British English', () => {
    const american =
      /\b(?!sizes?\b|prizes?\b)\w*(?:[iy]z(?:e[ds]?|ing|ations?)|labeled|canceled|traveled|gotten|toward|licenses?|neighbor\w*|behavior|favor\w*|colors?|centers?|judgments?|gray)\b/gi;
    const literals = texts.flatMap(
      (text) =>
        JSON.stringify(new IntlMessageFormat(respell(text, spellingsOf('en-GB')), 'en-GB').getAst()).match(
          /"type":0,"value":"(?:[^"\\]|\\.)*"/g,
        ) ?? [],
    );
    expect(literals.length).toBeGreaterThan(1000);
    expect(literals.flatMap((literal) => literal.match(american) ?? [])).toEqual([]);
  });

  test('have a locale with a country for Open Graph', () => {
    expect(['en', 'en-GB', 'es', 'es-MX'].map(toLocale)).toEqual(['en_US', 'en_GB', 'es_ES', 'es_MX']);
  });

  test('use the plurals and number format of the language', () => {
    const counted = (language: string, count: number) =>
      messagesOf(shop('Store', language)).html('frame.some_left_out', { count }, { a: '/how-it-works/' });
    expect([0, 1, 2, 12345].map((count) => counted('en', count))).toEqual([
      '<a href="/how-it-works/">0 reviews are left out</a>.',
      '<a href="/how-it-works/">1 review is left out</a>.',
      '<a href="/how-it-works/">2 reviews are left out</a>.',
      '<a href="/how-it-works/">12,345 reviews are left out</a>.',
    ]);
    expect([1, 12345].map((count) => counted('es', count))).toEqual([
      '<a href="/how-it-works/">Se deja fuera 1 opinión</a>.',
      '<a href="/how-it-works/">Se dejan fuera 12.345 opiniones</a>.',
    ]);
  });

  test('format dates, months, times, numbers and lists', () => {
    const inEach = (say: (messages: ReturnType<typeof messagesOf>) => string) =>
      ['en', 'en-GB', 'es'].map((language) => say(messagesOf(shop('Store', language))));
    expect(inEach(({ date }) => date('2026-11-04'))).toEqual(['November 4, 2026', '4 November 2026', '4 de noviembre de 2026']);
    expect(inEach(({ month }) => month('2026-11'))).toEqual(['November 2026', 'November 2026', 'noviembre de 2026']);
    expect(inEach(({ number }) => number(12345))).toEqual(['12,345', '12,345', '12.345']);
    expect([5, 4.2, 3.999, 4.456].map((value) => inEach(({ stars }) => stars(value)).at(-1))).toEqual(['5', '4,2', '4', '4,5']);
    expect([5, 4.2].map((value) => inEach(({ average }) => average(value)))).toEqual([
      ['5.0', '5.0', '5,0'],
      ['4.2', '4.2', '4,2'],
    ]);
    expect(['07:30', '17:30', '00:00'].map((time) => inEach((messages) => messages.time(time)))).toEqual([
      ['7:30\u00a0am', '07:30', '7:30'],
      ['5:30\u00a0pm', '17:30', '17:30'],
      ['12:00\u00a0am', '00:00', '0:00'],
    ]);
    expect(inEach(({ list }) => list(['a', 'b', 'hijo']))).toEqual(['a, b, and hijo', 'a, b and hijo', 'a, b e hijo']);
    expect(inEach(({ list }) => list(['a', 'b'], 'or'))).toEqual(['a or b', 'a or b', 'a o b']);
  });

  test('escape their arguments in HTML only', () => {
    const messages = messagesOf(shop('Store', 'en'));
    const id: MessageId = 'frame.imprint';
    expect(messages.say(id)).toBe('Reviews of Pine & <Oak>, in customers’ own words.');
    expect(messages.html(id)).toBe('Reviews of Pine &amp; &lt;Oak&gt;, in customers’ own words.');
  });
});
