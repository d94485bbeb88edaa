import { z } from 'zod';

/** The kinds of contact details that are masked in texts. */
export const maskKind = z.enum(['phone', 'email', 'street_address']);
export type MaskKind = z.infer<typeof maskKind>;

/** The words that replace contact details and a hidden author's name in texts, and the name that is shown for such an author. */
export type Masks = Readonly<Record<MaskKind | 'name' | 'author', string>>;

const byLanguage = {
  en: { phone: '[phone number]', email: '[e-mail address]', street_address: '[street address]', name: '[name]', author: 'A customer' },
  es: {
    phone: '[número de teléfono]',
    email: '[dirección de correo]',
    street_address: '[dirección postal]',
    name: '[nombre]',
    author: 'Un cliente',
  },
} satisfies Readonly<Record<string, Masks>>;

/** The masks of a site in `language` (BCP 47); English if that language has none. */
export function masksIn(language: string): Masks {
  const [primary = 'en'] = language.split('-');
  return Object.hasOwn(byLanguage, primary) ? byLanguage[primary as keyof typeof byLanguage] : byLanguage.en;
}

/** The masks in texts, in every language. */
export const allMasks = Object.values(byLanguage).map(({ author: _author, ...inTexts }) => inTexts);

/** The masks of contact details in English, for descriptions. */
export const masks = maskKind.options.map((kind) => byLanguage.en[kind]).join(', ');
