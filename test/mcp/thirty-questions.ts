import type { Change } from '../../site/contract/log-documents.ts';
import type { Review } from '../../site/contract/review.ts';
import type { ReviewsDocument } from '../../site/contract/reviews-document.ts';

/** A tool with its arguments, or the path of a GET request. */
export type ToolCall = readonly [tool: string, args: object] | string;

/** The fields of structured answers that the questions read, from all tools, and the text of a tool's error. */
export interface ToolResult {
  readonly error?: string;
  readonly remark?: string;
  readonly matched: number;
  readonly rating_value: number;
  readonly review_count: number;
  readonly mention_count: number;
  readonly name: string;
  readonly aggregate_rating: ReviewsDocument['aggregate_rating'];
  readonly reviews: readonly Review[];
  readonly coverage: {
    readonly without_text: number;
    readonly languages: readonly { readonly language: string; readonly review_count: number }[];
  };
  readonly sources: readonly { readonly source: string; readonly review_count: number }[];
  readonly verification_methods: readonly { readonly method: string; readonly review_count: number }[];
  readonly months: readonly { readonly month: string; readonly review_count: number }[];
  readonly period: { readonly review_count: number; readonly rating_value: number };
  readonly services: readonly { readonly id: string; readonly mention_count: number }[];
  readonly faq: readonly { readonly answer: string }[];
  readonly changes: readonly Change[];
}

export interface AskedQuestion {
  readonly question: string;
  /** The calls that an agent makes to answer it. */
  readonly calls: readonly ToolCall[];
  /** Reads the result from the answers to the calls. */
  readonly read: (...answers: readonly ToolResult[]) => unknown;
  /** Counts the right result from `/reviews.json`. `earlier` is that document before a review was taken down. */
  readonly right: (document: ReviewsDocument, earlier: ReviewsDocument) => unknown;
}

const idsOf = (reviews: readonly Pick<Review, 'id'>[]) => reviews.map(({ id }) => id).sort();
const mean = (reviews: readonly Pick<Review, 'rating'>[]) => {
  let stars = 0;
  for (const { rating } of reviews) stars += rating;
  return Math.round((stars / reviews.length) * 100) / 100;
};
const countBy = (keys: readonly string[]) => {
  const counts: Record<string, number> = {};
  for (const key of keys) counts[key] = (counts[key] ?? 0) + 1;
  return counts;
};
/** Returns the keys with the highest count. */
const most = (counts: Readonly<Record<string, number>>) => {
  const highest = Math.max(...Object.values(counts));
  return Object.keys(counts)
    .filter((key) => counts[key] === highest)
    .sort();
};
const says = (review: Review, words: RegExp) => words.test(review.text ?? '');
const names = (review: Review, technician: string) => review.mentions.technicians.includes(technician);
const isIn = (review: Review, area: string) => review.mentions.service_areas.includes(area);
const isAbout = (review: Review, service: string) => review.mentions.services.includes(service);

const ENGLISH = new Set(
  'the and to was is it of for with my our we they he she this that would you great good job work best thanks on'.split(' '),
);
const SPANISH = new Set('el la los las que y muy por con un una nos se en de buen trabajo'.split(' '));
const OTHERS = new Set([
  ...SPANISH,
  ...'der die das und ist wir nicht eine le les et est très une il e che di rất và của tôi là có'.split(' '),
]);
const countWords = ({ text }: Review, known: ReadonlySet<string>) =>
  (text?.toLowerCase().match(/\p{L}+/gu) ?? []).filter((word) => known.has(word)).length;
const isForeign = (review: Review) => countWords(review, OTHERS) > countWords(review, ENGLISH);
const isSpanish = (review: Review) => isForeign(review) && countWords(review, SPANISH) > 2;

const WEEKEND = /\b(?:weekend|saturday|sunday|s[áa]bado|domingo|viernes a las ocho de la noche)\b/i;
const CALLED_THEM = /\b(?:emergency line|on-call phone|called saturday|contestaron)\b/i;

const DAY = 24 * 60 * 60 * 1000;
const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const daysToReply = (reviews: readonly Review[]) =>
  median(reviews.flatMap(({ date, owner_reply }) => (owner_reply?.date ? [(Date.parse(owner_reply.date) - Date.parse(date)) / DAY] : [])));

const PEOPLE = ['Dana Whitfield', 'Marcus Oyelaran', 'Will Okafor', 'Priya Raman', 'Tomasz Zieliński', 'Grace Delacroix'];
const NOT_KNOWN = 'not known';

/** Questions that people ask about a business, written without looking at what the tools can answer. */
export const thirtyQuestions: readonly AskedQuestion[] = [
  {
    question: 'How many reviews do they have, and how good are they on average?',
    calls: [['get_business', {}]],
    read: ({ review_count, aggregate_rating }) => [review_count, aggregate_rating.rating_value],
    right: ({ reviews }) => [reviews.length, mean(reviews)],
  },
  {
    question: 'How many people gave five stars?',
    calls: [['search_reviews', { rating: 5, limit: 1 }]],
    read: ({ matched }) => matched,
    right: ({ reviews }) => reviews.filter(({ rating }) => rating === 5).length,
  },
  {
    question: 'How many gave three stars or fewer, and who was the first of them?',
    calls: [['search_reviews', { max_rating: 3, sort: 'oldest', limit: 1 }]],
    read: ({ matched, reviews }) => [matched, reviews[0]?.author],
    right: ({ reviews }) => {
      const critical = reviews.filter(({ rating }) => rating <= 3);
      return [critical.length, critical.toSorted((a, b) => (a.date + a.id < b.date + b.id ? -1 : 1))[0]?.author];
    },
  },
  {
    question: 'How many reviews have they replied to?',
    calls: [['search_reviews', { has_reply: true, limit: 1 }]],
    read: ({ matched }) => matched,
    right: ({ reviews }) => reviews.filter(({ owner_reply }) => owner_reply !== null).length,
  },
  {
    question: 'Which reviews with three stars or fewer have they left unanswered?',
    calls: ['/api/reviews/search?max_rating=3&has_reply=false&limit=100'],
    read: ({ reviews }) => idsOf(reviews),
    right: ({ reviews }) => idsOf(reviews.filter(({ rating, owner_reply }) => rating <= 3 && !owner_reply)),
  },
  {
    question: 'How many people left stars but not a word?',
    calls: [['get_summary', {}]],
    read: ({ coverage }) => coverage.without_text,
    right: ({ reviews }) => reviews.filter(({ text }) => text === null).length,
  },
  {
    question: 'On which sites were the reviews written, and how many on each?',
    calls: [['get_summary', {}]],
    read: ({ sources }) => Object.fromEntries(sources.map(({ source, review_count }) => [source, review_count])),
    right: ({ reviews }) => countBy(reviews.map(({ source }) => source)),
  },
  {
    question: 'Are the reviews real? How was each checked?',
    calls: [['get_summary', {}]],
    read: ({ verification_methods }) => Object.fromEntries(verification_methods.map(({ method, review_count }) => [method, review_count])),
    right: ({ reviews }) => countBy(reviews.map(({ verification }) => verification.method)),
  },
  {
    question: 'How many reviews did they get each year?',
    calls: [['get_trend', {}]],
    read: ({ months }) => countBy(months.flatMap(({ month, review_count }) => Array<string>(review_count).fill(month.slice(0, 4)))),
    right: ({ reviews }) => countBy(reviews.map(({ date }) => date.slice(0, 4))),
  },
  {
    question: 'In which month did the most people write?',
    calls: [['get_trend', {}]],
    read: ({ months }) => most(Object.fromEntries(months.map(({ month, review_count }) => [month, review_count]))),
    right: ({ reviews }) => most(countBy(reviews.map(({ date }) => date.slice(0, 7)))),
  },
  {
    question: 'Who gets the better stars, Dana or Marcus?',
    calls: [
      ['get_technician', { name: 'Dana' }],
      ['get_technician', { name: 'Marcus' }],
    ],
    read: (dana, marcus) => [dana.rating_value, marcus.rating_value],
    right: ({ reviews }) => ['Dana Whitfield', 'Marcus Oyelaran'].map((person) => mean(reviews.filter((review) => names(review, person)))),
  },
  {
    question: 'Do more people write about car chargers or about new panels?',
    calls: [
      ['get_service', { service: 'car charger' }],
      ['get_service', { service: 'new panel' }],
    ],
    read: (chargers, panels) => [chargers.mention_count, panels.mention_count],
    right: ({ reviews }) => ['ev-charger', 'panel-upgrade'].map((service) => reviews.filter((review) => isAbout(review, service)).length),
  },
  {
    question: 'Are people on Yelp harsher than on Google?',
    calls: [
      ['search_reviews', { source: 'Yelp', limit: 1 }],
      ['search_reviews', { source: 'Google', limit: 1 }],
    ],
    read: (yelp, google) => [yelp.rating_value, google.rating_value],
    right: ({ reviews }) => ['yelp', 'google'].map((site) => mean(reviews.filter(({ source }) => source === site))),
  },
  {
    question: 'Are people in Millbrook happier than on Kettle Ridge?',
    calls: [
      ['get_service_area', { area: 'Millbrook' }],
      ['get_service_area', { area: 'Kettle Ridge' }],
    ],
    read: (...areas) => areas.map(({ mention_count, rating_value }) => [mention_count, rating_value]),
    right: ({ reviews }) =>
      ['Millbrook', 'Kettle Ridge'].map((area) => {
        const there = reviews.filter((review) => isIn(review, area));
        return [there.length, mean(there)];
      }),
  },
  {
    question: 'Which of their people is named most?',
    calls: PEOPLE.map((name) => ['get_technician', { name }]),
    read: (...people) => most(Object.fromEntries(people.map(({ name, mention_count }) => [name, mention_count]))),
    right: ({ reviews }) => most(countBy(reviews.flatMap(({ mentions }) => mentions.technicians))),
  },
  {
    question: 'Which reviews that aren’t good name Will?',
    calls: [['search_reviews', { mentions_technician: 'Will', max_rating: 3, limit: 100 }]],
    read: ({ reviews }) => idsOf(reviews),
    right: ({ reviews }) => idsOf(reviews.filter((review) => review.rating <= 3 && names(review, 'Will Okafor'))),
  },
  {
    question: 'Do Dana and Marcus ever come together?',
    calls: [['search_reviews', { mentions_technician: 'Dana', limit: 100 }]],
    read: ({ reviews }) => idsOf(reviews.filter((review) => names(review, 'Marcus Oyelaran'))),
    right: ({ reviews }) => idsOf(reviews.filter((review) => names(review, 'Dana Whitfield') && names(review, 'Marcus Oyelaran'))),
  },
  {
    question: 'What is Priya called for most?',
    calls: [['get_technician', { name: 'Priya' }]],
    read: ({ services }) => most(Object.fromEntries(services.map(({ id, mention_count }) => [id, mention_count]))),
    right: ({ reviews }) =>
      most(countBy(reviews.filter((review) => names(review, 'Priya Raman')).flatMap(({ mentions }) => mentions.services))),
  },
  {
    question: 'What is the worst that anybody on Saltwater Point gave them?',
    calls: [['search_reviews', { area: 'Saltwater Point', sort: 'lowest', limit: 1 }]],
    read: ({ matched, reviews }) => [matched, reviews[0]?.rating],
    right: ({ reviews }) => {
      const there = reviews.filter((review) => isIn(review, 'Saltwater Point'));
      return [there.length, Math.min(...there.map(({ rating }) => rating))];
    },
  },
  {
    question: 'Is this year better than last year?',
    calls: [
      ['get_trend', { from: '2026-01', to: '2026-12' }],
      ['get_trend', { from: '2025-01', to: '2025-12' }],
    ],
    read: (...years) => years.map(({ period }) => [period.review_count, period.rating_value]),
    right: ({ reviews }) =>
      ['2026', '2025'].map((year) => {
        const then = reviews.filter(({ date }) => date.startsWith(year));
        return [then.length, mean(then)];
      }),
  },
  {
    question: 'Which reviews aren’t in English?',
    calls: [
      ['get_summary', {}],
      ['search_reviews', { language: 'es', limit: 100 }],
      ['search_reviews', { language: 'de', limit: 100 }],
      ['search_reviews', { language: 'vi', limit: 100 }],
    ],
    read: ({ coverage }, ...found) => [
      coverage.languages.map(({ language }) => language).sort(),
      idsOf(found.flatMap(({ reviews }) => reviews)),
    ],
    right: ({ reviews }) => [['de', 'en', 'es', 'vi'], idsOf(reviews.filter(isForeign))],
  },
  {
    question: 'What do people who write in Spanish give them?',
    calls: ['/api/reviews/search?language=es', ['search_reviews', { language: 'es', limit: 1 }]],
    read: ({ reviews }, { rating_value }) => [idsOf(reviews), rating_value],
    right: ({ reviews }) => [idsOf(reviews.filter(isSpanish)), mean(reviews.filter(isSpanish))],
  },
  {
    question: 'How many days does the owner usually take to reply?',
    calls: [
      ['search_reviews', { has_reply: true, limit: 100 }],
      ['search_reviews', { has_reply: true, limit: 100, offset: 100 }],
    ],
    read: (...pages) => daysToReply(pages.flatMap(({ reviews }) => reviews)),
    right: ({ reviews }) => daysToReply(reviews),
  },
  {
    question: 'When was the last one-star review, and what did the owner say to it?',
    calls: [['search_reviews', { rating: 1, limit: 1 }]],
    read: ({ reviews: [newest] }) => [newest?.date, newest?.owner_reply?.text],
    right: ({ reviews }) => {
      const [newest] = reviews.filter(({ rating }) => rating === 1).sort((a, b) => (a.date + a.id > b.date + b.id ? -1 : 1));
      return [newest?.date, newest?.owner_reply?.text];
    },
  },
  {
    question: 'What happens in an emergency at the weekend?',
    calls: [['search_reviews', { mentions_service: 'emergency repair', limit: 100 }]],
    read: ({ reviews }) => idsOf(reviews.filter((review) => says(review, WEEKEND))),
    right: ({ reviews }) => idsOf(reviews.filter((review) => says(review, WEEKEND) && says(review, CALLED_THEM))),
  },
  {
    question: 'How many people write about a permit?',
    calls: [['search_reviews', { words: 'permit', limit: 1 }]],
    read: ({ matched }) => matched,
    right: ({ reviews }) => reviews.filter((review) => says(review, /\bpermits?\b/i)).length,
  },
  {
    question: 'What did Meredith O. write?',
    calls: [
      ['search_reviews', { detail: 'brief', limit: 100 }],
      ['search_reviews', { detail: 'brief', limit: 100, offset: 100 }],
    ],
    read: (...pages) => idsOf(pages.flatMap(({ reviews }) => reviews).filter(({ author }) => author === 'Meredith O.')),
    right: ({ reviews }) => idsOf(reviews.filter(({ author }) => author === 'Meredith O.')),
  },
  {
    question: 'What does a new panel cost?',
    calls: [['get_faq', { query: 'What does a new panel cost?' }]],
    read: ({ remark, faq }) => (remark?.startsWith('None of these questions fits.') && faq.length === 0 ? NOT_KNOWN : faq),
    right: ({ reviews }) => {
      const priced = /\bpanel (?:was|cost|came to|for) (?:us |me )?(?:about |under )?\$\d/i;
      return reviews.some((review) => says(review, priced)) ? reviews.filter((review) => says(review, priced)) : NOT_KNOWN;
    },
  },
  {
    question: 'Is Sergio any good?',
    calls: [
      ['get_technician', { name: 'Sergio' }],
      ['search_reviews', { words: 'Sergio', limit: 1 }],
    ],
    read: ({ error }, { matched }) =>
      error?.startsWith('There is no technician "Sergio".') && matched === 0 ? NOT_KNOWN : [error, matched],
    right: ({ reviews, business }) =>
      reviews.some((review) => says(review, /\bSergio\b/i)) || business.technicians.some(({ name }) => /Sergio/.test(name)) || NOT_KNOWN,
  },
  {
    question: 'Has a review ever been taken down, and why?',
    calls: [0, 100, 200].map((after) => ['get_changes', { after: after - 1, limit: 100, detail: 'brief' }]),
    read: (...pages) =>
      pages.flatMap(({ changes }) => changes).flatMap(({ type, id, reason }) => (type === 'taken_down' ? [[id, reason]] : [])),
    right: ({ reviews }, earlier) => {
      const left = new Set(idsOf(reviews));
      return idsOf(earlier.reviews.filter(({ id }) => !left.has(id))).map((id) => [id, 'personal_data']);
    },
  },
];
