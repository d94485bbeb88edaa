import type { Translations } from '../words.ts';

type Keys = 'problems' | 'lead' | 'found' | 'instead' | 'country' | 'fix_reviews' | 'fix_business' | 'more';

/** The texts about problems in the content. */
export const problemWords: Translations<Keys> = {
  en: {
    problems: '{count, plural, one {One thing has} other {# things have}} to be fixed before you can publish',
    lead: 'Until then, visitors see what was published last.',
    found: 'found',
    instead: 'What to do:',
    country: 'Your country is missing. Customers’ phone numbers are recognized, and hidden, by its rules.',
    fix_reviews: 'Go to Reviews',
    fix_business: 'Go to Business',
    more: 'And {count} more.',
  },
  es: {
    problems: '{count, plural, one {Hay que corregir una cosa} other {Hay que corregir # cosas}} antes de publicar',
    lead: 'Hasta entonces, los visitantes ven lo último que se publicó.',
    found: 'se encontró',
    instead: 'Qué hacer:',
    country: 'Falta su país. Los teléfonos de los clientes se reconocen, y se ocultan, según sus reglas.',
    fix_reviews: 'Ir a Opiniones',
    fix_business: 'Ir a Negocio',
    more: 'Y {count} más.',
  },
};
