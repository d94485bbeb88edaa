import type { InsightsDocument, ReviewInsight } from '../../../site/contract/insights.ts';
import { fateOf, type RandomBusiness, type RawReview } from './random-business.ts';

/*
 * A second count of what pages, documents and MCP print, from the reviews as they were written down and the published verdict on each. It
 * shares no code with the site, so a fault in the site's arithmetic isn't repeated here.
 */

type PerReview = InsightsDocument['per_review'];
type Polarity = ReviewInsight['aspects'][number]['polarity'];
type Tally = Record<Polarity, number>;

export const KINDS: readonly Polarity[] = ['positive', 'negative', 'mixed', 'neutral', 'unclear'];
const SOLO: Record<Polarity, (count: string) => string> = {
  positive: (count) => (count === '1' ? '1 praises it' : count === '0' ? 'none praises it' : `${count} praise it`),
  negative: (count) => (count === '1' ? '1 criticizes it' : count === '0' ? 'none criticizes it' : `${count} criticize it`),
  mixed: (count) => (count === '1' ? '1 does both' : `${count} do both`),
  neutral: (count) => (count === '1' ? '1 is neutral' : `${count} are neutral`),
  unclear: (count) => (count === '1' ? '1 critical review is unclear' : `${count} critical reviews are unclear`),
};

/** "1 review", "2 reviews". */
export const some = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** "a", "a and b", "a, b, and c". */
export function listed(parts: readonly string[]): string {
  if (parts.length < 3) return parts.join(' and ');
  return `${parts.slice(0, -1).join(', ')}, and ${parts.at(-1)}`;
}

/** The mean of stars as pages print it, rounded half up in whole numbers; undefined with fewer than five. */
export function average(stars: readonly number[]): string | undefined {
  if (stars.length < 5) return undefined;
  const sum = stars.reduce((all, one) => all + one, 0);
  const tenths = Math.floor((2 * 10 * sum + stars.length) / (2 * stars.length));
  return `${Math.floor(tenths / 10)}.${tenths % 10}`;
}

/** Everything that pages count, from the raw reviews and the published verdicts. */
export function countAll(business: RandomBusiness, perReview: PerReview) {
  const { reviews, corrections, takedowns } = business;
  const shown = reviews
    .filter((review) => fateOf(business, review) === undefined)
    .sort((a, b) => (`${a.date} ${a.id}` < `${b.date} ${b.id}` ? 1 : -1));
  const fate = (name: NonNullable<ReturnType<typeof fateOf>>) => reviews.filter((review) => fateOf(business, review) === name);
  const left = {
    not_public_at_source: fate('hidden').length,
    not_verified: fate('not verified').length,
    method_not_accepted: fate('method').length,
    removed_at_source: fate('gone').length,
    taken_down: takedowns.length,
  };
  const verdictOf = (id: string): ReviewInsight => {
    const found = perReview[id];
    if (!found) throw new Error(`insights.json has no verdict on ${id}`);
    return found;
  };
  const texts = shown.filter(({ text }) => text !== null);
  const read = texts.filter(({ id }) => verdictOf(id).analysed);
  const stars = (list: readonly RawReview[], from: number, to: number) =>
    list.filter(({ rating }) => rating >= from && rating <= to).length;
  const isHalf = read.length * 2 >= texts.length;
  const subject = (mentioning: readonly RawReview[], polarity: (review: RawReview) => Polarity | null) => {
    const tally: Tally = { positive: 0, negative: 0, mixed: 0, neutral: 0, unclear: 0 };
    for (const review of mentioning) {
      const kind = polarity(review);
      if (kind !== null) tally[kind]++;
    }
    const readMentions = mentioning.filter(({ id }) => verdictOf(id).analysed).length;
    return { reviews: mentioning, tally, count: mentioning.length, enough: isHalf && readMentions >= 10 };
  };
  return {
    shown,
    texts: texts.length,
    read: read.length,
    ratingsOnly: shown.length - texts.length,
    unread: texts.length - read.length,
    business,
    left,
    leftOut: Object.values(left).reduce((sum, one) => sum + one, 0),
    /** The reviews that their source no longer has, published or not. */
    gone: [...shown, ...fate('gone')].filter(({ removed_at_source }) => removed_at_source !== undefined),
    enoughRead: isHalf && read.length >= 10,
    stars: [1, 2, 3, 4, 5].map((value) => stars(shown, value, value)),
    high: stars(shown, 4, 5),
    low: stars(shown, 1, 2),
    average: average(shown.map(({ rating }) => rating)),
    overall: subject(shown, ({ id }) => verdictOf(id).sentiment.polarity).tally,
    /** Reviews whose published verdict carries the mark of an editor, and that are in the file of corrections. */
    corrected: shown.filter(({ id }) => verdictOf(id).corrected.length > 0 && corrections.some(({ review }) => review === id)).length,
    aspect: (name: string) => {
      const verdict = ({ id }: RawReview) => verdictOf(id).aspects.find((one) => one.id === name);
      return subject(
        shown.filter((review) => verdict(review)),
        (review) => verdict(review)?.polarity ?? null,
      );
    },
    person: (name: string) => {
      const mention = ({ id }: RawReview) => verdictOf(id).mentions.technicians.find((one) => one.name === name);
      return subject(
        shown.filter((review) => mention(review)),
        (review) => mention(review)?.polarity ?? null,
      );
    },
    service: (id: string) => {
      const isMentioned = (review: RawReview) => verdictOf(review.id).mentions.services.some((one) => one.id === id);
      return subject(shown.filter(isMentioned), () => null);
    },
    polarityOn: ({ id }: RawReview, name: string) => verdictOf(id).aspects.find((one) => one.id === name)?.polarity ?? 'unclear',
    polarityAbout: ({ id }: RawReview, name: string) =>
      verdictOf(id).mentions.technicians.find((one) => one.name === name)?.polarity ?? null,
    polarityOf: ({ id }: RawReview) => verdictOf(id).sentiment.polarity,
  };
}
export type SecondCount = ReturnType<typeof countAll>;
export type Subject = ReturnType<SecondCount['aspect']>;

/** "12 praise it, 3 criticize it and 1 critical review is unclear". */
export const verdictsOf = ({ tally }: Subject): string =>
  listed(
    KINDS.filter((kind) => tally[kind] > 0 || kind === 'positive' || kind === 'negative').map((kind) => SOLO[kind](String(tally[kind]))),
  );

const BAR: readonly (readonly [Polarity, string])[] = [
  ['positive', 'positive'],
  ['mixed', 'both'],
  ['neutral', 'neutral'],
  ['unclear', 'unclear'],
  ['negative', 'negative'],
];

/** The numbers beside a bar: "7 positive (70%)", with percentages that add up to 100. */
export function barOf(tally: Tally, inPercent: boolean): string[] {
  const total = BAR.reduce((sum, [kind]) => sum + tally[kind], 0);
  const exact = BAR.map(([kind]) => ({ kind, down: Math.floor((tally[kind] * 100) / total), rest: (tally[kind] * 100) % total }));
  const missing = 100 - exact.reduce((sum, { down }) => sum + down, 0);
  const up = new Set(
    [...exact]
      .sort((a, b) => b.rest - a.rest)
      .slice(0, missing)
      .map(({ kind }) => kind),
  );
  return BAR.flatMap(([kind, word]) => {
    const isTold = tally[kind] > 0 || (total >= 5 && (kind === 'positive' || kind === 'negative'));
    const percent = (exact.find((one) => one.kind === kind)?.down ?? 0) + (up.has(kind) ? 1 : 0);
    return isTold ? [`${tally[kind]} ${word}${inPercent && total >= 5 ? ` (${percent}%)` : ''}`] : [];
  });
}

/** "10 gave five stars and 2 one.", as printed under a list of stars. */
export function starsGiven({ reviews }: Pick<Subject, 'reviews'>): string {
  const [one, two, three, four, five] = [1, 2, 3, 4, 5].map((value) => reviews.filter(({ rating }) => rating === value).length);
  const critical = reviews.filter(({ rating }) => rating <= 3).length;
  const tail =
    critical === 0 ? '' : critical === 1 ? ': 1 is critical (three stars or fewer)' : `: ${critical} are critical (three stars or fewer)`;
  const words = ['five', 'four', 'three', 'two', 'one'];
  const [first, ...others] = [five, four, three, two, one]
    .map((given, index) => [given ?? 0, words[index]] as const)
    .filter(([given]) => given > 0);
  const more = others.map(([given, word]) => `${given} ${word}`);
  return `${listed([`${first?.[0]} gave ${first?.[1]} ${first?.[1] === 'one' ? 'star' : 'stars'}`, ...more])}${tail}.`;
}

/** The comparison of the newest twelve months with those before: its sentences, and whether it is a change; undefined with too few. */
export function trendOf(list: readonly { readonly date: string; readonly polarity: Polarity }[]) {
  const judged = list.filter(({ polarity }) => polarity !== 'unclear');
  const newest = list[0]?.date;
  if (newest === undefined) return undefined;
  const border = `${Number(newest.slice(0, 4)) - 1}${newest.slice(4)}`;
  const halves = [judged.filter(({ date }) => date > border), judged.filter(({ date }) => date <= border)];
  const [recent, earlier] = halves.map((own) => ({
    good: own.filter(({ polarity }) => polarity === 'positive').length,
    bad: own.filter(({ polarity }) => polarity === 'negative').length,
    all: own.length,
  }));
  if (!recent || !earlier || recent.all < 5 || earlier.all < 5) return undefined;
  const part = ({ good, bad, all }: typeof recent) =>
    `${good === 0 ? 'none' : good} of ${all} reviews ${good < 2 ? 'was' : 'were'} positive and ${bad === 0 ? 'none' : bad} negative`;
  const day = new Date(`${newest}T00:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  const isReal = chanceOf(recent, earlier) < 0.05;
  const isSame = recent.good * earlier.all === earlier.good * recent.all;
  const reason = isSame
    ? 'The share of positive reviews is the same.'
    : isReal
      ? 'The difference is larger than chance would explain.'
      : 'The difference may be due to chance.';
  const scores = [recent, earlier].map(({ good, bad, all }) => Math.round((100 * (good - bad)) / all));
  return {
    basis: `In the twelve months up to ${day}, ${part(recent)}; before that, ${part(earlier)}. ${reason}`,
    isChange: isReal && Math.abs((scores[0] ?? 0) - (scores[1] ?? 0)) >= 20,
  };
}

/** The ways to choose `some` of `all`, exactly. */
function choose(all: number, some: number): bigint {
  let ways = 1n;
  for (let place = 1; place <= some; place++) ways = (ways * BigInt(all - some + place)) / BigInt(place);
  return ways;
}

/** Fisher's exact test, two-sided, in whole numbers: how likely shares are that differ at least as much. */
function chanceOf(a: { readonly good: number; readonly all: number }, b: typeof a): number {
  const ways = (good: number) => choose(a.all, good) * choose(b.all, a.good + b.good - good);
  const all = Array.from({ length: a.all + 1 }, (_, good) => good).filter(
    (good) => a.good + b.good - good >= 0 && a.good + b.good - good <= b.all,
  );
  const rare = all.filter((good) => ways(good) <= ways(a.good)).reduce((sum, good) => sum + ways(good), 0n);
  return Number((rare * 1_000_000n) / choose(a.all + b.all, a.good + b.good)) / 1_000_000;
}
