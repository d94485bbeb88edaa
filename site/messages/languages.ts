import deskEn from './desk.en.json' with { type: 'json' };
import deskEs from './desk.es.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };

/** The same messages as in English, by part and key, in ICU MessageFormat. */
type Translation<English> = { readonly [Part in keyof English]: Readonly<Record<keyof English[Part], string>> };

export type Masks = Translation<typeof en>['masks'];

/** A language of the pages and the desk. */
interface Language {
  readonly pages: Translation<typeof en>;
  readonly desk: Translation<typeof deskEn>;
  /** The tags that the desk suggests as the language of the pages. */
  readonly tags: readonly string[];
}

/** The languages of the pages and the desk, by primary language subtag (BCP 47). A missing message is a type error. */
export const languages: Readonly<Record<string, Language>> & { readonly en: Language } = {
  en: { pages: en, desk: deskEn, tags: ['en', 'en-GB'] },
  es: { pages: es, desk: deskEs, tags: ['es', 'es-MX'] },
};

/** The name of a message of the pages: its part and its key, such as `frame.skip`. */
export type MessageId = { [Part in keyof typeof en]: `${Part}.${keyof (typeof en)[Part] & string}` }[keyof typeof en];

const primaryOf = (tag: string) => tag.split('-')[0] ?? tag;

/** The language of the messages for the language `tag` (BCP 47): the same tag, or `en` if there are no messages in it. */
export const languageOf = (tag: string): string => (Object.hasOwn(languages, primaryOf(tag)) ? tag : 'en');

/** The messages in a language that `languageOf` returned. */
export const messagesIn = (language: string): Language => languages[primaryOf(language)] ?? languages.en;

/** The texts that replace contact details and a hidden author's name, and the name shown for such an author, for the language `tag`. */
export const masksIn = (tag: string): Masks => messagesIn(languageOf(tag)).pages.masks;

/** The masks in texts, in every language. */
export const allMasks = Object.values(languages).map(({ pages: { masks } }) => {
  const { author: _author, ...inTexts } = masks;
  return inTexts;
});
