import type { Aspects, Claim } from './claim.ts';
import { type SecondCount, some, verdictsOf } from './counter.ts';
import { entitiesOf } from './page-claims.ts';
import { METHODS, NAME } from './random-business.ts';

const WAYS = {
  invoice: 'Matched to an invoice',
  invitation: 'Invited customer',
  platform_account: 'Posted from a Google account',
  vouched: 'Vouched for by the business',
};

/** The claims of descriptions in the head of pages, of feeds and of the texts for assistants. */
export function ofDocuments(count: SecondCount, aspects: Aspects): readonly Claim[] {
  return [...ofHeads(count), ...ofFeeds(count), ...ofLlms(count), ...ofLlmsFull(count, aspects)];
}

function ofHeads(count: SecondCount): readonly Claim[] {
  const all = count.shown.length;
  const verbs = { technicians: ['mentions', 'mention'], services: ['mentions the service', 'mention the service'] } as const;
  return [
    {
      of: ['home.description'],
      page: 'head of index.html',
      every: /The first verified customer review|\d+ verified customer reviews/g,
      expected: [all === 1 ? 'The first verified customer review' : `${all} verified customer reviews`],
    },
    {
      of: ['reviews.description_all'],
      page: 'head of reviews/index.html',
      every: /\d+ verified reviews?/g,
      expected: [some(all, 'verified review')],
    },
    ...entitiesOf(count).map(({ kind, name, page, subject }): Claim => {
      const [one, many] = verbs[kind];
      return {
        of: [`reviews.entity_description_${kind}`],
        page: `head of ${page}`,
        every: /\d+ verified reviews? of Nona mentions?(?: the service)? \w+(?: Ruiz| Ng)?/g,
        expected:
          subject.count === 0
            ? []
            : [`${some(subject.count, `verified review of ${NAME} ${one}`, `verified reviews of ${NAME} ${many}`)} ${name}`],
      };
    }),
  ];
}

/** The newest 50 reviews, with the stars of each, in both feeds. */
function ofFeeds({ shown }: SecondCount): readonly Claim[] {
  const newest = shown.slice(0, 50);
  return ['api/feed.json', 'feed.xml'].flatMap((page): Claim[] => [
    {
      of: ['computed.item_title'],
      page,
      every: /\d stars? from Customer \d+/g,
      expected: newest.map(({ rating, author }) => `${some(rating, 'star')} from ${author}`),
    },
    {
      of: ['computed.item_rating'],
      page,
      every: /\d of 5 stars/g,
      expected: newest.map(({ rating }) => `${rating} of 5 stars`),
    },
    {
      of: ['computed.item_without_words'],
      page,
      every: /Customer \d+ gave this business \d stars? \(rating only\)/g,
      expected: newest.flatMap(({ rating, author, text }) =>
        text === null ? [`${author} gave this business ${some(rating, 'star')} (rating only)`] : [],
      ),
    },
  ]);
}

/** How many texts were analyzed, as the texts for assistants put it. */
const textsRead = ({ read, texts, unread }: SecondCount) => (unread === 0 ? some(read, 'text') : `${read} of ${some(texts, 'text')}`);

function ofLlms(count: SecondCount): readonly Claim[] {
  const { shown } = count;
  const ways = METHODS.map((way) => [WAYS[way], shown.filter((one) => (one.verification?.method ?? 'vouched') === way).length] as const);
  return ['llms.txt', 'llms-full.txt'].flatMap((page): Claim[] => [
    {
      of: [],
      page,
      every: /\d+ verified customer reviews? of Nona(?:, \d\.\d+ out of 5 stars)?/g,
      expected: [
        `${some(shown.length, 'verified customer review')} of ${NAME}${count.average === undefined ? '' : `, ${count.average} out of 5 stars`}`,
      ],
    },
    {
      of: [],
      page,
      every: /- (?:Matched|Invited|Posted|Vouched)[^:]*: \d+ reviews?/g,
      expected: ways.filter(([, all]) => all > 0).map(([way, all]) => `- ${way}: ${some(all, 'review')}`),
    },
    { of: [], page, every: /- Google, \d+ reviews?/g, expected: [`- Google, ${some(shown.length, 'review')}`] },
    {
      of: [],
      page,
      every: /criticize, read from \d+(?: of \d+)? texts?/g,
      expected: count.read < 5 ? [] : [`criticize, read from ${textsRead(count)}`],
    },
  ]);
}

function ofLlmsFull(count: SecondCount, aspects: Aspects): readonly Claim[] {
  const page = 'llms-full.txt';
  return [
    {
      of: [],
      page,
      every: /: of \d+ reviews? that mention it, .*/g,
      expected: aspects
        .filter(({ said }) => said.enough)
        .map(({ said }) => `: of ${some(said.count, 'review')} that mention it, ${verdictsOf(said)}`),
    },
    {
      of: [],
      page,
      every: /(?:Ana Ruiz|Bill Ng|Catering), \d+ reviews?/g,
      expected: entitiesOf(count).map(({ name, subject }) => `${name}, ${some(subject.count, 'review')}`),
    },
    {
      of: [],
      page,
      every: /### \d stars? from Customer \d+/g,
      expected: count.shown.map(({ rating, author }) => `### ${some(rating, 'star')} from ${author}`),
    },
  ];
}
