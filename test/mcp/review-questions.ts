import { expect } from 'vitest';
import type { Review } from '../../site/contract/review.ts';

/** A question, the calls that an agent makes if it only knows the list of tools, and what the last answer must contain. */
export interface Question {
  readonly question: string;
  readonly calls: readonly (readonly [tool: string, args: object])[];
  readonly facts: object;
  /** The id of a review that the answers must contain, so the agent can cite it. */
  readonly cites?: string;
  /** Why the tools can't answer this question. It doesn't count as correct, and its test fails once they can. */
  readonly unanswered?: string;
}

/** Matches a list that has these entries among others. */
export const some = (entries: readonly object[]) => expect.arrayContaining(entries.map((entry) => expect.objectContaining(entry)));

/**
 * Returns questions that were written while reading the reviews, without knowing the tools' definitions. The expected answers are read from
 * the reviews. Throws if a passage is missing or an author has no review.
 */
export function reviewQuestions(reviews: readonly Review[]): readonly Question[] {
  const by = (author: string) => {
    const found = reviews.find((review) => review.author === author);
    if (!found) throw new Error(`no review by ${author}`);
    return found;
  };
  const passageOf = (author: string, text: string | null | undefined, passage: RegExp) => {
    const [words] = passage.exec(text ?? '') ?? [];
    if (words === undefined) throw new Error(`${author} doesn't write ${passage}`);
    return expect.stringContaining(words);
  };
  /** Matches the review by this author, with the passage that answers the question. */
  const says = (author: string, passage: RegExp, more: object = {}) => {
    const { id, text } = by(author);
    return { id, author, text: passageOf(author, text, passage), ...more };
  };
  /** The same, with a passage of the owner's reply. */
  const replied = (author: string, passage: RegExp, reply: RegExp) => {
    const { owner_reply } = by(author);
    return says(author, passage, { owner_reply: expect.objectContaining({ text: passageOf(author, owner_reply?.text, reply) }) });
  };
  const exactly = (of: readonly Review[]) => ({
    matched: of.length,
    reviews: of.map(({ id, rating, author }) => ({ id, rating, author })),
  });
  const withWord = (word: RegExp) => reviews.filter(({ text }) => word.test(text ?? ''));
  const naming = (technician: string) => ({ mentions: expect.objectContaining({ technicians: [technician] }) });

  return [
    {
      question: 'My husband is on oxygen. Has somebody in the same position written about them?',
      calls: [['search_reviews', { words: 'oxygen' }]],
      facts: { reviews: some([replied('Glenda Hargrove-Pike', /oxygen concentrator/, /people we ring when a storm is forecast/)]) },
    },
    {
      question: 'Has anybody had to pay more than they were quoted?',
      calls: [['search_reviews', { aspect: 'pricing:negative', limit: 100 }]],
      facts: {
        reviews: some([
          says('Trish C.', /Price went up from the quote and nobody told me/),
          says('Jocelyn Thibault', /I was quoted \$1,450 .*; the bill was \$1,910/),
        ]),
      },
    },
    {
      question: 'They scratched somebody’s floor: did they own up to it?',
      calls: [['search_reviews', { words: 'scratch floor' }]],
      facts: { reviews: some([replied('Anselm Richter', /left a scratch as long as my arm/, /it was our ladder/)]) },
    },
    {
      question: 'Would my mother-in-law get by in Spanish?',
      calls: [['search_reviews', { words: 'español' }]],
      facts: { reviews: some([says('Carlos Ibáñez Rey', /un español bastante digno/, naming('Marcus Oyelaran'))]) },
    },
    {
      question: 'My insurer gives me sixty days to get rid of knob and tube. Have they done that?',
      calls: [['search_reviews', { query: 'knob and tube' }]],
      facts: { reviews: some([says('Wendell Tharp', /the insurance company gave us sixty days/)]) },
    },
    {
      question: 'Does one of them speak Polish?',
      calls: [['search_reviews', { words: 'Polish' }]],
      facts: { reviews: some([says('Agnieszka Wróbel', /we could discuss everything in Polish/, naming('Tomasz Zieliński'))]) },
    },
    {
      question: 'What does somebody who fights fires think of their wiring?',
      calls: [['search_reviews', { words: 'fire' }]],
      facts: {
        reviews: some([
          says('Lt. Marisol Greer, Port Alder Fire Dept.', /I haven't been to one fire where hers was the last name on the permit/),
        ]),
      },
    },
    {
      question: 'Has an aunt of one of them reviewed them, and does it count?',
      calls: [['search_reviews', { words: 'niece' }]],
      facts: { matched: withWord(/\bniece\b/).length, returned: 0 },
    },
    {
      question: 'Who waited at home for an appointment that nobody kept?',
      calls: [['search_reviews', { aspect: 'punctuality:negative', limit: 100 }]],
      facts: {
        reviews: some([
          says('Jared M.', /nobody came and nobody called/),
          says('Roberta Finch-Malloy', /Missed appointment #1: nobody came/),
        ]),
      },
    },
    {
      question: 'Has their work ever failed an inspection, and what did they do then?',
      calls: [['search_reviews', { query: 'failed the inspection' }]],
      facts: {
        matched: 1,
        reviews: some([
          replied('Brad Kinsey', /the second inspection passed, and no they didn't charge for that/, /the rods were our mistake/),
        ]),
      },
    },
    {
      question: 'I live on Kettle Ridge: how long will I wait for them?',
      calls: [['search_reviews', { area: 'Kettle Ridge' }]],
      facts: { reviews: some([says('Helen Castle', /It took a while to get on the schedule, about 3 weeks/)]) },
    },
    {
      question: 'Which one-star reviews did the owner leave without an answer?',
      calls: [['search_reviews', { rating: 1, limit: 100 }]],
      facts: {
        matched: reviews.filter(({ rating }) => rating === 1).length,
        reviews: reviews
          .filter(({ rating }) => rating === 1)
          .map(({ id, owner_reply }) => ({ id, ...(owner_reply ? { owner_reply: { text: owner_reply.text } } : {}) })),
      },
    },
    {
      question: 'What did twenty minutes of work cost somebody?',
      calls: [['search_reviews', { words: '20 minutes' }]],
      facts: { reviews: some([replied('Gary Lindholm', /charged almost \$200 for 20 minutes/, /that's the minimum charge/)]) },
    },
    {
      question: 'I’m opening a bakery with three-phase ovens. Have they done one, and was it ready in time?',
      calls: [['search_reviews', { words: 'bakery ovens' }]],
      facts: { reviews: some([replied('محمد الخطيب', /It finished nine days later than planned/, /four of them were ours/)]) },
    },
    {
      question: 'There are wasps in my meter box. Will anybody touch it?',
      calls: [['search_reviews', { words: 'wasps meter box' }]],
      facts: { reviews: some([says('Tanisha Rowe', /came back in a full beekeeper suit/, naming('Will Okafor'))]) },
    },
    {
      question: 'Two electric cars on one old panel: do I need a new service?',
      calls: [['search_reviews', { mentions_service: 'EV charger', words: 'two chargers panel' }]],
      facts: { reviews: some([says('Gurpreet ਸਿੰਘ', /no service upgrade needed because Priya set up load sharing/)]) },
    },
    {
      question: 'What do those on Angi write who weren’t wholly happy?',
      calls: [['search_reviews', { source: 'angi', max_rating: 4 }]],
      facts: exactly(reviews.filter(({ source, rating }) => source === 'angi' && rating <= 4)),
    },
    {
      question: 'How many people on Yelp gave them all five stars?',
      calls: [['search_reviews', { source: 'Yelp', rating: 5, limit: 1 }]],
      facts: { matched: reviews.filter(({ source, rating }) => source === 'yelp' && rating === 5).length },
    },
    {
      question: 'Who of them can explain electricity to children?',
      calls: [['search_reviews', { words: 'kids explaining' }]],
      facts: { reviews: some([says('Noor Al-Sabbagh', /That is how Marcus told my kids/, naming('Marcus Oyelaran'))]) },
    },
    {
      question: 'Somebody called Volt King calls them under qualified. Is that a customer’s review?',
      calls: [['search_reviews', { query: 'under qualified' }]],
      facts: { matched: withWord(/under qualified/i).length, returned: 0 },
    },
    {
      question: 'Has a bill ever come out lower than the quote?',
      calls: [['search_reviews', { aspect: 'pricing:positive', limit: 100 }]],
      facts: { reviews: some([says('Yuki H.', /when they used fewer wire nuts IT WENT DOWN/)]) },
    },
    {
      question: 'Has anybody had a sauna wired?',
      calls: [['search_reviews', { words: 'sauna' }]],
      facts: exactly(withWord(/\bsaunas?\b/i)),
    },
    {
      question: 'I ask dumb questions. Who is patient with that?',
      calls: [['search_reviews', { words: 'dumb questions' }]],
      facts: { reviews: some([says('Shanice Weatherspoon', /never once made me feel dumb/, naming('Priya Raman'))]) },
    },
    {
      question: 'I have a piano. Has theirs ever got dusty?',
      calls: [['search_reviews', { words: 'dust piano' }]],
      facts: exactly(reviews.filter(({ text }) => /\bdust\b/i.test(text ?? '') && /\bpiano\b/i.test(text ?? ''))),
    },
    {
      question: 'What does an inspection for a daycare license ask for?',
      calls: [['search_reviews', { words: 'daycare' }]],
      facts: { reviews: some([says('Anneliese Krug-Watanabe', /eleven tamper-resistant outlets, one CO alarm/)]) },
    },
    {
      question: 'The AC trips in a heat wave: how fast do they come?',
      calls: [['search_reviews', { words: 'AC heat wave' }]],
      facts: { reviews: some([says('Nicole Ferrante', /They fit us in the next day/)]) },
    },
    {
      question: 'I live alone. Do people in my position feel safe with them?',
      calls: [['search_reviews', { words: 'live alone' }]],
      facts: { reviews: some([says('Irene Maddox', /I felt safe with them in my home/)]) },
    },
    {
      question: 'In the review about tea or toast, is Dana the electrician?',
      calls: [['search_reviews', { words: 'tea toast Dana' }]],
      facts: {
        matched: 1,
        reviews: some([says('Cleo Hathaway', /My neighbour Dana recommended/, { mentions: expect.objectContaining({ technicians: [] }) })]),
      },
    },
    {
      question: 'Is Will Okafor rude to customers?',
      calls: [
        ['get_technician', { name: 'Will Okafor' }],
        ['search_reviews', { mentions_technician: 'Will Okafor', max_rating: 3 }],
      ],
      facts: {
        ...exactly(reviews.filter(({ rating, mentions }) => rating <= 3 && mentions.technicians.includes('Will Okafor'))),
        reviews: some([says('Brad Kinsey', /Not one apology from him/), says('Lowell Gustafsson', /Good craft, poor manners/)]),
      },
    },
    {
      question: 'A bath fan came out $460 over the quote. Was that Dana’s fault?',
      calls: [
        ['search_reviews', { words: 'bath fan quoted bill', max_rating: 2 }],
        ['get_review', { id: by('Jocelyn Thibault').id }],
      ],
      facts: {
        review: says('Jocelyn Thibault', /Dana is a marvel and should be cloned\. What went wrong was everything around her/),
        analysis: expect.objectContaining({
          people: some([{ name: 'Dana Whitfield', passages: expect.arrayContaining(['Dana is a marvel and should be cloned.']) }]),
        }),
      },
    },
  ];
}
