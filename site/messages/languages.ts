import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };

/** All messages of one language, by part of the site and key, in ICU MessageFormat. */
type Translation = { readonly [Part in keyof typeof en]: Readonly<Record<keyof (typeof en)[Part], string>> };

/** The name of a message: its part and its key, such as `frame.skip`. */
export type MessageId = { [Part in keyof typeof en]: `${Part}.${keyof (typeof en)[Part] & string}` }[keyof typeof en];

/** The languages of the pages, by primary language subtag (BCP 47). A missing message is a type error. */
export const languages: Readonly<Record<string, Translation>> & { readonly en: Translation } = { en, es };
