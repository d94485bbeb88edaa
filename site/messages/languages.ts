import enComputed from './en/computed.json' with { type: 'json' };
import enFrame from './en/frame.json' with { type: 'json' };
import enHome from './en/home.json' with { type: 'json' };
import enInsights from './en/insights.json' with { type: 'json' };
import enMethod from './en/method.json' with { type: 'json' };
import enPeople from './en/people.json' with { type: 'json' };
import enPrivacy from './en/privacy.json' with { type: 'json' };
import enReviews from './en/reviews.json' with { type: 'json' };
import enSearch from './en/search.json' with { type: 'json' };
import esComputed from './es/computed.json' with { type: 'json' };
import esFrame from './es/frame.json' with { type: 'json' };
import esHome from './es/home.json' with { type: 'json' };
import esInsights from './es/insights.json' with { type: 'json' };
import esMethod from './es/method.json' with { type: 'json' };
import esPeople from './es/people.json' with { type: 'json' };
import esPrivacy from './es/privacy.json' with { type: 'json' };
import esReviews from './es/reviews.json' with { type: 'json' };
import esSearch from './es/search.json' with { type: 'json' };

const en = {
  computed: enComputed,
  frame: enFrame,
  home: enHome,
  insights: enInsights,
  method: enMethod,
  people: enPeople,
  privacy: enPrivacy,
  reviews: enReviews,
  search: enSearch,
};

/** All messages of one language, by file and key, in ICU MessageFormat. */
type Translation = { readonly [File in keyof typeof en]: Readonly<Record<keyof (typeof en)[File], string>> };

/** The name of a message: its file and its key, as `frame.skip`. */
export type MessageId = { [File in keyof typeof en]: `${File}.${keyof (typeof en)[File] & string}` }[keyof typeof en];

/** The languages that the pages speak, by primary language subtag (BCP 47). A missing message is an error of types. */
export const languages: Readonly<Record<string, Translation>> & { readonly en: Translation } = {
  en,
  es: {
    computed: esComputed,
    frame: esFrame,
    home: esHome,
    insights: esInsights,
    method: esMethod,
    people: esPeople,
    privacy: esPrivacy,
    reviews: esReviews,
    search: esSearch,
  },
};
